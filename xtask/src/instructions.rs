//! Instruction counts by gungraun, against the committed baseline.
//!
//! gungraun's own baselines are output files of callgrind below the target folder, so a fresh clone has none. Here the counts of its machine-readable summaries are
//! compared with a small file under version control.
use crate::baseline::{Baseline, Counts, Environment, LIMIT_PERCENT, compare};
use crate::{Outcome, tools};
use anyhow::{Context, Result, bail, ensure};
use lacuna::dispatch::{Level, detected};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const BASELINE: &str = "benches/baseline/instructions.csv";

pub(crate) fn run(write: bool) -> Result<Outcome> {
    let Ok(valgrind) = tools::output(Command::new("valgrind").arg("--version")) else {
        return Ok(Outcome::Skipped("valgrind is not installed (Debian: apt-get install valgrind)".to_owned()));
    };
    let rustc = tools::output(tools::rustc().arg("--version"))?;
    let level = detected().min(Level::Avx2);
    let environment = Environment {
        rustc: rustc.trim().to_owned(),
        target: format!("{}, dispatched at {level}", tools::rustc_field("host")?),
        valgrind: valgrind.trim().to_owned(),
    };
    let new = Baseline { environment, counts: count()? };
    let path = tools::root()?.join(BASELINE);
    if write {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, new.to_text())?;
        println!("{} counts written to {BASELINE}", new.counts.len());
        return Ok(Outcome::Passed);
    }
    let text = fs::read_to_string(&path).with_context(|| format!("{BASELINE}; --write makes it"))?;
    check(&Baseline::parse(&text).context(BASELINE)?, &new)
}

fn check(old: &Baseline, new: &Baseline) -> Result<Outcome> {
    let (table, failed) = compare(&old.counts, &new.counts);
    print!("{table}");
    println!("{} counts, {} in {BASELINE}", new.counts.len(), old.counts.len());
    let mut comparable = true;
    for (old, new) in [(&old.environment.rustc, &new.environment.rustc), (&old.environment.target, &new.environment.target)] {
        if old != new {
            println!("the baseline is of {old}, this is {new}");
            comparable = false;
        }
    }
    if !comparable {
        println!("not comparable, so nothing fails here; run it as the baseline was made, or renew that by --write");
        return Ok(Outcome::Passed);
    }
    if failed {
        println!(
            "failed: more than {LIMIT_PERCENT} % above the baseline, or other benches than it has; if that is meant, run cargo xtask instructions --write"
        );
        return Ok(Outcome::Failed);
    }
    println!("passed: none is more than {LIMIT_PERCENT} % above the baseline");
    Ok(Outcome::Passed)
}

/// Runs the benches and collects the count of each.
fn count() -> Result<Counts> {
    let runner = runner()?;
    let mut bench = tools::cargo();
    bench.current_dir(tools::root()?).args([
        "bench",
        "--package",
        "lacuna-benches",
        "--no-default-features",
        "--bench",
        "instructions",
        "--",
    ]);
    bench.arg("--output-format=json").env("GUNGRAUN_RUNNER", runner);
    let output = tools::output(&mut bench)?;
    let counts = output.lines().filter(|line| line.starts_with('{')).map(summary_count).collect::<Result<Counts>>()?;
    ensure!(!counts.is_empty(), "the benches printed no summaries: {output}");
    Ok(counts)
}

/// Name and instructions of one summary.
fn summary_count(line: &str) -> Result<(String, u64)> {
    let summary: Value = serde_json::from_str(line)?;
    let text = |field: &str| summary[field].as_str().with_context(|| format!("no {field} in the summary {line}"));
    let name = format!("{},{},{}", text("group")?, text("function_name")?, text("id")?);
    let profiles = summary["profiles"].as_array().map(Vec::as_slice).unwrap_or_default();
    // Beside `new`, `values` has `old` if there was an earlier run.
    let count = profiles.iter().find_map(|profile| profile["data"]["total"]["metrics"]["Ir"]["values"]["new"].as_u64());
    Ok((name, count.with_context(|| format!("no instruction count in the summary {line}"))?))
}

/// The gungraun-runner of the version of the library, installed where it is missing.
fn runner() -> Result<PathBuf> {
    if let Some(file) = std::env::var_os("GUNGRAUN_RUNNER") {
        return Ok(file.into());
    }
    let version = locked_version("gungraun")?;
    let folder = tools::target()?.join("tools").join(format!("gungraun-runner-{version}"));
    let file = folder.join("bin").join(format!("gungraun-runner{}", std::env::consts::EXE_SUFFIX));
    if !file.exists() {
        println!("installing gungraun-runner {version} into {}", folder.display());
        let mut install = tools::cargo();
        install.args(["install", "--quiet", "--locked", "gungraun-runner", "--version", &version, "--root"]).arg(&folder);
        tools::execute(&mut install)?;
    }
    Ok(file)
}

fn locked_version(package: &str) -> Result<String> {
    let lock = fs::read_to_string(tools::root()?.join("Cargo.lock"))?;
    let entry = format!("name = \"{package}\"\nversion = \"");
    let Some((_, rest)) = lock.split_once(&entry) else { bail!("{package} is not in Cargo.lock") };
    Ok(rest.split('"').next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_summaries_with_and_without_an_earlier_run() {
        let summary = |values: &str| {
            let data = format!(r#"{{"total": {{"metrics": {{"Dr": {{"values": {{"new": 3}}}}, "Ir": {{"values": {values}}}}}}}}}"#);
            format!(
                r#"{{"group": "dot", "function_name": "csr_dense", "id": "scalar", "profiles": [{{"tool": "Callgrind", "data": {data}}}]}}"#
            )
        };
        let name = "dot,csr_dense,scalar".to_owned();
        assert_eq!(summary_count(&summary(r#"{"new": 7}"#)).unwrap(), (name.clone(), 7));
        assert_eq!(summary_count(&summary(r#"{"new": 8, "old": 7}"#)).unwrap(), (name, 8));
        assert!(summary_count(&summary(r#"{"old": 7}"#)).is_err());
    }
}
