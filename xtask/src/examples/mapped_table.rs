//! The table larger than memory, run on a small one that lies in a file larger than what it takes of the disk. Its tests
//! are among those of the workspace.
use crate::{Outcome, tools};
use anyhow::{Result, bail, ensure};
use std::process::Command;

pub(crate) fn run() -> Result<Outcome> {
    let (root, target) = (tools::root()?, tools::target()?);
    // As the tests are built, whose crates then need not be compiled again: that takes an example, for which cargo
    // unites the features of tests.
    let mut build = tools::cargo();
    build.current_dir(root).args(["build", "--release", "--quiet", "--locked", "--workspace"]);
    tools::execute(build.args(["--bin", "mapped-table", "--example", "serve"]))?;

    let table = target.join("words.table");
    let remove = || ["words.table", "words.table.journal"].map(|name| std::fs::remove_file(target.join(name)));
    // Of a run that has failed.
    let _ = remove();
    let mut program = Command::new(target.join("release/mapped-table"));
    program.args(["--rows", "20000000", "--steps", "10", "--epochs", "2", "--table"]);
    let text = tools::output(program.arg(&table))?;
    let _ = remove();
    println!("{text}");
    let loss =
        |line: &str| line.split_once(": loss ").and_then(|(_, rest)| rest.split(';').next()?.parse::<f64>().ok());
    let losses: Vec<_> = text.lines().filter_map(loss).collect();
    let [first, last] = losses[..] else { bail!("not two losses") };
    ensure!(last < first, "the loss goes from {first} to {last}");
    Ok(Outcome::Passed)
}
