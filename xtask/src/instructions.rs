//! Instruction counts by gungraun, against the committed baseline.
//!
//! gungraun's own baselines are output files of callgrind below the target folder, so a fresh clone has none. Here the
//! counts of its machine-readable summaries are compared with a small file under version control.
use crate::{Missing, Outcome, tools};
use anyhow::{Context, Result, ensure};
use lacuna::dispatch::{Level, detected};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const BASELINE: &str = "benches/baseline/instructions.csv";
const HEADER: &str = "bench,form,instructions";
/// Counts may be this many percent above the baseline.
const LIMIT_PERCENT: f64 = 2.0;

/// Counts by `bench,form`.
type Counts = BTreeMap<String, u64>;

/// The contents of a baseline file.
#[derive(Debug, PartialEq, Eq)]
struct Baseline {
    /// What counts depend on beside the code: rustc's version, and the target with the level of the dispatched form.
    /// Then valgrind's version, for information only.
    environment: [String; 3],
    counts: Counts,
}

impl Baseline {
    fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines();
        let mut comment = || Some(lines.next()?.strip_prefix("# ")?.to_owned());
        let environment =
            comment().zip(comment()).zip(comment()).map(|((rustc, target), valgrind)| [rustc, target, valgrind]);
        let environment = environment.context("three comment lines come first")?;
        ensure!(lines.next() == Some(HEADER), "line 4 is not {HEADER}");
        let count = |line: &str| Some((line.rsplit_once(',')?.0.to_owned(), line.rsplit_once(',')?.1.parse().ok()?));
        let counts =
            lines.map(|line| count(line).with_context(|| format!("no count: {line}"))).collect::<Result<_>>()?;
        Ok(Self { environment, counts })
    }

    fn to_text(&self) -> String {
        let comments: String = self.environment.iter().map(|line| format!("# {line}\n")).collect();
        let counts: String = self.counts.iter().map(|(name, count)| format!("{name},{count}\n")).collect();
        format!("{comments}{HEADER}\n{counts}")
    }
}

pub(crate) fn run(write: bool) -> Result<Outcome> {
    let valgrind = tools::output(Command::new("valgrind").arg("--version"));
    let valgrind =
        valgrind.with_context(|| Missing("valgrind is not installed (Debian: apt-get install valgrind)".to_owned()))?;
    let rustc = tools::output(tools::rustc().arg("--version"))?;
    let target = format!("{}, dispatched at {}", tools::rustc_field("host")?, detected().min(Level::Avx2));
    let new = Baseline { environment: [rustc.trim().to_owned(), target, valgrind.trim().to_owned()], counts: count()? };
    let path = tools::root()?.join(BASELINE);
    if write {
        fs::write(&path, new.to_text()).context(BASELINE)?;
        println!("{} counts written to {BASELINE}", new.counts.len());
        return Ok(Outcome::Passed);
    }
    let old = Baseline::parse(&tools::read(&path).context("--write makes it")?).context(BASELINE)?;
    let (table, failed) = compare(&old.counts, &new.counts);
    println!("{table}{} counts, {} in {BASELINE}", new.counts.len(), old.counts.len());
    if old.environment[..2] != new.environment[..2] {
        println!(
            "the baseline is of {:?}, this is {:?}: not comparable, so nothing fails here",
            old.environment, new.environment
        );
    } else if failed {
        println!(
            "failed: more than {LIMIT_PERCENT} % above the baseline, or other benches than it has; if that is meant, \
                run cargo xtask instructions --write"
        );
        return Ok(Outcome::Failed);
    }
    Ok(Outcome::Passed)
}

/// The differences as a table, and whether one of them is a failure.
fn compare(old: &Counts, new: &Counts) -> (String, bool) {
    let (mut table, mut failed) = (String::new(), false);
    for name in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
        let (old, new) = (old.get(name), new.get(name));
        if old == new {
            continue;
        }
        let percent = old.zip(new).map(|(&old, &new)| (new as f64 - old as f64) / old as f64 * 100.0);
        let wrong = percent.is_none_or(|percent| percent > LIMIT_PERCENT);
        let show = |count: Option<&u64>| count.map_or("-".to_owned(), u64::to_string);
        let change = percent.map_or(String::new(), |percent| format!("{percent:+.2} %"));
        table += &format!(
            "{name:<46} {:>9} {:>9} {change:>9}{}\n",
            show(old),
            show(new),
            if wrong { "  FAILED" } else { "" }
        );
        failed |= wrong;
    }
    (table, failed)
}

