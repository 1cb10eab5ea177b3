//! What `lacuna` says of itself, and how it answers to names that it does not know.
#![allow(clippy::unwrap_used)]
use std::process::{Command, Output};

fn lacuna(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).output().unwrap()
}

fn refusal(arguments: &[&str]) -> String {
    let output = lacuna(arguments);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn an_unknown_operator_is_answered_with_the_nearest() {
    assert_eq!(
        refusal(&["operators", "spars_retain"]),
        "error: no operator has `spars_retain` in its name; the nearest is sparse_retain\n"
    );
    assert!(lacuna(&["operators", "retain"]).status.success());
}

#[test]
fn shells_complete_each_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = lacuna(&["completions", shell]);
        let text = String::from_utf8(output.stdout).unwrap();
        for word in ["verify", "predict", "wide-deep", "row-weights"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    assert!(lacuna(&["man", pages.to_str().unwrap()]).status.success());
    for (page, text) in [
        ("lacuna", "lacuna\\-train(1)"),
        ("lacuna-verify", "fixtures"),
        ("lacuna-train-fm", "factors"),
        ("lacuna-predict", "unlabelled"),
        ("lacuna-golden-hashes", "record"),
    ] {
        let found = std::fs::read_to_string(pages.join(format!("{page}.1"))).unwrap();
        assert!(found.contains(text), "{page}: {found}");
    }
}

#[test]
fn a_plot_is_drawn_as_its_name_says_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("loss.png");
    let expected =
        format!("error: --plot draws SVG, not png: name the file {}\n", plot.with_extension("svg").display());
    for program in ["linear", "mlp", "mf"] {
        assert_eq!(refusal(&["train", program, "--epochs", "1", "--plot", plot.to_str().unwrap()]), expected);
    }
    assert!(!plot.exists());
}
