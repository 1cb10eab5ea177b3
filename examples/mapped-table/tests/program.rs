//! The program: a run that is killed and resumed prints the losses of one that is not.
#![allow(clippy::unwrap_used)]
use std::path::Path;
use std::process::{Command, Output};

fn run(table: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_mapped-table"));
    program
        .args(["--rows", "50000", "--length", "16", "--steps", "8", "--words", "128", "--table"])
        .arg(table)
        .args(arguments);
    program.output().unwrap()
}

fn losses(output: &Output) -> Vec<String> {
    let text = str::from_utf8(&output.stdout).unwrap();
    text.lines()
        .filter(|line| line.starts_with("epoch "))
        .map(|line| line.split(';').next().unwrap().to_owned())
        .collect()
}

#[test]
fn a_resumed_run_is_the_run_that_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run(&folder.path().join("whole"), &["--epochs", "6"]);
    assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));
    let expected = losses(&whole);
    assert_eq!(expected.len(), 6);

    for durability in [&[][..], &["--disk"]] {
        let table = folder.path().join(format!("killed{}", durability.len()));
        let killed = run(&table, &[&["--epochs", "6", "--abort-after", "19"], durability].concat());
        assert!(!killed.status.success());
        assert_eq!(losses(&killed), expected[..2]);
        let again = run(&table, &["--epochs", "6"]);
        assert!(String::from_utf8_lossy(&again.stderr).contains("is there already"));
        let resumed = run(&table, &[&["--epochs", "6", "--resume"], durability].concat());
        assert!(String::from_utf8_lossy(&resumed.stdout).contains("goes on after epoch 2: "), "{resumed:?}");
        assert_eq!(losses(&resumed), expected[2..]);
        let done = run(&table, &["--resume"]);
        assert!(done.status.success() && losses(&done).is_empty());
    }
}

#[test]
fn a_table_of_another_shape_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("t");
    assert!(run(&table, &["--epochs", "1"]).status.success());
    let other = run(&table, &["--resume", "--length", "8"]);
    assert!(!other.status.success() && String::from_utf8_lossy(&other.stderr).contains("have 16 values, not 8"));
    let unknown = run(&table, &["--resume", "--what"]);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("--what"));
}
