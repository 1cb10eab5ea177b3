//! The example for candle: formatted, linted, tested, and run as its README says.
use crate::{Outcome, tools};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::process::Command;

pub(crate) fn run() -> Result<Outcome> {
    let folder = tools::root()?.join("examples/candle");
    let target = tools::target()?.join("examples/candle");
    let cargo = |arguments: &[&str]| {
        let mut command = tools::cargo();
        command.args(arguments).current_dir(&folder).env("CARGO_TARGET_DIR", &target);
        command
    };
    tools::execute(&mut cargo(&["fmt", "--check"]))?;
    // In the profile of the programs, whose build scripts and macros it then shares.
    tools::execute(&mut cargo(&["clippy", "--locked", "--release", "--all-targets", "--", "-D", "warnings"]))?;
    tools::execute(&mut cargo(&["test", "--locked", "--release"]))?;

    let accuracy = promised_accuracy(&folder.join("README.md"))?;
    let training = &["run", "--locked", "--release"];
    let text = tools::output(&mut cargo(training))?;
    println!("{text}");
    check_training(&text, accuracy)?;
    if tools::output(&mut cargo(training))? != text {
        bail!("a second run prints another text, so it has other bits");
    }
    // All of the full bench but its largest table, which takes half a minute and 1.8 GiB.
    tools::execute(&mut cargo(&["run", "--locked", "--release", "--", "bench", "--sizes", "10000,100000", "--rounds", "3"]))?;
    check_refusal(&mut cargo(&["run", "--quiet", "--locked", "--release", "--", "--train", "no/such/file"]))?;
    Ok(Outcome::Passed)
}

/// What the README promises of the test accuracy.
fn promised_accuracy(readme: &Path) -> Result<f64> {
    let text = fs::read_to_string(readme).with_context(|| readme.display().to_string())?;
    let promise = text.split_once("test accuracy is above ").and_then(|(_, rest)| rest.split_ascii_whitespace().next());
    let number = promise.with_context(|| format!("{} promises no test accuracy", readme.display()))?;
    number.trim_end_matches([',', '.', ';']).parse().with_context(|| format!("{}: accuracy `{number}`", readme.display()))
}

/// The loss must fall from epoch to epoch, the accuracy be what is promised, and the table's hash be told.
fn check_training(text: &str, promised: f64) -> Result<()> {
    let cells = |line: &str| line.split_whitespace().map(|cell| cell.parse().ok()).collect::<Option<Vec<f64>>>();
    let epochs: Vec<_> = text.lines().filter_map(cells).filter(|cells| cells.len() == 4).collect();
    if epochs.len() < 2 || epochs.windows(2).any(|pair| pair[1][1].is_nan() || pair[1][1] >= pair[0][1]) {
        bail!("the loss does not fall in every epoch: {epochs:?}");
    }
    let value = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).with_context(|| format!("no line `{name}`"));
    let accuracy: f64 = value("test accuracy ")?.parse()?;
    if accuracy.is_nan() || accuracy <= promised {
        bail!("the test accuracy is {accuracy}, the README promises more than {promised}");
    }
    u64::from_str_radix(value("table hash ")?, 16)?;
    Ok(())
}

/// Wrong input gives status 1 and one line.
fn check_refusal(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let message = String::from_utf8(output.stderr)?;
    if output.status.code() != Some(1) || message.lines().count() != 1 || !message.starts_with("error: no/such/file: ") {
        bail!("{command:?}: {}, and prints:\n{message}", output.status);
    }
    Ok(())
}
