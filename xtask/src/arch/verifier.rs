//! The program `lacuna` on a target: its results against golden files of this machine, the hashes of its C ABI against the project's list, and all of its backends against each other.
use super::line::{Line, Verdict};
use super::{Reference, program};
use anyhow::{Context, Result};
use lacuna::dispatch::Level;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Backends that must run on every target.
const BACKENDS: &str = "scalar,cpu,capi";
const THREADS: &str = "1,2,7";

/// The program, and how it is started.
pub(super) struct Verifier {
    /// In outputs.
    pub(super) target: String,
    /// What executes it, in words.
    pub(super) how: String,
    /// The emulator and its arguments; none for this processor.
    pub(super) emulator: Vec<PathBuf>,
    pub(super) file: PathBuf,
    /// Levels that its kernels have; on architectures other than x86-64 the baseline alone.
    pub(super) levels: &'static [Level],
}

/// What one call of the program found, for one level.
#[derive(Debug, PartialEq)]
struct Check {
    what: String,
    level: Level,
    cases: usize,
    runs: usize,
    verdict: Verdict,
}

impl Verifier {
    /// A line for each level.
    pub(super) fn check(&self, reference: &Reference) -> Result<Vec<Line>> {
        let best = self.levels.iter().copied().filter(|level| level.is_available()).max().unwrap_or(Level::Baseline);
        let mut checks = Vec::new();
        let mut seconds = 0.0;
        let mut told = |new: Vec<Check>, took: f64| {
            seconds += took;
            for Check { what, runs, verdict, .. } in &new {
                println!("   {what}: {runs} runs, {verdict}");
            }
            checks.extend(new);
        };
        for (backend, level) in [("scalar", Level::Baseline), ("cpu", best)] {
            let arguments = ["golden", "check", "--backend", backend];
            let ended = self.run(&format!("golden-{backend}"), &arguments, &[&reference.golden], &reference.results)?;
            told(vec![listed(format!("golden {backend}"), level, &ended)], ended.seconds);
        }
        for &level in self.levels.iter().filter(|level| level.is_available()) {
            let ended = self.run(&format!("hashes-{level}"), &["golden", "hashes", "--level", level.name()], &[], &reference.results)?;
            told(vec![listed(format!("C ABI, {level}"), level, &ended)], ended.seconds);
        }
        let report = reference.results.join(format!("{}-verify.json", self.target));
        let arguments = ["verify", "--backend", BACKENDS, "--require", BACKENDS, "--threads", THREADS, "--json"];
        let ended = self.run("verify", &arguments, &[&report], &reference.results)?;
        told(verified(&ended, fs::read_to_string(report).ok().as_deref(), best), ended.seconds);

        let mut lines: Vec<_> = self.levels.iter().map(|level| self.line(*level, &checks)).collect();
        if let Some(first) = lines.first_mut() {
            first.seconds = Some(seconds);
        }
        Ok(lines)
    }

    fn line(&self, level: Level, checks: &[Check]) -> Line {
        let target = if self.levels.len() > 1 { format!("{} {level}", self.target) } else { self.target.clone() };
        let mut line = Line::new(&target, &self.how);
        for check in checks.iter().filter(|check| check.level == level) {
            line.add(check.cases, check.runs, &check.verdict);
        }
        line
    }

    fn run(&self, name: &str, arguments: &[&str], files: &[&Path], folder: &Path) -> Result<program::Ended> {
        let mut words = self.emulator.iter().chain([&self.file]);
        let mut command = Command::new(words.next().context("no program")?);
        // An emulator that crashes may leave a core file.
        command.args(words).args(arguments).args(files).current_dir(folder);
        program::run(&mut command, &folder.join(format!("{}-{name}", self.target)))
    }
}

/// How a call of the program that prints differences as indented lines, and at its end the number of cases, ended.
fn listed(what: String, level: Level, ended: &program::Ended) -> Check {
    let counted = |line: &str| line.split_once(": ")?.1.split(' ').next()?.parse().ok();
    let cases = ended.stdout.lines().next_back().and_then(counted);
    let verdict = match (ended.status.and_then(|status| status.code()), cases) {
        (Some(0), Some(1..)) => Verdict::Same,
        (Some(1), _) => first_difference(ended),
        _ => Verdict::Broken(ended.last_words()),
    };
    let cases = cases.unwrap_or(0);
    Check { what, level, cases, runs: cases, verdict }
}

