//! Small runs of the training programs, of which every processor must end with the same file.
use super::check::program;
use crate::tools;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A hundred times what the slowest takes.
const LIMIT: Duration = Duration::from_secs(300);

/// The command and its arguments. `DATA` is the folder of data.
pub(super) const PROGRAMS: &[(&str, &str)] = &[
    ("linear", "--data DATA/agaricus.test.libsvm --epochs 2"),
    ("classify", "--data DATA/agaricus.test.libsvm --passes 2"),
    ("linear-classification", "--data DATA/agaricus.test.libsvm --epochs 2"),
    ("mlp", "--features 2000 --hidden 16,4 --density 0.005 --epochs 2"),
    ("fm", "--data DATA/agaricus.test.libsvm --epochs 2"),
    ("mf", "--users 200 --items 100 --scores 4000 --factors 16 --epochs 2"),
    ("wide-deep", "--rows 500 --epochs 2"),
    ("lm", "--sentences 300 --hidden 32 --projection 16 --embedding 16 --epochs 1"),
];

/// What a run ends with.
fn run(words: &[PathBuf], name: &str, arguments: &str, threads: &str, file: &Path) -> Result<Vec<u8>> {
    let data = tools::root()?.join("data").display().to_string();
    let mut command = program(words)?;
    command.args(["train", name, "--quiet", "--threads", threads, "--save"]).arg(file);
    command.args(arguments.split(' ').map(|argument| argument.replace("DATA", &data)));
    let (status, said) = tools::output_within(LIMIT, &mut command, &file.with_extension("log"))?;
    if !status.success() {
        bail!("train {name}: {status}: {said}");
    }
    fs::read(file).with_context(|| file.display().to_string())
}

/// The files of this machine, on one thread.
pub(super) fn write(words: &[PathBuf], folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    PROGRAMS.iter().try_for_each(|(name, arguments)| run(words, name, arguments, "1", &folder.join(name)).map(drop))
}

/// Compares a run on two threads with the file of this machine.
pub(super) fn check(words: &[PathBuf], (name, arguments): (&str, &str), reference: &Path, file: &Path) -> Result<()> {
    let (found, expected) = (run(words, name, arguments, "2", file)?, fs::read(reference.join(name))?);
    if found == expected {
        return Ok(());
    }
    let place = found
        .iter()
        .zip(&expected)
        .position(|(found, expected)| found != expected)
        .unwrap_or(found.len().min(expected.len()));
    bail!(
        "byte {place} is another one than in {} ({} bytes, {} there)",
        reference.join(name).display(),
        found.len(),
        expected.len()
    )
}
