//! Runs that a signal ends.
use super::*;
use std::io::{BufRead, BufReader};

/// Starts a run that would take days, sends the signal after its first epochs, and gives what it has written behind
/// these.
fn interrupt(arguments: &[&str], signal: &str) -> Output {
    let mut child = command(arguments)
        .args(["--data", shown(&data("agaricus.train.libsvm")), "--epochs", "4000000000"])
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while !lines.next().unwrap().unwrap().starts_with("    2 ") {}
    let kill = format!("kill -{signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    // A full pipe would stop it.
    let reader = std::thread::spawn(move || lines.map_while(Result::ok).collect::<Vec<_>>().join("\n"));
    let mut output = output(child);
    output.stdout = reader.join().unwrap().into_bytes();
    output
}

/// Programs that a signal ends have the status 128 and its number.
#[test]
fn writes_weights_that_go_on_with_the_same_bits() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        go_on_after(signal, status);
    }
}

fn go_on_after(signal: &str, status: i32) {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (half, plot) = (at("half.safetensors"), at("loss.svg"));
    let settings = ["--batch-size", "17", "--seed", "3", "--weight-decay", "0.01"];
    let output = interrupt(&[&settings[..], &["--save", shown(&half), "--plot", shown(&plot)]].concat(), signal);
    assert_eq!(output.status.code(), Some(status), "{signal}: {}", text(&output.stderr));
    let saved = Saved::read(&half).unwrap();
    let (epochs, wrong) = (saved.trained.epochs, text(&output.stderr));
    let advice = format!("go on with --load {} --epochs {}\n", half.display(), 4_000_000_000 - epochs);
    assert!(
        wrong.starts_with("interrupted ") && wrong.ends_with(&advice) && wrong.matches('\n').count() == 1,
        "{wrong}"
    );
    assert!(text(&output.stdout).contains("weights written to") && plot.is_file());
    // The whole epochs are those in the table.
    let row = |line: &&str| {
        let words: Vec<_> = line.split_whitespace().collect();
        words.len() == 4 && words[0].replace(',', "").parse::<u64>().is_ok()
    };
    let rows = text(&output.stdout).lines().filter(row).count() as u64;
    assert_eq!(epochs, 2 + rows, "{}", text(&output.stdout));

    let last = epochs + 2;
    let file = data("agaricus.train.libsvm");
    let file = shown(&file);
    let (whole, joined) = (at("whole.safetensors"), at("joined.safetensors"));
    let go_on = ["--data", file, "--load", shown(&half), "--save", shown(&joined), "--epochs", "2"];
    assert!(run(&go_on).status.success());
    let last = last.to_string();
    let at_once = [&settings[..], &["--data", file, "--save", shown(&whole), "--epochs", &last]].concat();
    assert!(run(&at_once).status.success());
    assert_eq!(std::fs::read(joined).unwrap(), std::fs::read(whole).unwrap());
}

#[test]
fn says_that_nothing_was_saved() {
    let output = interrupt(&[], "INT");
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stderr).ends_with(": there was no --save\n"), "{}", text(&output.stderr));
}
