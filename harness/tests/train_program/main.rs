//! `lacuna train linear` and `lacuna train classify` as programs: what they are given to read, what they show, and
//! signals.
#![allow(clippy::unwrap_used)]

mod classify;
mod defaults;
mod forms;
#[cfg(unix)]
mod interrupted;
#[cfg(target_os = "linux")]
mod memory;
mod predict;
mod rows;
mod several;

use lacuna_models::train::{LinearState, Saved, Settings, Trained, Unfinished, save};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Any run here ends long before.
const DEADLINE: Duration = Duration::from_secs(120);

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
    command
        .args(["train", "linear"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// What the program has written, if it ends at all.
fn output(mut child: Child) -> Output {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > DEADLINE {
            child.kill().unwrap();
            panic!("the program hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn run(arguments: &[&str]) -> Output {
    output(command(arguments).spawn().unwrap())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The one line of a run that is refused.
fn refusal(output: &Output) -> String {
    let wrong = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{wrong}");
    assert_eq!(wrong.matches('\n').count(), 1, "{wrong}");
    wrong
}

/// The hash of the weights, from the last line.
fn hash(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).split_once("weights ").unwrap().1[..16].to_owned()
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data").join(name).canonicalize().unwrap()
}

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn standard_input_and_folders() {
    let file = data("agaricus.test.libsvm");
    let expected = hash(&run(&["--data", shown(&file), "--epochs", "2"]));
    let mut child = command(&["--data", "-", "--epochs", "2"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&std::fs::read(&file).unwrap()).unwrap();
    let piped = output(child);
    assert_eq!(hash(&piped), expected);
    assert!(text(&piped.stdout).starts_with("reading standard input to its end\n"), "{}", text(&piped.stdout));

    let folder = tempfile::tempdir().unwrap();
    let folder = shown(folder.path());
    for arguments in
        [&["--data", folder][..], &["--data", shown(&file), "--test", folder], &["--save", folder], &["--plot", folder]]
    {
        assert_eq!(refusal(&run(arguments)), format!("error: {folder}: is a folder\n"));
    }
    assert_eq!(refusal(&run(&["--load", folder])).matches("directory").count(), 1);
    assert_eq!(
        refusal(&run(&["--data", "-", "--test", "-"])),
        "error: standard input can be --data or --test, not both\n"
    );
    assert_eq!(refusal(&run(&["--data", "-"])), "error: standard input: no rows\n");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let file = data("agaricus.test.libsvm");
    let expected = hash(&run(&["--data", shown(&file), "--epochs", "3"]));
    let writer = std::thread::spawn({
        let (pipe, text) = (pipe.clone(), std::fs::read(&file).unwrap());
        move || std::fs::write(pipe, text).unwrap()
    });
    assert_eq!(hash(&run(&["--data", shown(&pipe), "--epochs", "3"])), expected);
    writer.join().unwrap();
    assert_eq!(
        refusal(&run(&["--data", "/dev/zero"])),
        "error: /dev/zero: neither a file nor a pipe; - is standard input\n"
    );
}

#[test]
fn a_large_model_is_told_before_it_takes_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wide");
    std::fs::write(&file, "1 1:1 2147483647:1\n").unwrap();
    let start = Instant::now();
    let refused = run(&["--data", shown(&file)]);
    let expected =
        "error: a model of 2147483647 features takes 24.00 GiB, more than 4.00 GiB: allow it with --memory-limit\n";
    assert_eq!(refusal(&refused), expected);
    assert!(text(&refused.stdout).contains("2,147,483,647 x 1, 24.00 GiB with its"), "{}", text(&refused.stdout));
    assert!(start.elapsed() < Duration::from_secs(20));
    let refused = run(&["--rows", "2000000000", "--density", "1", "--features", "1"]);
    assert!(
        refusal(&refused)
            .starts_with("error: a generated problem of 2000000000 rows x 1 features, density 1.0, takes ")
    );

    // 12 bytes a feature in f32.
    std::fs::write(&file, "1 1:1 100000:1\n").unwrap();
    assert!(
        refusal(&run(&["--data", shown(&file), "--memory-limit", "0.0009765625"]))
            .contains("takes 1.14 MiB, more than 1.00 MiB")
    );
    assert!(run(&["--data", shown(&file), "--memory-limit", "0.0012"]).status.success());
}

#[test]
fn numbers_of_threads_and_epochs_have_a_limit() {
    for threads in ["0", "1025", "1000000000", "18446744073709551616"] {
        let wrong = run(&["--threads", threads]);
        assert_eq!(wrong.status.code(), Some(2));
        assert!(text(&wrong.stderr).contains("must be a whole number from 1 to 1024"), "{}", text(&wrong.stderr));
    }
    assert!(run(&["--threads", "9", "--epochs", "1"]).status.success());

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.safetensors");
    let state = LinearState { weight: vec![0.0_f32; 3], bias: 0.0, states: vec![(vec![0.0; 3], 0.0)], steps: 0 };
    let settings = Settings { features: 3, rows: Some(4), density: Some(0.5), ..Settings::default() };
    let load = |epochs, unfinished, more: &[&str]| {
        save(&file, &state, &settings, Trained { epochs, unfinished }).unwrap();
        run(&[&["--load", shown(&file)], more].concat())
    };
    for epochs in [u64::MAX, u64::MAX - 5, (1 << 32) + 1] {
        assert!(refusal(&load(epochs, None, &[])).ends_with(&format!("{epochs} epochs are more than any run has\n")));
    }
    assert!(refusal(&load(1 << 32, None, &[])).contains("at most 4294967296 are supported"));
    assert!(
        refusal(&load(1, None, &["--epochs", "18446744073709551615"])).contains("at most 4294967296 are supported")
    );
    let plot = folder.path().join("loss.svg");
    assert!(load((1 << 32) - 2, None, &["--epochs", "2", "--plot", shown(&plot)]).status.success());
    let hostile = Unfinished { steps: u64::MAX, rows: u64::MAX, mse_sum: 1.0, weighted_steps: None };
    assert!(refusal(&load(1, Some(hostile), &[])).contains("it needs the same data and batch size"));
}

/// A weight of a row that did nothing, or a first feature that was read as one, would be lost in silence.
#[test]
fn weights_of_rows_are_refused_or_ignored_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let weighted = file("weighted", "1:0.1 1:1\n0:100 2:1\n1:1 1:1 2:1\n0:1 2:2\n");
    let plain = file("plain", "1 1:1\n0 2:1\n1 1:1 2:1\n0 2:2\n");
    let unlabelled = file("unlabelled", "1 1:1\n1:0.5 3:1\n");
    for program in ["linear", "classify", "fm", "linear-classification"] {
        let train = |data: &Path, more: &[&str]| {
            let saved = folder.path().join("saved.safetensors");
            let arguments = ["train", program, "--data", shown(data), "--save", shown(&saved), "--index-base", "one"];
            let run = Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).args(more).output().unwrap();
            if run.status.success() { Ok(std::fs::read(saved).unwrap()) } else { Err(text(&run.stderr)) }
        };
        let reason = "is a feature of a row without a label, or a label with a weight";
        for (data, place) in [(&weighted, "weighted:1:1: `1:0.1` "), (&unlabelled, "unlabelled:2:1: `1:0.5` ")] {
            let refused = train(data, &[]).unwrap_err();
            assert!(refused.contains(place) && refused.contains(reason), "{program}: {refused}");
        }
        assert_eq!(train(&weighted, &["--ignore-weights"]).unwrap(), train(&plain, &[]).unwrap(), "{program}");
    }
}

#[test]
fn tables_fit_80_columns_and_quiet_shows_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for (link, name) in [("train", "agaricus.train.libsvm"), ("test", "agaricus.test.libsvm")] {
        std::fs::copy(data(name), folder.path().join(link)).unwrap();
    }
    let arguments = [
        ["--data", "train"],
        ["--test", "test"],
        ["--epochs", "2"],
        ["--weight-decay", "0.000123456789"],
        ["--clip-gradient", "0.987654321"],
        ["--learning-rate", "0.01234567"],
        ["--dtype", "f64"],
        ["--save", "w.safetensors"],
        ["--plot", "loss.svg"],
    ];
    let run = |more: &[&str]| {
        output(command(&[arguments.as_flattened(), more].concat()).current_dir(folder.path()).spawn().unwrap())
    };
    let output = run(&[]);
    let lines = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for line in lines.lines() {
        assert!(line.chars().count() <= 80, "{line}\n{lines}");
    }
    for part in ["epoch         mse    test mse   seconds     rows/s\n", "test      test: 1,611 rows x 126 features"] {
        assert!(lines.contains(part), "{part} is not in\n{lines}");
    }
    // Guessing the mean gives 0.25.
    let row: Vec<f64> = lines
        .lines()
        .find(|line| line.starts_with("    2 "))
        .unwrap()
        .split_whitespace()
        .take(3)
        .flat_map(str::parse)
        .collect();
    assert!(row[2] > 0.0 && row[2] < 0.2, "{lines}");

    let weights = std::fs::read(folder.path().join("w.safetensors")).unwrap();
    let quiet = run(&["--quiet"]);
    assert_eq!(
        (quiet.status.code(), text(&quiet.stdout), text(&quiet.stderr)),
        (Some(0), String::new(), String::new())
    );
    assert_eq!(std::fs::read(folder.path().join("w.safetensors")).unwrap(), weights);
    assert_eq!(refusal(&run(&["--quiet", "--features", "7"])), "error: test: 126 features, the model has 7\n");

    std::fs::write(folder.path().join("test"), "1 3:1 127:1\n").unwrap();
    assert_eq!(refusal(&run(&[])), "error: test: 127 features, the model has 126\n");
}
