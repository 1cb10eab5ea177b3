//! Instruction counts by callgrind, against the committed baseline.
use crate::{Missing, Outcome, tools};
use anyhow::{Context, Result, ensure};
use lacuna::dispatch::{Level, detected};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

const BASELINE: &str = "benches/baseline/instructions.csv";
const HEADER: &str = "bench,form,instructions";
/// The function whose calls are counted, of `benches/operands/src/bin/instructions.rs`.
const CALL: &str = "instructions::counted_call";
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

/// Runs every bench once, all in one process: valgrind starts for half a second, and there are hundreds of them.
fn count() -> Result<Counts> {
    let package = ["--package", "lacuna-benches-operands", "--bin", "instructions"];
    tools::execute(tools::cargo().current_dir(tools::root()?).args(["build", "--release"]).args(package))?;
    let target = tools::target()?;
    let folder = target.join("instructions");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut callgrind = Command::new("valgrind");
    callgrind.args([
        "--tool=callgrind",
        "--quiet",
        "--collect-atstart=no",
        "--combine-dumps=no",
        "--compress-strings=no",
    ]);
    callgrind.args([format!("--toggle-collect={CALL}"), format!("--dump-after={CALL}")]);
    callgrind.arg(format!("--callgrind-out-file={}", folder.join("counts").display()));
    let names = tools::output(callgrind.arg(target.join("release").join("instructions")))?;
    let dump = |(place, name): (usize, &str)| {
        let file = folder.join(format!("counts.{}", place + 1));
        Ok((name.to_owned(), instructions(&tools::read(&file)?).with_context(|| file.display().to_string())?))
    };
    names.lines().enumerate().map(dump).collect()
}

/// The instructions of one file of callgrind.
fn instructions(dump: &str) -> Result<u64> {
    let counted = |line: &str| line.strip_prefix("totals: ").or(line.strip_prefix("summary: "))?.parse().ok();
    dump.lines().find_map(counted).context("no total of instructions")
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
    fn reads_the_total_of_a_file() {
        assert_eq!(instructions("events: Ir\nfn=f\n3 5\n\ntotals: 586\n").unwrap(), 586);
        assert!(instructions("events: Ir\n").is_err());
    }
}
