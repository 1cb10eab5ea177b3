//! The training programs, ended without notice: by SIGKILL at random moments, and by a disk that is full.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use lacuna::random::Stream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const KILLS: u64 = 50;

/// A program that learns for some epochs, and writes a checkpoint now and then.
struct Program {
    arguments: &'static [&'static str],
    /// The argument that says how many epochs.
    passes: &'static str,
    epochs: u64,
}

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/agaricus.test.libsvm");
/// A text that does not change.
const TEXT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../LICENSE-APACHE");

fn command(program: &Program, file: &Path, epochs: u64) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
    command
        .arg("train")
        .args(program.arguments)
        .args(["--quiet", "--save"])
        .arg(file)
        .args([program.passes, &epochs.to_string()]);
    command.stdin(Stdio::null());
    command
}

/// How many epochs, or if the file does not say that, steps a checkpoint has behind it.
fn progress(file: &[u8]) -> u64 {
    let (_, metadata) = safetensors::SafeTensors::read_metadata(file).unwrap();
    if let Some(header) = metadata.metadata().as_ref().and_then(|metadata| metadata.values().next()) {
        let header: serde_json::Value = serde_json::from_str(header).unwrap();
        let progress = header.get("progress").unwrap_or(&header);
        if let Some(done) = progress.get("epochs").or_else(|| progress.get("passes")) {
            return done.as_u64().unwrap();
        }
    }
    let tensors = safetensors::SafeTensors::deserialize(file).unwrap();
    u64::from_le_bytes(tensors.tensor("steps").unwrap().data().try_into().unwrap())
}

/// How many whole epochs a checkpoint has behind it, where that of the whole run is known.
fn epochs_done(program: &Program, whole: &[u8], file: &Path) -> u64 {
    progress(&std::fs::read(file).unwrap()) * program.epochs / progress(whole)
}

/// Starts a run, or goes on with one.
fn start(program: &Program, whole: &[u8], file: &Path) -> Child {
    let mut command = if file.exists() {
        let mut command = command(program, file, program.epochs - epochs_done(program, whole, file));
        command.arg("--resume").arg(file);
        command
    } else {
        command(program, file, program.epochs)
    };
    command.spawn().unwrap()
}

fn check(program: &Program) {
    let folder = tempfile::tempdir().unwrap();
    let (whole, file): (PathBuf, PathBuf) = (folder.path().join("whole"), folder.path().join("killed"));
    let begun = Instant::now();
    assert!(command(program, &whole, program.epochs).status().unwrap().success());
    let longest = begun.elapsed().as_micros() as u64;
    let whole = std::fs::read(&whole).unwrap();
    // Whole epochs are counted by steps.
    assert!(progress(&whole).is_multiple_of(program.epochs));

    let (mut resumed, mut finished, mut number) = (0, 0, 0);
    // A busy machine may leave a process no time for its first checkpoint.
    while number < KILLS || resumed < KILLS / 5 {
        resumed += u64::from(file.exists());
        let mut child = start(program, &whole, &file);
        sleep(Duration::from_micros(u64::from(Stream::new(7, 0).block(number)[0]) % longest));
        child.kill().unwrap();
        let status = child.wait().unwrap();
        // A kill may come between the last write and the end.
        if status.success() || (file.exists() && epochs_done(program, &whole, &file) == program.epochs) {
            assert!(std::fs::read(&file).unwrap() == whole, "kill {number}");
            std::fs::remove_file(&file).unwrap();
            finished += 1;
        } else {
            assert_eq!(
                std::os::unix::process::ExitStatusExt::signal(&status),
                Some(9),
                "kill {number}: a checkpoint is always readable"
            );
        }
        number += 1;
        assert!(number < 8 * KILLS, "{resumed} runs went on from a checkpoint");
    }
    println!("{number} kills, {resumed} runs that went on from a checkpoint, {finished} that ended");
    assert!(start(program, &whole, &file).wait().unwrap().success());
    assert!(std::fs::read(&file).unwrap() == whole);

    full_disk(program, &file);
}

/// What was there stays, whatever there is no room for.
fn full_disk(program: &Program, file: &Path) {
    let before = std::fs::read(file).unwrap();
    let writer = command(program, file, 2);
    let quoted = |text: &std::ffi::OsStr| format!("'{}'", text.to_str().unwrap());
    let line: Vec<_> = [writer.get_program()].into_iter().chain(writer.get_args()).map(quoted).collect();
    let limited = format!("trap '' XFSZ; ulimit -f 0; exec {} --resume {}", line.join(" "), quoted(file.as_os_str()));
    let output = Command::new("sh").args(["-c", &limited]).stdin(Stdio::null()).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), told.lines().count()), (Some(2), 1), "{told}");
    assert!(told.contains(file.to_str().unwrap()) && told.contains("large"), "{told}");
    assert!(std::fs::read(file).unwrap() == before);
}

macro_rules! programs {
    ($($name:ident: $passes:literal $epochs:literal [$($argument:expr),*];)*) => {$(
        #[test]
        fn $name() {
            check(&Program { arguments: &[$($argument),*], passes: $passes, epochs: $epochs });
        }
    )*};
}

programs! {
    linear: "--epochs" 8 ["linear", "--data", DATA, "--save-every", "1"];
    classify: "--passes" 12 ["classify", "--data", DATA, "--save-every", "500"];
    linear_classification: "--epochs" 8 [
        "linear-classification", "--data", DATA, "--optimizer", "adagrad", "--save-every", "1"
    ];
    mlp: "--epochs" 8 ["mlp", "--features", "2000", "--hidden", "16,4", "--density", "0.005", "--save-every", "1"];
    fm: "--epochs" 4 ["fm", "--data", DATA, "--save-every", "1"];
    mf: "--epochs" 8 [
        "mf", "--users", "100", "--items", "50", "--scores", "2000", "--factors", "8", "--batch-size", "40",
        "--save-every", "1"
    ];
    wide_deep: "--epochs" 4 ["wide-deep", "--rows", "800", "--save-every", "1"];
    lm: "--epochs" 3 [
        "lm", "--data", TEXT, "--hidden", "16", "--projection", "8", "--embedding", "8", "--batch-size", "8", "--bptt",
        "10", "--save-every-steps", "2"
    ];
}
