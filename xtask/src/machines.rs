//! Ranks of MPI on this machine: what they send each other, and how they end when one of them fails.
mod programs;

use crate::system::{self, Package};
use crate::{Outcome, tools};
use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

const PACKAGES: [Package; 3] = [
    Package { provides: "mpirun", name: "openmpi-bin" },
    // With the headers.
    Package { provides: "mpicc", name: "libopenmpi-dev" },
    // Bindings for Rust are made by it.
    Package { provides: "/usr/lib/llvm-*/lib/libclang.so", name: "libclang-dev" },
];

/// Seconds without a sign of life that the others bear.
const LIMIT: u64 = 2;
/// Seconds that starting and ending a few processes may take, on a machine that does something else, too.
const SLACK: u64 = 30;
/// Ranks in the tests of failures.
const RANKS: usize = 4;

/// What a rank does, after how many milliseconds.
#[derive(Clone, Copy, Debug)]
struct Blow {
    does: &'static str,
    rank: usize,
    after: u64,
}

/// What the others print.
#[derive(Clone, Copy, Debug)]
enum Lines {
    /// Each why it ends.
    Each(&'static str),
    /// `mpirun` alone, of a rank that it calls so.
    Mpirun(fn(usize) -> String),
}

const SILENT: Lines = Lines::Each("has sent nothing for 2 s: it hangs, was killed, or its machine is not reached");

/// With the options of `mpirun`.
const FAILURES: [(&str, &[&str], Lines); 7] = [
    ("fail", &[], Lines::Each("has failed: its disk is full")),
    ("return", &[], Lines::Each("has ended")),
    ("stop", &[], SILENT),
    ("kill", &[], Lines::Mpirun(|rank| format!("process rank {rank} with PID"))),
    ("exit", &[], Lines::Mpirun(|rank| format!(",1],{rank}]\n  Exit code:    3"))),
    ("kill", &["--enable-recovery"], SILENT),
    ("exit", &["--enable-recovery"], SILENT),
];

/// Early, when large messages are under way, and later. Each failure comes at one of them, or with `LACUNA_CI=whole` at
/// all.
const MOMENTS: [(usize, u64); 3] = [(0, 5), (2, 300), (3, 777)];

pub(crate) fn run() -> Result<Outcome> {
    system::provide(&PACKAGES)?;
    build()?;
    let program = tools::target()?.join("release/examples/ranks");
    let ranks = Ranks { program, log: tools::target()?.join("machines.log"), root: is_root()? };
    for count in [1, 2, 3, 4, 8] {
        let text = ranks.run(count, &[], ["talk", "0", "0", "30"], Duration::from_secs(300))?.1;
        ranks.each(&text, 0..count, "as threads")?;
        println!("{count} ranks: all_to_all, all_gather and single messages are those of threads");
    }
    // It gives no message for three times the limit.
    let text = ranks.run(3, &[], ["compute", "1", "6000", "2"], Duration::from_secs(60))?.1;
    ranks.each(&text, 0..3, "done")?;
    println!("a rank that computes for 6 s is not silent");
    for (number, (does, options, expected)) in FAILURES.into_iter().enumerate() {
        let moments = if is_whole() { &MOMENTS } else { &MOMENTS[number % MOMENTS.len()..][..1] };
        for &(rank, after) in moments {
            ranks.survive(Blow { does, rank, after }, options, expected)?;
        }
    }
    programs::run(ranks.root)?;
    Ok(Outcome::Passed)
}

/// Builds the program and the ranks with MPI, and otherwise as the tests are built, whose crates then need not be compiled
/// again: that takes an example, for which cargo unites the features of tests.
fn build() -> Result<()> {
    let mut cargo = tools::cargo();
    cargo.current_dir(tools::root()?).args(["build", "--release", "--quiet", "--locked", "--workspace"]);
    cargo.args(["--features", "lacuna-harness/mpi", "--bin", "lacuna", "--example", "ranks"]);
    // What is compiled only for this, and then runs for seconds.
    for package in ["lacuna-arrays", "lacuna-runtime", "lacuna-models", "lacuna-train"] {
        cargo.args(["--config", &format!("profile.release.package.{package}.opt-level=1")]);
    }
    tools::execute(&mut cargo)
}

/// Whether all is asked for, and not what fits into a run of CI.
fn is_whole() -> bool {
    env::var("LACUNA_CI").is_ok_and(|asked| asked == "whole")
}

fn is_root() -> Result<bool> {
    Ok(tools::output(Command::new("id").arg("-u"))?.trim() == "0")
}

struct Ranks {
    program: PathBuf,
    log: PathBuf,
    root: bool,
}

impl Ranks {
    /// What they and `mpirun` print, and the seconds until all have ended.
    fn run(&self, count: usize, options: &[&str], arguments: [&str; 4], limit: Duration) -> Result<(f64, String)> {
        let mut command = Command::new("sh");
        // Both streams, in the order of their lines.
        command.args(["-c", "exec mpirun \"$@\" 2>&1", "mpirun"]);
        if self.root {
            command.arg("--allow-run-as-root");
        }
        command.args(["--oversubscribe", "-n", &count.to_string()]).args(options).arg(&self.program).args(arguments);
        let started = Instant::now();
        let (status, text) = tools::output_within(limit, &mut command, &self.log)?;
        let fails = !["talk", "compute"].contains(&arguments[0]) && options.is_empty();
        ensure!(status.success() != fails, "{command:?}: {status}, after it has printed:\n{text}");
        Ok((started.elapsed().as_secs_f64(), text))
    }

    /// Each rank prints one line with these words.
    fn each(&self, text: &str, ranks: impl IntoIterator<Item = usize>, words: &str) -> Result<()> {
        for rank in ranks {
            let lines: Vec<_> = text.lines().filter(|line| line.starts_with(&format!("rank {rank}: "))).collect();
            let [line] = lines[..] else { bail!("rank {rank} has printed {} lines:\n{text}", lines.len()) };
            let told = line.split_once(": ").context("no words")?.1;
            ensure!(told.starts_with(words), "rank {rank} has printed `{told}`, not `{words}`:\n{text}");
        }
        Ok(())
    }

    fn survive(&self, blow: Blow, options: &[&str], expected: Lines) -> Result<()> {
        let Blow { does, rank, after } = blow;
        let arguments = [does, &rank.to_string(), &after.to_string(), &LIMIT.to_string()];
        let limit = Duration::from_secs(LIMIT + SLACK) + Duration::from_millis(after);
        let (seconds, text) = self.run(RANKS, options, arguments, limit)?;
        match expected {
            Lines::Each(words) => {
                self.each(&text, (0..RANKS).filter(|&other| other != rank), &format!("rank {rank} {words}"))?;
            }
            Lines::Mpirun(words) => {
                ensure!(text.contains(&words(rank)), "mpirun does not name rank {rank}:\n{text}");
            }
        }
        let who = if matches!(expected, Lines::Each(_)) { "each other rank names it" } else { "mpirun names it" };
        let options = options.iter().map(|option| format!(" {option}")).collect::<String>();
        println!("{does}{options}, rank {rank} after {after} ms: {who}, all have ended after {seconds:.1} s");
        Ok(())
    }
}
