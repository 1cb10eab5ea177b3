//! What may see a fault: the verifier with its golden cases, the tests of devices, and the properties on the
//! interpreter.
use super::faults::Sight;
use crate::tools;
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What runs longer with a fault never ends.
const LIMIT: Duration = Duration::from_secs(600);

/// A program of tests and the names of those that run on the device.
#[derive(Debug)]
struct Tests {
    program: PathBuf,
    kind: &'static str,
    names: Vec<String>,
}

#[derive(Debug)]
pub(super) struct Programs {
    root: PathBuf,
    lacuna: PathBuf,
    tests: [Tests; 2],
}

impl Programs {
    /// Builds them as `cargo test` does.
    pub(super) fn build() -> Result<Self> {
        let root = tools::root()?;
        let lacuna = tools::lacuna()?;
        let mut cargo = tools::cargo();
        cargo.current_dir(&root).args(["test", "--release", "--quiet", "--locked", "-p", "lacuna-harness", "--no-run"]);
        let built = tools::output(cargo.args(["--test", "device", "--test", "properties", "--message-format=json"]))?;
        let tests = |name: &str, kind, is_of_device: fn(&str) -> bool| {
            let program = executable(&built, name).with_context(|| format!("cargo made no test {name}"))?;
            let list = tools::output(Command::new(&program).args(["--list", "--format=terse"]))?;
            let names = list.lines().filter_map(|line| line.strip_suffix(": test"));
            let names = names.filter(|name| is_of_device(name)).map(str::to_owned).collect();
            Ok::<_, anyhow::Error>(Tests { program, kind, names })
        };
        let of_properties = |name: &str| name.split("::").any(|part| part.starts_with("device_"));
        let tests = [tests("device", "test", |_| true)?, tests("properties", "property", of_properties)?];
        Ok(Self { root, lacuna, tests })
    }

    /// What finds a fault first among what is meant to see it.
    pub(super) fn seen(&self, sight: &Sight, planted: Planted) -> Result<Option<String>> {
        if let Some(case) = sight.golden.map(|golden| self.verify(Some(golden), planted)).transpose()?.flatten() {
            return Ok(Some(case));
        }
        for tests in &self.tests {
            let names: Vec<_> = tests.names.iter().filter(|name| sight.names(name)).collect();
            if let Some(test) = self.test(tests, &names, planted)? {
                return Ok(Some(test));
            }
        }
        Ok(None)
    }

    /// What finds it at all.
    pub(super) fn seen_by_any(&self, planted: Planted) -> Result<Option<String>> {
        for tests in &self.tests {
            if let Some(test) = self.test(tests, &tests.names.iter().collect::<Vec<_>>(), planted)? {
                return Ok(Some(test));
            }
        }
        self.verify(None, planted)
    }

    /// How many tests a sight names.
    pub(super) fn count(&self, sight: &Sight) -> usize {
        self.tests.iter().flat_map(|tests| &tests.names).filter(|name| sight.names(name)).count()
    }

    fn verify(&self, filter: Option<&str>, planted: Planted) -> Result<Option<String>> {
        let json = planted.folder.join("report.json");
        // That of another fault.
        let _ = fs::remove_file(&json);
        let mut command = command(&self.lacuna, planted);
        command.args(["verify", "--backend", "ptx-vm", "--json"]).arg(&json).current_dir(&self.root);
        command.args(filter.iter().flat_map(|filter| ["--filter", *filter]));
        match watched(command.stdout(Stdio::null()), |_| None)? {
            End::Passed => Ok(None),
            End::TooLate => Ok(Some("golden cases: no end".to_owned())),
            End::Failed(_) => {
                let text = fs::read_to_string(&json).with_context(|| format!("{command:?}"))?;
                let report: serde_json::Value = serde_json::from_str(&text)?;
                let failed = |case: &&serde_json::Value| case["status"]["failed"].is_array();
                let case = report["cases"].as_array().into_iter().flatten().find(failed);
                let case = case.and_then(|case| case["case"].as_str()).with_context(|| format!("{command:?}"))?;
                Ok(Some(format!("golden {case}")))
            }
        }
    }

