//! One thing that is checked on a target, and the table of all of them.
use super::{Reference, training};
use crate::{Outcome, tools};
use anyhow::{Context, Result};
use lacuna::dispatch::Level;
use std::ffi::OsStr;
use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// A hundred times what the slowest program takes.
const LIMIT: Duration = Duration::from_secs(900);
/// Backends that must run on every target.
const BACKENDS: &str = "scalar,cpu,capi";

/// How a check ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Same,
    /// Other bits, or a program that did not run to its end.
    Failed(String),
    /// The processor does not have it.
    Unavailable(String),
    /// Something that it needs is not installed.
    Skipped(String),
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => f.write_str("same bits"),
            Self::Failed(reason) => write!(f, "FAILED: {reason}"),
            Self::Unavailable(reason) => write!(f, "not available: {reason}"),
            Self::Skipped(reason) => write!(f, "skipped: {reason}"),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Check {
    pub(super) target: String,
    /// What executes it.
    pub(super) how: String,
    pub(super) what: String,
    pub(super) seconds: f64,
    pub(super) verdict: Verdict,
}

impl Check {
    pub(super) fn new(target: &str, how: &str, what: &str) -> Self {
        Self {
            target: target.to_owned(),
            how: how.to_owned(),
            what: what.to_owned(),
            seconds: 0.0,
            verdict: Verdict::Same,
        }
    }
}

/// A program behind its emulator, if it needs one, in the workspace's folder.
pub(super) fn program(words: &[impl AsRef<OsStr>]) -> Result<Command> {
    let (first, others) = words.split_first().context("no program")?;
    let mut command = Command::new(first);
    command.args(others).current_dir(tools::root()?);
    Ok(command)
}

/// The first version number that a program prints: `qemu-aarch64 version 7.2.22 (Debian ...)`, `v20.20.2`.
pub(super) fn version(program: &str) -> Result<String> {
    let text = tools::output(Command::new(program).arg("--version"))?;
    let number = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
    Ok(text.split_whitespace().map(|word| word.trim_start_matches('v')).find(number).unwrap_or_default().to_owned())
}

/// The program `lacuna` on a target: the results of one backend against golden files of this machine, the hashes of its
/// C ABI against the project's list, and all of its backends against each other. `words` are the emulator with its
/// arguments, and the program.
pub(super) fn verify(
    target: &str,
    how: &str,
    words: &[PathBuf],
    levels: &[Level],
    reference: &Reference,
    checks: &mut Vec<Check>,
) {
    let mut add = |what: &str, run: &mut dyn FnMut() -> Result<Verdict>| {
        let start = Instant::now();
        let verdict = run().unwrap_or_else(|error| Verdict::Failed(format!("{error:#}")));
        let seconds = start.elapsed().as_secs_f64();
        println!("   {what}: {verdict}, {seconds:.1} s");
        checks.push(Check { seconds, verdict, ..Check::new(target, how, what) });
    };
    let mut check = |what: &str, arguments: &[&str]| {
        add(what, &mut || {
            let mut command = program(words)?;
            // An emulator that crashes may leave a core file.
            command.args(what.split(' ')).args(arguments).current_dir(&reference.results);
            if what.starts_with("golden check") {
                command.arg(&reference.golden);
            }
            let log = reference.results.join(format!("{target} {what}.log").replace(' ', "-"));
            let (status, text) = tools::output_within(LIMIT, &mut command, &log)?;
            if status.success() {
                return Ok(Verdict::Same);
            }
            println!("{text}");
            Ok(Verdict::Failed(format!("{status}; {}", log.display())))
        });
    };
    check("golden check --backend scalar", &[]);
    for level in levels.iter().filter(|level| level.is_available()) {
        check(&format!("golden hashes --level {level}"), &[]);
    }
    check(&format!("verify --backend {BACKENDS}"), &["--require", BACKENDS, "--threads", "1,2,7"]);
    for &(name, arguments) in training::PROGRAMS {
        let file = reference.results.join(format!("{target}-{name}.safetensors"));
        add(&format!("train {name}"), &mut || {
            training::check(words, (name, arguments), &reference.trained, &file).map(|()| Verdict::Same)
        });
    }
    for level in levels.iter().filter(|level| !level.is_available()) {
        let verdict = Verdict::Unavailable("this processor does not have it".to_owned());
        checks.push(Check { verdict, ..Check::new(target, how, &format!("level {level}")) });
    }
}

/// The checks below each other, results last, as they may be long.
pub(super) fn table(checks: &[Check]) -> String {
    let header = ["target", "how it ran", "check", "seconds", "result"].map(str::to_owned);
    let rows = checks.iter().map(|Check { target, how, what, seconds, verdict }| {
        [target.clone(), how.clone(), what.clone(), format!("{seconds:.1}"), verdict.to_string()]
    });
    let rows: Vec<_> = std::iter::once(header).chain(rows).collect();
    let [a, b, c, d] = [0, 1, 2, 3].map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    rows.iter()
        .map(|[target, how, what, seconds, result]| {
            format!("{target:a$}  {how:b$}  {what:c$}  {seconds:>d$}  {result}\n")
        })
        .collect()
}

/// What differs or breaks fails; what a processor does not have is for another machine.
pub(super) fn outcome(checks: &[Check]) -> Outcome {
    let mut reasons = Vec::new();
    for check in checks {
        match &check.verdict {
            Verdict::Same | Verdict::Unavailable(_) => {}
            Verdict::Failed(_) => return Outcome::Failed,
            Verdict::Skipped(reason) => reasons.push(format!("{}: {reason}", check.target)),
        }
    }
    if reasons.is_empty() { Outcome::Passed } else { Outcome::Skipped(reasons.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_fails_and_what_is_missing_is_skipped() {
        let check = |verdict| Check { verdict, ..Check::new("t", "here", "all") };
        let unavailable = || check(Verdict::Unavailable("no AVX-512".to_owned()));
        let skipped = || check(Verdict::Skipped("no qemu".to_owned()));
        assert_eq!(outcome(&[check(Verdict::Same), unavailable()]), Outcome::Passed);
        assert_eq!(outcome(&[skipped(), check(Verdict::Same)]), Outcome::Skipped("t: no qemu".to_owned()));
        assert_eq!(outcome(&[skipped(), check(Verdict::Failed("1 case".to_owned()))]), Outcome::Failed);
    }
}
