//! Folders of the workspace, and programs that are run.
use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
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

/// The text of a file.
pub(crate) fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| file.display().to_string())
}

/// The program in C that a page shows first.
pub(crate) fn c_program(page: &Path) -> Result<String> {
    c_programs(page)?.into_iter().next().with_context(|| format!("{} has no program in C", page.display()))
}

/// All of them.
pub(crate) fn c_programs(page: &Path) -> Result<Vec<String>> {
    let text = read(page)?;
    let programs = text.split("```c\n").skip(1).filter_map(|rest| rest.split_once("```"));
    Ok(programs.map(|(program, _)| program.to_owned()).collect())
}

/// An option of a program, with a path.
pub(crate) fn setting(name: &str, path: &Path) -> OsString {
    let mut setting = OsString::from(name);
    setting.push(path);
    setting
}

/// The cargo that runs this.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The rustc that cargo uses.
pub(crate) fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// The program `lacuna`, built as the README says.
pub(crate) fn lacuna() -> Result<PathBuf> {
    execute(cargo().current_dir(root()?).args(["build", "--release", "--quiet", "--locked"]))?;
    Ok(target()?.join("release").join(format!("lacuna{}", env::consts::EXE_SUFFIX)))
}

/// What the program prints; its errors go to the terminal.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output().with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// Runs the program with its output on the terminal.
pub(crate) fn execute(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

/// How a program ends, and what it prints, which stays in the file `log`. It is killed, and that is an error, if it
/// does not end in time.
pub(crate) fn output_within(limit: Duration, command: &mut Command, log: &Path) -> Result<(ExitStatus, String)> {
    let file = File::create(log).with_context(|| log.display().to_string())?;
    let (start, mut child) =
        (Instant::now(), command.stdin(Stdio::null()).stdout(file).spawn().with_context(|| format!("{command:?}"))?);
    loop {
        let text = || Ok::<_, anyhow::Error>(String::from_utf8_lossy(&fs::read(log)?).into_owned());
        match child.try_wait()? {
            Some(status) => return Ok((status, text()?)),
            None if start.elapsed() > limit => {
                child.kill()?;
                child.wait()?;
                bail!("{command:?}: killed after {} s; it had printed:\n{}", limit.as_secs(), text()?);
            }
            None => thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// One line of `rustc -vV`, such as `release` or `host`.
pub(crate) fn rustc_field(name: &str) -> Result<String> {
    let text = output(rustc().arg("-vV"))?;
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    Ok(value.with_context(|| format!("rustc does not say its {name}"))?.to_owned())
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_hangs_is_killed() {
        let log = env::temp_dir().join(format!("lacuna-xtask-{}", std::process::id()));
        let shell = |limit, script| output_within(limit, Command::new("sh").args(["-c", script]), &log);
        let (status, text) = shell(Duration::from_secs(60), "echo text; exit 3").unwrap();
        assert_eq!((status.code(), text.as_str()), (Some(3), "text\n"));
        let error = shell(Duration::from_millis(200), "echo started; exec sleep 60").unwrap_err();
        assert!(error.to_string().ends_with("it had printed:\nstarted\n"), "{error}");
        fs::remove_file(log).unwrap();
    }
}
