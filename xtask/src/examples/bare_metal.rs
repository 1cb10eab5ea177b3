//! Firmware for a Cortex-M4F, run in QEMU: it must print what the same program prints on this machine, and take the memory that its README says.
use crate::packages::{self, Package};
use crate::{Outcome, cross, tools};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

const TARGET: &str = "thumbv7em-none-eabihf";
const QEMU: Package = Package { provides: "qemu-system-arm", name: "qemu-system-arm" };
/// It takes less than a second. A firmware that hangs does so for ever.
const LIMIT: Duration = Duration::from_secs(60);
/// Weights and predictions, in f32 and f64.
const HASHES: usize = 4;
/// Percent that the README may be wrong by: paths in panic messages are part of the flash, so the place of the checkout is too.
const MARGIN: usize = 5;

pub(crate) fn run() -> Result<Outcome> {
    if let Err(reason) = packages::provide(&[QEMU])? {
        return Ok(Outcome::Skipped(reason));
    }
    let folder = tools::root()?.join("examples/bare-metal");
    let cargo = |arguments: &[&str]| -> Result<Command> {
        let mut command = tools::cargo();
        command.current_dir(&folder).args(arguments).args(["--quiet", "--locked", "--target-dir"]).arg(target()?);
        Ok(command)
    };

    // The package has its own settings for cargo, by which it is built for the device: so the host is named.
    let host = tools::rustc_field("host")?;
    tools::execute(tools::cargo().current_dir(&folder).args(["fmt", "--check"]))?;
    tools::execute(cargo(&["clippy", "--all-targets", "--target", &host])?.args(["--", "-D", "warnings"]))?;
    tools::execute(&mut cargo(&["test", "--target", &host])?)?;
    let expected = tools::output(&mut cargo(&["run", "--target", &host])?)?;
    ensure!(expected.matches(": hash ").count() == HASHES, "not {HASHES} hashes on {host}:\n{expected}");

    let mut library = None;
    let mut cross = |arguments| -> Result<Result<Command, String>> {
        let mut command = cargo(arguments)?;
        Ok(cross::provide(&mut command, TARGET, "core")?.map(|found| {
            library = Some(found);
            command
        }))
    };
    let (mut clippy, mut build, mut run) = match (cross(&["clippy"])?, cross(&["build", "--release"])?, cross(&["run", "--release"])?) {
        (Ok(clippy), Ok(build), Ok(run)) => (clippy, build, run),
        (Err(reason), ..) | (_, Err(reason), _) | (.., Err(reason)) => return Ok(Outcome::Skipped(reason)),
    };
    tools::execute(clippy.args(["--", "-D", "warnings"]))?;
    tools::execute(&mut build)?;
    let (status, found) = output_within(LIMIT, &mut run)?;
    print!("{found}");
    if !status.success() {
        println!("the firmware ended with {status}");
        return Ok(Outcome::Failed);
    }
    let Some(memory) = found.strip_prefix(&expected) else {
        let differs = expected.lines().zip(found.lines()).find(|(expected, found)| expected != found);
        let (expected, found) = differs.unwrap_or((&expected, &found));
        println!("{host} prints: {expected}\n{TARGET}: {found}");
        return Ok(Outcome::Failed);
    };
    println!("{TARGET} and {host} print the same, with the same {HASHES} hashes");

    let readme = fs::read_to_string(folder.join("README.md"))?;
    let release = tools::rustc_field("release")?;
    let same_build = library == Some(cross::Library::Source) && readme.contains(&format!("rustc {release}, core from source"));
    let differences = differences(&readme, memory)?;
    for difference in &differences {
        println!("{difference}");
    }
    Ok(if differences.is_empty() || !same_build { Outcome::Passed } else { Outcome::Failed })
}

fn target() -> Result<PathBuf> {
    Ok(tools::target()?.join("examples/bare-metal"))
}

/// The figures that the firmware has printed, `flash: 123 bytes`, against the README's table, `| flash | 123 |`.
fn differences(readme: &str, memory: &str) -> Result<Vec<String>> {
    let number = |text: &str| text.replace(',', "").trim().parse::<usize>().with_context(|| format!("not a number: {text}"));
    let mut differences = Vec::new();
    for name in ["flash", "static RAM", "stack"] {
        let row = readme.lines().find_map(|line| line.strip_prefix(&format!("| {name} |"))?.strip_suffix('|'));
        let written = number(row.with_context(|| format!("README.md has no row for {name}"))?)?;
        let line = memory.lines().find_map(|line| line.strip_prefix(&format!("{name}: "))?.strip_suffix(" bytes"));
        let found = number(line.with_context(|| format!("the firmware does not print its {name}"))?)?;
        if found.abs_diff(written) * 100 > written * MARGIN {
            differences.push(format!("{name}: {found} bytes, more than {MARGIN} % from the {written} of README.md"));
        }
    }
    Ok(differences)
}

/// What the program prints, and how it ends. It is killed, and that is an error, if it does not end in time.
fn output_within(limit: Duration, command: &mut Command) -> Result<(ExitStatus, String)> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().with_context(|| format!("{command:?}"))?;
    let mut stdout = child.stdout.take().context("no output")?;
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        stdout.read_to_end(&mut text).map(|_| text)
    });
    let status = tools::wait_within(limit, &mut child)?;
    let text = reader.join().map_err(|_| anyhow::anyhow!("the output could not be read"))??;
    let text = String::from_utf8_lossy(&text).into_owned();
    match status {
        Some(status) => Ok((status, text)),
        None => bail!("{command:?}: killed after {} s; it had printed:\n{text}", limit.as_secs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const README: &str = "| what | bytes |\n|---|---|\n| flash | 30,000 |\n| static RAM | 2,000 |\n| stack | 1,000 |\n";

    #[test]
    fn figures_beyond_the_margin_are_told() {
        let inside = "flash: 31500 bytes\nstatic RAM: 1900 bytes\nstack: 1000 bytes\n";
        assert_eq!(differences(README, inside).unwrap(), Vec::<String>::new());
        let outside = inside.replace("1900", "1899").replace("31500", "31501");
        let differences = differences(README, &outside).unwrap();
        assert_eq!(differences.len(), 2);
        assert_eq!(differences[0], "flash: 31501 bytes, more than 5 % from the 30000 of README.md");
    }

    #[test]
    fn a_missing_figure_is_an_error() {
        assert!(differences(README, "flash: 30000 bytes\n").is_err());
        assert!(differences("", "flash: 30000 bytes\n").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_hangs_is_killed() {
        let shell = |script| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        let (status, text) = output_within(Duration::from_secs(60), &mut shell("echo text; exit 3")).unwrap();
        assert_eq!((status.code(), text.as_str()), (Some(3), "text\n"));
        let error = output_within(Duration::from_millis(200), &mut shell("echo started; exec sleep 60")).unwrap_err();
        assert!(error.to_string().ends_with("it had printed:\nstarted\n"), "{error}");
    }
}