    fn test(&self, tests: &Tests, names: &[&String], planted: Planted) -> Result<Option<String>> {
        if names.is_empty() {
            return Ok(None);
        }
        let mut command = command(&tests.program, planted);
        command.current_dir(self.root.join("harness")).args(["--test-threads=1", "--exact"]).args(names);
        let failed = |line: &str| Some(line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?.to_owned());
        Ok(match watched(command.stdout(Stdio::piped()), failed)? {
            End::Passed => None,
            End::Failed(Some(name)) => Some(format!("{} {name}", tests.kind)),
            End::Failed(None) => bail!("{command:?} failed without a test that did"),
            End::TooLate => Some(format!("{}: no end", tests.kind)),
        })
    }
}

/// A module with a fault, or without one.
#[derive(Clone, Copy)]
pub(super) struct Planted<'a> {
    pub(super) module: &'a Path,
    /// For a report.
    pub(super) folder: &'a Path,
    /// How many cases properties have, if not as many as they ask for.
    pub(super) cases: Option<&'a str>,
}

/// Its environment has nothing that asks for other cases or another device.
fn command(program: &Path, planted: Planted) -> Command {
    let mut command = Command::new(program);
    for variable in ["LACUNA_DEVICE", "LACUNA_CASES", "LACUNA_SEED"] {
        command.env_remove(variable);
    }
    if let Some(cases) = planted.cases {
        command.env("LACUNA_CASES", cases);
    }
    // The smallest case that fails is of no interest, and takes long to find.
    command.env("LACUNA_PTX", planted.module).env("LACUNA_SHRINK", "0").stdin(Stdio::null()).stderr(Stdio::null());
    command
}

/// The file that cargo's messages name for a test of the harness.
fn executable(messages: &str, test: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut files = messages.filter(|message| message["target"]["name"] == test);
    files.find_map(|message| Some(message["executable"].as_str()?.into()))
}

enum End {
    Passed,
    /// With what the first line that tells of it says.
    Failed(Option<String>),
    TooLate,
}

/// Runs a program until it ends, or prints a line that tells of a failure, or takes too long.
fn watched(command: &mut Command, failure: impl Fn(&str) -> Option<String>) -> Result<End> {
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| format!("{command:?}"))?;
    let (send, receive) = channel();
    let output = child.stdout.take();
    let reader = thread::spawn(move || {
        for line in output.into_iter().flat_map(|output| BufReader::new(output).lines()).map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    let stop = |mut child: Child| child.kill().and_then(|()| child.wait());
    let end = loop {
        match receive.recv_timeout(Duration::from_millis(20)) {
            Ok(line) => {
                if let Some(what) = failure(&line) {
                    stop(child)?;
                    break End::Failed(Some(what));
                }
                continue;
            }
            // Without output that is read, the end is asked for.
            Err(RecvTimeoutError::Disconnected) => thread::sleep(Duration::from_millis(5)),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(status) = child.try_wait()? {
            // Its last lines may still come.
            let what = receive.iter().find_map(|line| failure(&line));
            break if status.success() { End::Passed } else { End::Failed(what) };
        }
        if start.elapsed() > LIMIT {
            stop(child)?;
            break End::TooLate;
        }
    };
    drop(receive);
    let _ = reader.join();
    Ok(end)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> End {
        let failure = |line: &str| line.strip_suffix(" FAILED").map(str::to_owned);
        watched(Command::new("sh").args(["-c", script]).stdout(Stdio::piped()), failure).unwrap()
    }

    #[test]
    fn a_program_is_watched_until_it_fails() {
        assert!(matches!(shell("echo one; echo two"), End::Passed));
        assert!(matches!(shell("echo one; exit 3"), End::Failed(None)));
        assert!(matches!(shell("echo one FAILED; exit 3"), End::Failed(Some(what)) if what == "one"));
        let start = Instant::now();
        assert!(matches!(shell("echo one FAILED; exec sleep 60"), End::Failed(Some(what)) if what == "one"));
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn the_program_of_a_test_is_in_the_messages_of_cargo() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"device"},"executable":null}
no message
{"reason":"compiler-artifact","target":{"name":"device"},"executable":"/deps/device-1"}"#;
        assert_eq!(executable(messages, "device"), Some("/deps/device-1".into()));
        assert_eq!(executable(messages, "properties"), None);
    }
}
