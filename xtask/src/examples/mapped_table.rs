//! The table larger than memory: formatted, linted, tested, and run on a small one that lies in a file larger than what
//! it takes of the disk.
use crate::{Outcome, tools};
use anyhow::{Result, bail, ensure};

pub(crate) fn run() -> Result<Outcome> {
    let folder = tools::root()?.join("examples/mapped-table");
    let target = tools::target()?.join("examples/mapped-table");
    let cargo = |arguments: &[&str]| {
        let mut command = tools::cargo();
        command.args(arguments).current_dir(&folder).env("CARGO_TARGET_DIR", &target);
        command
    };
    tools::execute(&mut cargo(&["fmt", "--check"]))?;
    tools::execute(&mut cargo(&["clippy", "--locked", "--release", "--all-targets", "--", "-D", "warnings"]))?;
    // Kills and resumes, too.
    tools::execute(&mut cargo(&["test", "--locked", "--release"]))?;

    let table = target.join("words.table");
    let remove = || ["words.table", "words.table.journal"].map(|name| std::fs::remove_file(target.join(name)));
    // Of a run that has failed.
    let _ = remove();
    let mut program = cargo(&[
        "run",
        "--locked",
        "--release",
        "--",
        "--rows",
        "20000000",
        "--steps",
        "10",
        "--epochs",
        "2",
        "--table",
    ]);
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
