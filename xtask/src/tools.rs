//! Folders of the workspace, and programs that are run.
use anyhow::{Context, Result, bail};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// The workspace's root.
pub(crate) fn root() -> Result<PathBuf> {
    let package = env::var_os("CARGO_MANIFEST_DIR").context("not run by cargo")?;
    Ok(Path::new(&package).parent().context("the package has no parent folder")?.to_owned())
}

/// Cargo's target folder.
pub(crate) fn target() -> Result<PathBuf> {
    Ok(match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root()?.join(folder),
        None => root()?.join("target"),
    })
}

/// The cargo that runs this.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The rustc that cargo uses.
pub(crate) fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// What the program prints; its errors go to the terminal.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(std::process::Stdio::inherit()).output().with_context(|| format!("{command:?}"))?;
    if !output.status.success() {
        bail!("{command:?}: {}", output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Runs the program with its output on the terminal.
pub(crate) fn execute(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    if status.success() { Ok(()) } else { bail!("{command:?}: {status}") }
}

/// How a program ends; None if it does not in time: then it is killed.
pub(crate) fn wait_within(limit: Duration, child: &mut Child) -> Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        match child.try_wait()? {
            None if start.elapsed() > limit => {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            None => thread::sleep(Duration::from_millis(20)),
            status => return Ok(status),
        }
    }
}

/// One line of `rustc -vV`, such as `release` or `host`.
pub(crate) fn rustc_field(name: &str) -> Result<String> {
    let text = output(rustc().arg("-vV"))?;
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    Ok(value.with_context(|| format!("rustc does not say its {name}"))?.to_owned())
}
