//! What `lacuna predict` takes while rows with labels go through it.
use super::data;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The most memory that a process had so far, in KiB; none if it is gone.
fn peak(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Scores so many times ten rows from a pipe; the measures, and the most memory in KiB.
fn score(model: &Path, tens: usize) -> (String, u64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
    command.args(["predict", "--threads", "1", "--data", "-", "--model"]).arg(model);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut rows = child.stdin.take().unwrap();
    let ten: String = (1..=10).map(|row| format!("{} {row}:1 {}:1\n", row % 2, 20 + 3 * row)).collect();
    let writer = std::thread::spawn(move || {
        let block = ten.repeat(1000);
        for _ in 0..tens / 1000 {
            rows.write_all(block.as_bytes()).unwrap();
        }
    });
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(peak(&child).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(1));
    }
    writer.join().unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(child.wait().unwrap().success(), "{told}");
    (told, most)
}

/// Scores beyond the first million are sorted in a file: 8 bytes of each row in memory would be 22 MiB more.
#[test]
fn memory_does_not_grow_with_labelled_rows() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("model.safetensors");
    let mut train = Command::new(env!("CARGO_BIN_EXE_lacuna"));
    train.args(["train", "classify", "--quiet", "--data"]).arg(data("agaricus.train.libsvm")).arg("--save").arg(&model);
    assert!(train.status().unwrap().success());
    let (few, of_few) = score(&model, 1000);
    let (million, of_million) = score(&model, 120_000);
    let (many, of_many) = score(&model, 400_000);
    // The same ten rows again and again have the same measures.
    let measures = |told: &str| told.split_once(" rows: ").unwrap().1.to_owned();
    assert!(many.starts_with("4000000 rows: ") && many.contains(", auc "), "{many}");
    assert_eq!(measures(&many), measures(&few));
    assert_eq!(measures(&million), measures(&few));
    assert!(of_few > 1000, "{of_few} KiB");
    assert!(of_many < of_million + 6 * 1024, "{of_million} KiB, then {of_many} KiB");
}
