//! The crates for candle and burn, each a workspace by itself: formatted, linted, tested, and its examples run as its
//! README says.
use crate::{Outcome, tools};
use anyhow::{Context, Result, bail};
use std::path::Path;

pub(crate) fn candle() -> Result<Outcome> {
    // All of the full bench but its largest table, which takes half a minute and 1.8 GiB.
    run("candle", Some(&["run", "--locked", "--release", "--example", "bench", "--", "10000,100000", "3"]))
}

pub(crate) fn burn() -> Result<Outcome> {
    run("burn", None)
}

fn run(framework: &str, bench: Option<&[&str]>) -> Result<Outcome> {
    let folder = tools::root()?.join("interop").join(framework);
    let target = tools::target()?.join("interop").join(framework);
    let cargo = |arguments: &[&str]| {
        let mut command = tools::cargo();
        command.args(arguments).current_dir(&folder).env("CARGO_TARGET_DIR", &target);
        command
    };
    tools::execute(&mut cargo(&["fmt", "--check"]))?;
    // In the profile of the programs, whose build scripts and macros it then shares.
    tools::execute(&mut cargo(&["clippy", "--locked", "--release", "--all-targets", "--", "-D", "warnings"]))?;
    // Unoptimised, the tests are built in a third of the time, which is a minute, and take four seconds instead of one.
    let unoptimised = format!("profile.release.package.lacuna-{framework}.opt-level=0");
    let quickly = ["--locked", "--release", "--config", &unoptimised];
    for which in [&["--test", framework][..], &["--doc"]] {
        tools::execute(&mut cargo(&[&["test"][..], &quickly, which].concat()))?;
    }
    // It is published, and `cargo xtask packages` sees the crates of the other workspace alone.
    tools::execute(&mut cargo(&["package", "--quiet", "--locked", "--list", "--allow-dirty"]))?;

    let accuracy = promised_accuracy(&folder.join("README.md"))?;
    let text = tools::output(&mut cargo(&[&["run"][..], &quickly, &["--example", "agaricus"]].concat()))?;
    println!("{text}");
    let found: f64 =
        text.lines().find_map(|line| line.strip_prefix("test accuracy ")).context("no test accuracy")?.parse()?;
    if found.is_nan() || found <= accuracy {
        bail!("the test accuracy is {found}, the README promises more than {accuracy}");
    }
    if let Some(bench) = bench {
        tools::execute(&mut cargo(bench))?;
    }
    Ok(Outcome::Passed)
}

/// What the README promises of the test accuracy.
fn promised_accuracy(readme: &Path) -> Result<f64> {
    let text = tools::read(readme)?;
    let promise = text.split_once("test accuracy is above ").and_then(|(_, rest)| rest.split_ascii_whitespace().next());
    let number = promise.with_context(|| format!("{} promises no test accuracy", readme.display()))?;
    number
        .trim_end_matches([',', '.', ';'])
        .parse()
        .with_context(|| format!("{}: accuracy `{number}`", readme.display()))
}
