//! Programs reach with their defaults what `benches/results/defaults.md` says of the data in `data/`.
use super::data;
use serde_json::Value;
use std::process::Command;

/// The bold figure of a row of the page.
fn told(start: &str) -> f64 {
    let page = include_str!("../../../benches/results/defaults.md");
    let row = page.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no row {start}"));
    let bold = row.split("**").nth(1).unwrap();
    bold.parse().unwrap()
}

/// The best loss of the test rows of all epochs.
fn found(program: &str, passes: &str, number: &str, key: &str) -> f64 {
    let [rows, test] = ["agaricus.train.libsvm", "agaricus.test.libsvm"].map(data);
    let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
    command.args(["train", program, "--json", passes, number]).arg("--data").arg(rows).arg("--test").arg(test);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter_map(|line| line[key].as_f64()).fold(f64::INFINITY, f64::min)
}

/// Bits do not depend on the machine, so a figure is that of the page, which has five digits.
#[test]
fn the_figures_of_the_page_are_reached() {
    for (program, row, passes, number, key) in [
        ("fm", "| `fm`, small: loss |", "--epochs", "10", "test_log_loss"),
        ("linear-classification", "| `linear-classification`, small: loss |", "--epochs", "10", "test_log_loss"),
        ("linear", "| `linear`, small: loss |", "--epochs", "10", "test_mse"),
        ("mlp", "| `mlp`, small: loss |", "--epochs", "10", "test_log_loss"),
        ("classify", "| small | .17053 |", "--passes", "1", "test_log_loss"),
    ] {
        let (told, found) = (told(row), found(program, passes, number, key));
        assert!((found - told).abs() <= 6e-6, "{program}: {found}, and the page says {told}");
    }
}