/// Runs the benches and collects the count of each.
fn count() -> Result<Counts> {
    let mut bench = tools::cargo();
    bench.current_dir(tools::root()?).args([
        "bench",
        "--profile",
        "release",
        "--package",
        "lacuna-benches-operands",
        "--bench",
        "instructions",
    ]);
    let output = tools::output(bench.args(["--", "--output-format=json"]).env("GUNGRAUN_RUNNER", runner()?))?;
    let counts = output.lines().filter(|line| line.starts_with('{')).map(summary_count).collect::<Result<Counts>>()?;
    ensure!(!counts.is_empty(), "the benches printed no summaries: {output}");
    Ok(counts)
}

/// Name and instructions of one summary.
fn summary_count(line: &str) -> Result<(String, u64)> {
    let summary: Value = serde_json::from_str(line)?;
    let text = |field: &str| summary[field].as_str().with_context(|| format!("no {field} in the summary {line}"));
    let name = format!("{},{}", text("function_name")?, text("id")?);
    let profiles = summary["profiles"].as_array().map(Vec::as_slice).unwrap_or_default();
    // Beside `new`, `values` has `old` if there was an earlier run.
    let count = profiles.iter().find_map(|profile| profile["data"]["total"]["metrics"]["Ir"]["values"]["new"].as_u64());
    Ok((name, count.with_context(|| format!("no instruction count in the summary {line}"))?))
}

/// The gungraun-runner of the version of the library, installed where it is missing.
fn runner() -> Result<PathBuf> {
    if let Some(file) = env::var_os("GUNGRAUN_RUNNER") {
        return Ok(file.into());
    }
    let lock = tools::read(&tools::root()?.join("Cargo.lock"))?;
    let locked = lock.split_once("name = \"gungraun\"\nversion = \"").and_then(|(_, rest)| rest.split('"').next());
    let version = locked.context("gungraun is not in Cargo.lock")?;
    let folder = tools::target()?.join("tools").join(format!("gungraun-runner-{version}"));
    let file = folder.join("bin").join(format!("gungraun-runner{}", env::consts::EXE_SUFFIX));
    if !file.exists() {
        println!("installing gungraun-runner {version} into {}", folder.display());
        let mut install = tools::cargo();
        install
            .args(["install", "--quiet", "--locked", "gungraun-runner", "--version", version, "--root"])
            .arg(&folder);
        tools::execute(&mut install)?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(counts: &[(&str, u64)]) -> Counts {
        counts.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
    }

    #[test]
    fn file_round_trip() {
        let environment = ["rustc 1", "x86, avx2", "valgrind-3"].map(str::to_owned);
        let baseline = Baseline { environment, counts: counts(&[("a,scalar", 10), ("b,scalar", 20)]) };
        assert_eq!(Baseline::parse(&baseline.to_text()).unwrap(), baseline);
        assert!(Baseline::parse("# a\n").is_err());
    }

    #[test]
    fn fails_above_the_limit_and_for_other_benches_only() {
        let old = counts(&[("a", 1000), ("b", 1000)]);
        assert_eq!(compare(&old, &old), (String::new(), false));
        assert!(!compare(&old, &counts(&[("a", 1020), ("b", 10)])).1);
        assert!(compare(&old, &counts(&[("a", 1021), ("b", 10)])).1);
        assert!(compare(&old, &counts(&[("a", 1000)])).1);
        assert!(compare(&old, &counts(&[("a", 1000), ("b", 1000), ("c", 1)])).1);
    }

    #[test]
    fn reads_summaries_with_and_without_an_earlier_run() {
        let summary = |values: Value| {
            let data =
                serde_json::json!({"total": {"metrics": {"Dr": {"values": {"new": 3}}, "Ir": {"values": values}}}});
            serde_json::json!(
                {"function_name": "csr_dense", "id": "scalar", "profiles": [{"tool": "Callgrind", "data": data}]}
            )
            .to_string()
        };
        let name = "csr_dense,scalar".to_owned();
        assert_eq!(summary_count(&summary(serde_json::json!({"new": 7}))).unwrap(), (name.clone(), 7));
        assert_eq!(summary_count(&summary(serde_json::json!({"new": 8, "old": 7}))).unwrap(), (name, 8));
        assert!(summary_count(&summary(serde_json::json!({"old": 7}))).is_err());
    }
}