/// What a program that ended with 1 shows first.
fn first_difference(ended: &program::Ended) -> Verdict {
    match ended.stdout.lines().find(|line| line.starts_with("  ")) {
        Some(line) => Verdict::Differs(line.trim().to_owned()),
        None => Verdict::Broken(ended.last_words()),
    }
}

/// The backends of `lacuna verify`, by its report. What is wrong with a case, but with no backend's bits, is said of the baseline.
fn verified(ended: &program::Ended, report: Option<&str>, best: Level) -> Vec<Check> {
    let broken =
        |reason| vec![Check { what: "verify".to_owned(), level: Level::Baseline, cases: 0, runs: 0, verdict: Verdict::Broken(reason) }];
    let code = ended.status.and_then(|status| status.code());
    let (Some(0 | 1), Some(report)) = (code, report) else { return broken(ended.last_words()) };
    let Ok(report) = serde_json::from_str::<Value>(report) else { return broken("the report cannot be read".to_owned()) };
    let number = |value: &Value| value.as_u64().map_or(0, |number| number as usize);
    let cases = number(&report["passed"]) + number(&report["failed"]);
    let failure = || first_failure(&report).unwrap_or_else(|| ended.last_words());
    let mut checks = Vec::new();
    for backend in report["backends"].as_array().map(Vec::as_slice).unwrap_or_default() {
        let name = backend["backend"].as_str().unwrap_or_default();
        let level = match name.strip_prefix("cpu ") {
            Some(level) => Level::ALL.into_iter().find(|known| known.name() == level).unwrap_or(Level::Baseline),
            None if name.starts_with("capi") => best,
            None => Level::Baseline,
        };
        let runs = number(&backend["runs"]);
        let verdict = match (backend["skipped"].as_str(), number(&backend["differing"])) {
            (Some(reason), _) if name.starts_with("cpu ") => Verdict::Unavailable(reason.to_owned()),
            (Some(reason), _) => Verdict::Broken(reason.to_owned()),
            (None, 0) if runs == 0 => Verdict::Broken("nothing ran".to_owned()),
            (None, 0) => Verdict::Same,
            (None, differing) => Verdict::Differs(format!("{differing} of {runs} runs; {}", failure())),
        };
        let cases = if runs == 0 { 0 } else { cases };
        checks.push(Check { what: format!("verify, {name}"), level, cases, runs, verdict });
    }
    if checks.is_empty() || code != Some(0) && !checks.iter().any(|check| check.verdict.is_wrong()) {
        let verdict = first_failure(&report).map_or_else(|| Verdict::Broken(ended.last_words()), Verdict::Differs);
        checks.push(Check { what: "verify".to_owned(), level: Level::Baseline, cases, runs: 0, verdict });
    }
    checks
}

