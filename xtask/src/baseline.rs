//! Recorded instruction counts, and how new ones compare with them.
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;

/// Counts by `family,bench,doors`.
pub(crate) type Counts = BTreeMap<String, u64>;

/// What counts depend on beside the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Environment {
    /// `rustc --version`.
    pub(crate) rustc: String,
    /// The target triple and the level of the dispatched doors.
    pub(crate) target: String,
    /// `valgrind --version`; for information only.
    pub(crate) valgrind: String,
}

/// The contents of a baseline file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Baseline {
    pub(crate) environment: Environment,
    pub(crate) counts: Counts,
}

const HEADER: &str = "family,bench,doors,instructions";

impl Baseline {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines();
        let mut comment =
            || lines.next().and_then(|line| line.strip_prefix("# ")).map(str::to_owned).context("three comment lines come first");
        let environment = Environment { rustc: comment()?, target: comment()?, valgrind: comment()? };
        ensure!(lines.next() == Some(HEADER), "line 4 is not {HEADER}");
        let count = |line: &str| {
            let (name, count) = line.rsplit_once(',').with_context(|| format!("no count: {line}"))?;
            Ok((name.to_owned(), count.parse().with_context(|| line.to_owned())?))
        };
        Ok(Self { environment, counts: lines.map(count).collect::<Result<_>>()? })
    }

    pub(crate) fn to_text(&self) -> String {
        let Environment { rustc, target, valgrind } = &self.environment;
        let counts: String = self.counts.iter().map(|(name, count)| format!("{name},{count}\n")).collect();
        format!("# {rustc}\n# {target}\n# {valgrind}\n{HEADER}\n{counts}")
    }
}

/// Counts may be this many percent above the baseline.
pub(crate) const LIMIT_PERCENT: f64 = 2.0;

/// The differences as a table, and whether one of them is a failure.
pub(crate) fn compare(old: &Counts, new: &Counts) -> (String, bool) {
    let mut table = String::new();
    let mut failed = false;
    let names: std::collections::BTreeSet<_> = old.keys().chain(new.keys()).collect();
    for name in names {
        let (old, new) = (old.get(name), new.get(name));
        let (percent, remark) = match (old, new) {
            (Some(old), Some(new)) if old == new => continue,
            (Some(&old), Some(&new)) => {
                let percent = (new as f64 - old as f64) / old as f64 * 100.0;
                let remark = if percent > LIMIT_PERCENT {
                    "REGRESSION"
                } else if percent < -LIMIT_PERCENT {
                    "better"
                } else {
                    ""
                };
                (format!("{percent:+.2} %"), remark)
            }
            (None, _) => (String::new(), "NOT IN THE BASELINE"),
            (_, None) => (String::new(), "NO LONGER COUNTED"),
        };
        failed |= remark.chars().any(char::is_uppercase);
        let show = |count: Option<&u64>| count.map_or("-".to_owned(), u64::to_string);
        let line = format!("{name:<46} {:>9} {:>9} {percent:>9}  {remark}", show(old), show(new));
        table += line.trim_end();
        table.push('\n');
    }
    if !table.is_empty() {
        table.insert_str(0, &format!("{:<46} {:>9} {:>9} {:>9}\n", "bench", "old", "new", "change"));
    }
    (table, failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(counts: &[(&str, u64)]) -> Counts {
        counts.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
    }

    #[test]
    fn file_round_trip() {
        let environment = Environment { rustc: "rustc 1".into(), target: "x86, avx2".into(), valgrind: "valgrind-3".into() };
        let baseline = Baseline { environment, counts: counts(&[("dot,a,scalar", 10), ("dot,b,scalar", 20)]) };
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
}
