//! Programs that may crash or hang.
use crate::tools;
use anyhow::{Context, Result};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A hundred times what the slowest run takes.
const LIMIT: Duration = Duration::from_secs(900);

/// How a program ended.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    /// None if it was killed, as it did not end in time.
    pub(super) status: Option<ExitStatus>,
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) seconds: f64,
}

impl Ended {
    /// Its status, and its panic or else the last line that it wrote to the standard error.
    pub(super) fn last_words(&self) -> String {
        let status = self.status.map_or_else(|| format!("killed after {} s", LIMIT.as_secs()), |status| status.to_string());
        let lines: Vec<_> = self.stderr.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let words = match lines.iter().position(|line| line.contains("panicked at ")) {
            Some(panic) => lines[panic..].iter().take(2).copied().collect::<Vec<_>>().join(" "),
            None => lines.last().copied().unwrap_or_default().to_owned(),
        };
        if words.is_empty() { status } else { format!("{status}: {words}") }
    }
}

/// Runs a program to its end. Its output stays in `log`.out and `log`.err.
pub(super) fn run(command: &mut Command, log: &Path) -> Result<Ended> {
    run_within(LIMIT, command, log)
}

fn run_within(limit: Duration, command: &mut Command, log: &Path) -> Result<Ended> {
    let start = Instant::now();
    let files = [log.with_extension("out"), log.with_extension("err")];
    let [stdout, stderr] = files.each_ref().map(|file| File::create(file).with_context(|| format!("{} cannot be written", file.display())));
    let mut child = command.stdin(Stdio::null()).stdout(stdout?).stderr(stderr?).spawn().with_context(|| format!("{command:?}"))?;
    let status = tools::wait_within(limit, &mut child)?;
    let [stdout, stderr] = files.map(|file| fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()));
    Ok(Ended { status, stdout: stdout?, stderr: stderr?, seconds: start.elapsed().as_secs_f64() })
}

/// The first version number that the program tells: `qemu-aarch64 version 7.2.22 (Debian ...)`, `v20.20.2`.
pub(super) fn version(program: &str) -> Result<String> {
    let text = tools::output(Command::new(program).arg("--version"))?;
    let number = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
    Ok(text.split_whitespace().map(|word| word.trim_start_matches('v')).find(number).unwrap_or_default().to_owned())
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn shell(name: &str, limit: Duration, script: &str) -> Ended {
        let log = std::env::temp_dir().join(format!("lacuna-arch-{name}-{}", std::process::id()));
        let ended = run_within(limit, Command::new("sh").args(["-c", script]), &log).unwrap();
        fs::remove_file(log.with_extension("out")).unwrap();
        fs::remove_file(log.with_extension("err")).unwrap();
        ended
    }

    #[test]
    fn output_and_status_are_told() {
        let ended = shell("status", LIMIT, "echo out; echo first >&2; echo last >&2; exit 3");
        assert_eq!((&*ended.stdout, &*ended.stderr), ("out\n", "first\nlast\n"));
        assert_eq!(ended.last_words(), "exit status: 3: last");
    }

    #[test]
    fn a_crash_is_told() {
        let ended = shell("crash", LIMIT, "kill -SEGV $$");
        assert!(ended.last_words().starts_with("signal: 11"), "{}", ended.last_words());
    }

    #[test]
    fn a_panic_is_told_rather_than_the_hint_after_it() {
        let script =
            "echo ran 3 cases >&2; echo \"thread 'main' panicked at a.rs:1:2:\" >&2; echo too short >&2; echo note: more >&2; exit 101";
        assert_eq!(shell("panic", LIMIT, script).last_words(), "exit status: 101: thread 'main' panicked at a.rs:1:2: too short");
    }

    #[test]
    fn a_program_that_hangs_is_killed() {
        let ended = shell("hang", Duration::from_millis(200), "echo started; exec sleep 60");
        assert_eq!((ended.status, &*ended.stdout), (None, "started\n"));
        assert_eq!(ended.last_words(), "killed after 900 s");
    }
}
