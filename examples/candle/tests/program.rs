//! The program as a user runs it.
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Result<Output> {
    Ok(Command::new(env!("CARGO_BIN_EXE_sparse-embedding")).args(arguments).env("RUST_BACKTRACE", "1").output()?)
}

/// What it prints; it must succeed.
fn printed(arguments: &[&str]) -> Result<String> {
    let output = run(arguments)?;
    ensure!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// A file for one test, and its path.
fn file(name: &str, text: &str) -> Result<String> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text)?;
    Ok(path.to_str().context("a path that is not UTF-8")?.to_owned())
}

/// The cells of the lines of epochs: epoch, loss, accuracy, rows written a step.
fn epochs(text: &str) -> Vec<Vec<f64>> {
    let cells = |line: &str| line.split_whitespace().map(|cell| cell.parse().ok()).collect::<Option<Vec<f64>>>();
    text.lines().filter_map(cells).filter(|cells| cells.len() == 4).collect()
}

#[test]
fn mushrooms_are_learnt_with_the_same_bits_every_time() -> Result<()> {
    let text = printed(&["--epochs", "3"])?;
    let epochs = epochs(&text);
    assert_eq!(epochs.len(), 3);
    assert!(epochs.windows(2).all(|pair| pair[1][1] < pair[0][1]), "the loss falls: {epochs:?}");
    assert!(epochs[2][2] > 0.99, "{epochs:?}");
    assert!(epochs.iter().all(|cells| 22.0 <= cells[3] && cells[3] <= 126.0), "{epochs:?}");
    assert_eq!(printed(&["train", "--epochs", "3"])?, text);
    assert_ne!(printed(&["--epochs", "3", "--seed", "1"])?.lines().last(), text.lines().last());
    Ok(())
}

#[test]
fn files_of_ones_own_can_be_given() -> Result<()> {
    let path = &file("zero.libsvm", "1 0:1 3:0.5\n-1 1:2\n\n+1 0:2 # a comment\n0 1:1 2:1\n")?;
    let text = printed(&[
        "--train",
        path,
        "--test",
        path,
        "--zero-based",
        "--epochs",
        "30",
        "--batch",
        "2",
        "--dimension",
        "3",
        "--rate",
        "0.2",
    ])?;
    assert!(text.contains("training  4 examples, 6 features in all") && text.contains("4 rows of 3 values"), "{text}");
    assert!(text.contains("test accuracy 1.0000"), "{text}");
    Ok(())
}

#[test]
fn the_bench_runs_and_its_tables_agree() -> Result<()> {
    let text =
        printed(&["bench", "--sizes", "50,3000", "--dimension", "8", "--batch", "16", "--ids", "5", "--rounds", "2"])?;
    assert!(text.lines().any(|line| line.trim_start().starts_with("3000 ")), "{text}");
    Ok(())
}

#[test]
fn wrong_input_gives_one_line_and_status_1() -> Result<()> {
    let bad = file("bad.libsvm", "1 1:1\n0 2:1 x\n")?;
    let empty = file("empty.libsvm", "\n# nothing\n")?;
    let huge = file("huge.libsvm", "1 4294967295:1\n")?;
    let (bad, empty, huge) = (bad.as_str(), empty.as_str(), huge.as_str());
    for (arguments, expected) in [
        (&["--train", bad][..], format!("error: {bad}:2: `x`: expected index:value")),
        (&["--test", empty], format!("error: {empty}: no examples")),
        (&["--train", "no/such/file"], "error: no/such/file: No such file".to_owned()),
        (&["--train", huge], "error: a table of 4294967295 rows of 16 values is larger than".to_owned()),
        (&["--epochs", "0"], "error: --epochs: expected 1 or more, found 0".to_owned()),
        (&["--epochs", "many"], "error: --epochs `many`: invalid digit".to_owned()),
        (&["--epochs"], "error: missing argument for option '--epochs'".to_owned()),
        (&["--rate", "NaN"], "error: --rate: expected a number above 0, found NaN".to_owned()),
        (&["--momentum", "1"], "error: --momentum: expected a number from 0 up to below 1, found 1".to_owned()),
        (&["--what"], "error: invalid option '--what'; see --help".to_owned()),
        (&["paint"], "error: unexpected argument \"paint\"; see --help".to_owned()),
        (&["bench", "--sizes", "10,,20"], "error: --sizes ``: cannot parse".to_owned()),
        (&["bench", "--sizes", "99999999999999"], "error: 7 arrays of 99999999999999 rows".to_owned()),
    ] {
        let output = run(arguments)?;
        let message = String::from_utf8(output.stderr)?;
        assert_eq!((output.status.code(), message.lines().count()), (Some(1), 1), "{arguments:?}: {message}");
        assert!(message.starts_with(&expected), "{arguments:?}: {message}");
    }
    Ok(())
}

#[test]
fn help_names_every_option() -> Result<()> {
    let help = printed(&["--help"])?;
    assert_eq!(printed(&["bench", "-h"])?, help);
    for option in [
        "--train",
        "--test",
        "--zero-based",
        "--dimension",
        "--epochs",
        "--batch",
        "--rate",
        "--momentum",
        "--seed",
        "--sizes",
        "--ids",
        "--rounds",
    ] {
        assert!(help.contains(option), "{option}");
    }
    Ok(())
}
