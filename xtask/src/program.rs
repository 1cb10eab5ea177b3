//! The Python package of the command line: its wheel, built as pip builds it, and its program in a fresh environment.
use crate::{Outcome, python, tools};
use anyhow::{Context, Result, ensure};
use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Bytes that the program has at most.
const LARGEST: u64 = 20_000_000;
/// Libraries of the system that it may need.
const LIBRARIES: [&str; 5] = ["libc.", "libm.", "libgcc_s.", "linux-vdso.", "ld-linux"];

/// Where a panic ends the process, nobody goes through its stack. Symbols are stripped here, as a profile does not where it
/// has settings of single packages.
const FLAGS: &str = "-Cforce-unwind-tables=no -Cstrip=symbols";

/// Of the linker that Rust has for this target: one function for those of the same code, such as of two types of indices.
const LINK: &str = if cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
    "-Clink-arg=-Wl,--icf=all"
} else {
    ""
};

/// Builds the program, and with `wheel` its package, and runs it.
pub(crate) fn run(wheel: bool) -> Result<Outcome> {
    let (root, begun) = (tools::root()?, Instant::now());
    let mut build = tools::cargo();
    build.current_dir(&root).args(["rustc", "--locked", "--profile", "program", "-p", "lacuna-train"]);
    build.args(["--bin", "lacuna-train", "--no-default-features", "--"]).args(LINK.split_whitespace());
    let flags = env::var("RUSTFLAGS").map_or_else(|_| FLAGS.to_owned(), |own| format!("{own} {FLAGS}"));
    tools::execute(build.env("RUSTFLAGS", flags))?;
    let built = begun.elapsed().as_secs();
    let program = tools::target()?.join("program").join(format!("lacuna-train{EXE_SUFFIX}"));
    let bytes = program.metadata()?.len();
    println!("{}: {bytes} bytes, {built} s", program.display());
    ensure!(bytes <= LARGEST, "the program is larger than {LARGEST} bytes");
    expect_no_library(&program)?;
    if wheel { check_wheel(&root, &program) } else { Ok(Outcome::Passed) }
}

fn check_wheel(root: &Path, program: &Path) -> Result<Outcome> {
    let folder = tools::target()?.join("program-wheel");
    fs::create_dir_all(&folder)?;
    let source = root.join("python/cli");
    let python = python::bare(&folder.join("venv"))?;
    let wheel = python::installed_wheel(&python, &source, &folder, ("LACUNA_PROGRAM", program))?;
    println!("{}: {} bytes", wheel.display(), wheel.metadata()?.len());

    // The commands of its page, on files with the names that they have there.
    let away = folder.join("away");
    if away.exists() {
        fs::remove_dir_all(&away)?;
    }
    fs::create_dir_all(&away)?;
    for (from, to) in [("train", "clicks"), ("test", "new")] {
        fs::copy(root.join(format!("data/agaricus.{from}.libsvm")), away.join(format!("{to}.libsvm")))?;
    }
    let page = tools::read(&source.join("README.md"))?;
    let block = page.split_once("```sh\n").and_then(|(_, rest)| rest.split_once("```")).context("no commands")?.0;
    let commands: String =
        block.lines().filter(|line| line.starts_with("lacuna ")).map(|line| format!("{line}\n")).collect();
    ensure!(commands.lines().count() == 3, "the page has other commands:\n{block}");
    let path = python::search_path(&python)?;
    tools::execute(Command::new("sh").args(["-exc", &commands]).current_dir(&away).env("PATH", path))?;
    let predictions = tools::read(&away.join("probabilities.txt"))?;
    let rows = tools::read(&away.join("new.libsvm"))?.lines().count();
    ensure!(predictions.lines().count() == rows, "{} predictions of {rows} rows", predictions.lines().count());
    Ok(Outcome::Passed)
}

/// Refuses a program that needs more than a system without anything installed has.
fn expect_no_library(program: &Path) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let needed = tools::output(Command::new("ldd").arg(program))?;
    for line in needed.lines() {
        let name = line.trim().rsplit('/').next().unwrap_or_default();
        let is_known = LIBRARIES.iter().any(|known| line.trim().starts_with(known) || name.starts_with(known));
        ensure!(is_known, "the program needs a library:\n{needed}");
    }
    Ok(())
}
