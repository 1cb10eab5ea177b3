//! Processors without an operating system: the calls that the C ABI gets from the golden cases are recorded here and replayed there, and the hashes of their answers
//! compared with the project's list.
use super::line::{Line, Verdict};
use super::{Reference, program};
use crate::tools;
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A processor.
pub(super) struct Replay {
    pub(super) name: &'static str,
    /// What executes it, in words, and the program that tells its version.
    pub(super) how: &'static str,
    pub(super) emulator: &'static str,
    /// Builds and runs: a line for each case, its title and its hash; or what is missing.
    pub(super) run: fn(&Path) -> Result<Result<String, String>>,
}

pub(super) fn run(replay: &Replay, reference: &Reference) -> Result<Vec<Line>> {
    let calls = reference.results.join("calls.bin");
    let mut record = Command::new(&reference.verifier);
    record.args(["golden", "hashes", "--record"]).arg(&calls).current_dir(tools::root()?);
    let ended = program::run(&mut record, &reference.results.join("record"))?;
    ensure!(ended.status.is_some_and(|status| status.success()), "the calls cannot be recorded: {}{}", ended.stdout, ended.last_words());
    let start = Instant::now();
    let found = match (replay.run)(&calls)? {
        Ok(found) => found,
        Err(reason) => return Ok(vec![Line::skipped(replay.name, reason)]),
    };
    let seconds = Some(start.elapsed().as_secs_f64());
    let list = tools::root()?.join("fixtures/hashes.txt");
    let expected = fs::read_to_string(&list).with_context(|| format!("{}", list.display()))?;
    let (cases, verdict) = compare(&expected, &found);
    println!("   replay: {cases} cases, {verdict}");
    let how = format!("{} {}", replay.how, program::version(replay.emulator)?);
    Ok(vec![Line { cases, runs: cases, verdict, seconds, ..Line::new(replay.name, &how) }])
}

/// Two lists of titles and hashes: the number of cases found, and the first that differs.
fn compare(expected: &str, found: &str) -> (usize, Verdict) {
    let parse = |text| -> Option<BTreeMap<_, _>> { str::lines(text).map(|line| line.split_once(' ')).collect() };
    let (Some(expected), Some(found)) = (parse(expected), parse(found)) else {
        return (0, Verdict::Broken("not a list of cases and hashes".to_owned()));
    };
    let cases = found.len();
    let hash = |hash: Option<&&str>| hash.map_or("nothing", |hash| hash).to_owned();
    let titles: BTreeSet<_> = expected.keys().chain(found.keys()).collect();
    let differing: Vec<_> = titles.into_iter().filter(|case| expected.get(*case) != found.get(*case)).collect();
    let verdict = match differing.split_first() {
        None if cases == 0 => Verdict::Broken("nothing ran".to_owned()),
        None => Verdict::Same,
        Some((case, others)) => {
            let (expected, found) = (hash(expected.get(*case)), hash(found.get(*case)));
            Verdict::Differs(format!("{case}: expected {expected}, found {found}; and {} more cases", others.len()))
        }
    };
    (cases, verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_compared_as_sets() {
        assert_eq!(compare("dot/a 01\ndot/b 02\n", "dot/b 02\ndot/a 01\n"), (2, Verdict::Same));
        let differs = |text: &str| Verdict::Differs(text.to_owned());
        let both = "dot/a: expected 01, found 03; and 1 more cases";
        assert_eq!(compare("dot/a 01\ndot/b 02\n", "dot/a 03\ndot/b 04\n"), (2, differs(both)));
        assert_eq!(compare("dot/a 01\ndot/b 02\n", "dot/a 01\n"), (1, differs("dot/b: expected 02, found nothing; and 0 more cases")));
        assert_eq!(compare("dot/a 01\n", "dot/a 01\ndot/c 05\n"), (2, differs("dot/c: expected nothing, found 05; and 0 more cases")));
    }

    #[test]
    fn nothing_is_no_success() {
        assert!(compare("", "").1.is_wrong());
        assert!(compare("dot/a 01\n", "").1.is_wrong());
        assert!(compare("dot/a 01\n", "panicked\n").1.is_wrong());
    }
}