/// The first failure in a report: the case, the backend, what should be there and what is.
fn first_failure(report: &Value) -> Option<String> {
    report["cases"].as_array()?.iter().find_map(|case| {
        let failure = case["status"]["failed"].as_array()?.first()?;
        let text = |field: &str| failure[field].as_str().unwrap_or_default();
        let file = Path::new(case["file"].as_str()?).file_stem()?.to_string_lossy();
        Some(format!(
            "{}/{file} on {}: {}{}: expected {} {}, found {} {}",
            case["operator"].as_str()?,
            text("backend"),
            text("output"),
            text("place"),
            text("expected"),
            text("expected_bits"),
            text("found"),
            text("found_bits")
        ))
    })
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    fn ended(code: i32, stdout: &str) -> program::Ended {
        let (stdout, stderr) = (stdout.to_owned(), "error: no such file\n".to_owned());
        program::Ended { status: Some(ExitStatus::from_raw(code << 8)), stdout, stderr, seconds: 1.0 }
    }

    fn verdict(code: i32, stdout: &str) -> (usize, Verdict) {
        let Check { cases, verdict, .. } = listed("golden".to_owned(), Level::Baseline, &ended(code, stdout));
        (cases, verdict)
    }

    #[test]
    fn differences_are_told_and_nothing_compared_is_no_success() {
        assert_eq!(verdict(0, "ok: 12 results in /g, 0 differ\n"), (12, Verdict::Same));
        let differs = Verdict::Differs("dot/a: out[0, 1]: expected 1, found 2".to_owned());
        let shown = "  dot/a: out[0, 1]: expected 1, found 2\n  dot/b: x\nFAILED: 12 results in /g, 2 differ\n";
        assert_eq!(verdict(1, shown), (12, differs));
        let broken = |code| Verdict::Broken(format!("exit status: {code}: error: no such file"));
        assert_eq!(verdict(0, "ok: 0 results in /g, 0 differ\n"), (0, broken(0)));
        assert_eq!(verdict(0, ""), (0, broken(0)));
        assert_eq!(verdict(1, ""), (0, broken(1)));
        assert_eq!(verdict(2, ""), (0, broken(2)));
    }

    fn report(backends: &str, failed: usize) -> String {
        let failure = r#"{"backend": "cpu avx2 x7 i32", "output": "out", "place": "[0, 1]", "expected": "1", "expected_bits": "0x1", "found": "2", "found_bits": "0x2"}"#;
        let case = format!(r#"{{"file": "/f/dot/a.safetensors", "operator": "dot", "status": {{"failed": [{failure}]}}}}"#);
        let passed = r#"{"file": "/f/dot/b.safetensors", "operator": "dot", "status": "passed"}"#;
        let cases = if failed == 0 { passed.to_owned() } else { format!("{passed}, {case}") };
        format!(r#"{{"passed": 1, "failed": {failed}, "backends": [{backends}], "cases": [{cases}]}}"#)
    }

    const SCALAR: &str = r#"{"backend": "scalar", "runs": 3, "differing": 0, "skipped": null}"#;
    const FIRST: &str = "dot/a on cpu avx2 x7 i32: out[0, 1]: expected 1 0x1, found 2 0x2";

    #[test]
    fn each_level_has_its_own_verdict() {
        let backends = format!(
            r#"{SCALAR}, {{"backend": "cpu avx2", "runs": 9, "differing": 1, "skipped": null}},
               {{"backend": "cpu avx512", "runs": 0, "differing": 0, "skipped": "not here"}},
               {{"backend": "capi (liblacuna_capi.so 0.1.0)", "runs": 3, "differing": 0, "skipped": null}}"#
        );
        let checks = verified(&ended(1, ""), Some(&report(&backends, 1)), Level::Avx2);
        let found: Vec<_> = checks.iter().map(|check| (check.level, check.cases, check.runs, check.verdict.clone())).collect();
        let differs = Verdict::Differs(format!("1 of 9 runs; {FIRST}"));
        let unavailable = Verdict::Unavailable("not here".to_owned());
        let expected = [
            (Level::Baseline, 2, 3, Verdict::Same),
            (Level::Avx2, 2, 9, differs),
            (Level::Avx512, 0, 0, unavailable),
            (Level::Avx2, 2, 3, Verdict::Same),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_failure_that_no_backend_has_and_a_missing_backend_are_told() {
        let checks = verified(&ended(1, ""), Some(&report(SCALAR, 1)), Level::Baseline);
        assert_eq!(checks.last().unwrap().verdict, Verdict::Differs(FIRST.to_owned()));
        let missing = r#"{"backend": "capi", "runs": 0, "differing": 0, "skipped": "no library"}"#;
        let checks = verified(&ended(1, ""), Some(&report(&format!("{SCALAR}, {missing}"), 0)), Level::Baseline);
        assert_eq!(checks.len(), 2);
        assert_eq!(checks[1].verdict, Verdict::Broken("no library".to_owned()));
    }

    #[test]
    fn no_report_is_no_success() {
        for report in [None, Some("{"), Some(r#"{"backends": []}"#)] {
            let checks = verified(&ended(0, ""), report, Level::Baseline);
            assert!(checks.iter().any(|check| check.verdict.is_wrong()), "{checks:?}");
        }
        let crashed = program::Ended { status: Some(ExitStatus::from_raw(11)), ..ended(0, "") };
        let checks = verified(&crashed, Some(&report(SCALAR, 0)), Level::Baseline);
        assert!(matches!(&checks[0].verdict, Verdict::Broken(reason) if reason.starts_with("signal: 11")), "{checks:?}");
    }
}
