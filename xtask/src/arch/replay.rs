//! Other processors: the calls that the C ABI gets from the golden cases are recorded here and replayed there, and the
//! hashes of their answers compared with the project's list.
use super::Reference;
use super::check::{Check, Verdict, program, version};
use crate::tools;
use anyhow::Result;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

/// Records the calls, replays them (`replay` builds and runs, and gives a line for each case: its title and its hash),
/// and compares.
pub(super) fn run(
    target: &str,
    emulator: &str,
    replay: fn(&Path) -> Result<String>,
    reference: &Reference,
    checks: &mut Vec<Check>,
) -> Result<()> {
    let calls = reference.results.join("calls.bin");
    tools::execute(program(&[&reference.verifier])?.args(["golden", "hashes", "--record"]).arg(&calls))?;
    let start = Instant::now();
    let found = replay(&calls)?;
    let verdict = compare(&tools::read(&tools::root()?.join("fixtures/hashes.txt"))?, &found);
    let (how, what) =
        (format!("{emulator} {}", version(emulator)?), format!("replay of {} cases", found.lines().count()));
    println!("   {what}: {verdict}");
    checks.push(Check { seconds: start.elapsed().as_secs_f64(), verdict, ..Check::new(target, &how, &what) });
    Ok(())
}

/// Two lists of titles and hashes, in any order: how many lines are in one of them only, and the first.
fn compare(expected: &str, found: &str) -> Verdict {
    let [expected, found] = [expected, found].map(|text| text.lines().collect::<BTreeSet<_>>());
    let mut differing = expected.symmetric_difference(&found);
    match differing.next() {
        None if found.is_empty() => Verdict::Failed("nothing ran".to_owned()),
        None => Verdict::Same,
        Some(line) => {
            let whose = if found.contains(line) { "found" } else { "expected" };
            Verdict::Failed(format!(
                "{} lines are in one list only, first, as {whose}: {line:?}",
                1 + differing.count()
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_compared_as_sets() {
        assert_eq!(compare("dot/a 01\ndot/b 02\n", "dot/b 02\ndot/a 01\n"), Verdict::Same);
        for (expected, found) in
            [("dot/a 01\n", "dot/a 03\n"), ("a 1\nb 2\n", "a 1\n"), ("a 1\n", "a 1\nc 5\n"), ("a 1\n", ""), ("", "")]
        {
            assert!(matches!(compare(expected, found), Verdict::Failed(_)), "{expected} {found}");
        }
    }
}
