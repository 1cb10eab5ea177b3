//! `lacuna train linear` and `lacuna train classify` as programs: what they are given to read, what they show, and
//! signals.
#![allow(clippy::unwrap_used)]

use lacuna_runtime::train::{LinearState, Saved, Settings, Trained, Unfinished, save};
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
    let hostile = Unfinished { steps: u64::MAX, rows: u64::MAX, mse_sum: 1.0 };
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
    for part in [
        "epoch             mse        test mse       seconds          rows/s\n",
        "test      test: 1,611 rows x 126 features",
    ] {
        assert!(lines.contains(part), "{part} is not in\n{lines}");
    }
    // Guessing the mean gives 0.25.
    let row: Vec<f64> = lines
        .lines()
        .find(|line| line.starts_with("     2"))
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

#[cfg(unix)]
mod interrupted {
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
        while !lines.next().unwrap().unwrap().starts_with("     2 ") {}
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
        let rows = text(&output.stdout).lines().filter(|line| line.starts_with("     ")).count() as u64;
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
}

/// `lacuna train classify`.
mod classify {
    use super::*;
    use lacuna_runtime::train::SavedClassifier;

    fn classify(arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
        command
            .args(["train", "classify"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(arguments: &[&str]) -> Output {
        output(classify(arguments).spawn().unwrap())
    }

    #[test]
    fn files_standard_input_and_threads_give_one_result() {
        let folder = tempfile::tempdir().unwrap();
        let saved = |name: &str| folder.path().join(name);
        let (file, test) = (data("agaricus.train.libsvm"), data("agaricus.test.libsvm"));
        for optimizer in ["sgd", "adagrad", "ftrl"] {
            let (whole, plot) = (saved("whole"), saved("loss.svg"));
            let common = ["--optimizer", optimizer, "--passes", "1", "--save"];
            let more = ["--data", shown(&file), "--test", shown(&test), "--threads", "1", "--plot", shown(&plot)];
            let first = run(&[&common[..], &[shown(&whole)], &more].concat());
            let (expected, lines) = (hash(&first), text(&first.stdout));
            assert!(lines.lines().all(|line| line.chars().count() <= 80), "{lines}");
            // The rows double, then comes the whole pass with the loss on the test set; guessing gives ln 2.
            let rows: Vec<Vec<_>> = lines
                .lines()
                .skip_while(|line| !line.starts_with("pass"))
                .skip(1)
                .map(|line| line.split_whitespace().collect())
                .collect();
            let counts = ["1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1,024", "2,048", "4,096"];
            assert!(rows.iter().map(|row| row[0]).take(13).eq(counts), "{lines}");
            let [pass, count, loss, test_loss] =
                [0, 1, 2, 3].map(|column| rows[13][column].replace(',', "").parse::<f64>().unwrap());
            assert!(pass == 1.0 && count == 6513.0 && loss < 0.5 && test_loss < 0.5, "{lines}");
            let svg = std::fs::read_to_string(&plot).unwrap();
            assert!(svg.contains("mean log loss") && svg.matches("<circle").count() == 14);

            for threads in ["1", "2", "7"] {
                let path = saved("again");
                let stream = ["--data", "-", "--features", "126", "--index-base", "one", "--threads", threads];
                let mut child =
                    classify(&[&common[..], &[shown(&path)], &stream].concat()).stdin(Stdio::piped()).spawn().unwrap();
                child.stdin.take().unwrap().write_all(&std::fs::read(&file).unwrap()).unwrap();
                let piped = output(child);
                assert_eq!(hash(&piped), expected, "{optimizer}, {threads} threads");
                assert!(text(&piped.stdout).contains("as it comes"), "{}", text(&piped.stdout));
                assert_eq!(std::fs::read(path).unwrap(), std::fs::read(&whole).unwrap());
            }
        }
    }

    #[test]
    fn options_of_all_programs_are_those_of_this_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = data("agaricus.test.libsvm");
        let weights = |more: &[&str]| {
            let path = folder.path().join("weights");
            assert!(run(&[&["--data", shown(&file), "--save", shown(&path)], more].concat()).status.success());
            std::fs::read(path).unwrap()
        };
        let old = weights(&["--optimizer", "ftrl", "--l1", "0.1", "--l2", "0.01", "--beta", "2"]);
        let hyper = ["--hyper", "lambda1=0.1", "--hyper", "beta=2"];
        assert!(weights(&[&["--optimizer", "ftrl", "--weight-decay", "0.01"], &hyper[..]].concat()) == old);
        assert!(weights(&["--optimizer", "ftrl"]) != old);
        assert!(weights(&["--epsilon", "0.5"]) == weights(&["--hyper", "epsilon=0.5", "--learning-rate", "0.1"]));
        let refused = |more: &[&str]| refusal(&run(&[&["--data", shown(&file)], more].concat()));
        assert_eq!(
            refused(&["--hyper", "beta=2"]),
            "error: adagrad has no hyper-parameter beta: it has learning_rate, epsilon, weight_decay\n"
        );
        assert_eq!(refused(&["--seed", "1"]), "error: classification draws nothing: --seed is not for it\n");
        let other = run(&["--data", shown(&file), "--optimizer", "adam"]);
        assert_eq!(other.status.code(), Some(2));
        assert!(text(&other.stderr).contains("[possible values: sgd, adagrad, ftrl]"), "{}", text(&other.stderr));

        // A loaded model goes on with the rates that are given, and the file has these.
        let half = folder.path().join("half");
        assert!(run(&["--data", shown(&file), "--save", shown(&half)]).status.success());
        let saved = |name: &str| {
            let saved = SavedClassifier::read(&folder.path().join(name)).unwrap();
            (saved.classifier::<f32>(&saved.settings).unwrap().weight().0, saved.settings.learning_rate)
        };
        let change = |more: &[&str], rate: f64| {
            weights(&[&["--load", shown(&half)], more].concat());
            let (weight, found) = saved("weights");
            assert_eq!(found, rate);
            weight.iter().zip(saved("half").0).map(|(a, b)| (a - b).abs()).sum::<f32>()
        };
        let usual = change(&[], 0.1);
        assert_eq!(change(&["--learning-rate", "0.1"], 0.1), usual);
        let slow = change(&["--learning-rate", "0.01"], 0.01);
        assert!(slow > 0.0 && usual > 2.0 * slow, "{usual} and {slow}");
    }

    #[test]
    fn what_is_wrong_is_told_and_nothing_written() {
        let folder = tempfile::tempdir().unwrap();
        let (file, saved) = (folder.path().join("rows"), folder.path().join("saved"));
        let refused = |rows: &str, more: &[&str]| {
            std::fs::write(&file, rows).unwrap();
            refusal(&run(&[&["--data", shown(&file), "--quiet", "--save", shown(&saved)], more].concat()))
        };
        let name = shown(&file);
        assert_eq!(refused("1 1:1\n0 2:1\n3 1:1\n", &[]), format!("error: {name}:3:1: label `3` is not 1, 0 or -1\n"));
        assert_eq!(
            refused("1 1:1\n0 x:1\n", &["--threads", "2"]),
            format!("error: {name}:2:3: `x` is not a feature index\n")
        );
        assert_eq!(refused("1 1:1\n", &["--l1", "1"]), "error: l1 1.0: adagrad has none, ftrl has\n");
        assert!(
            refused("1 1:1 2147483647:1\n", &[])
                .contains("takes 16.00 GiB, more than 4.00 GiB: allow it with --memory-limit")
        );
        assert!(
            refused("1 1:1e30\n0 1:1e30\n1 1:1e30\n", &["--optimizer", "sgd", "--learning-rate", "1e38"])
                .contains("not finite in pass 1")
        );
        assert!(!saved.exists());
        let linear = data("agaricus.test.libsvm");
        assert!(super::run(&["--data", shown(&linear), "--epochs", "1", "--save", shown(&saved)]).status.success());
        assert!(
            refused("1 1:1\n", &["--load", shown(&saved)]).ends_with("saved: not weights of `lacuna train classify`\n")
        );
    }

    /// Killed without a chance to write anything, or asked to end: both go on with the same bits.
    #[cfg(unix)]
    #[test]
    fn a_killed_run_goes_on_with_the_same_bits() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let file = data("agaricus.train.libsvm");
        for (signal, status) in [("KILL", None), ("INT", Some(130))] {
            let half = at(signal);
            let settings = ["--data", shown(&file), "--optimizer", "ftrl", "--l1", "0.1", "--threads", "2"];
            let mut child = classify(
                &[&settings[..], &["--passes", "4000000000", "--save-every", "1000", "--save", shown(&half)]].concat(),
            )
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
            let start = Instant::now();
            while !half.exists() && start.elapsed() < DEADLINE {
                std::thread::sleep(Duration::from_millis(1));
            }
            let kill = format!("kill -{signal} {}", child.id());
            assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
            assert_eq!(child.wait().unwrap().code(), status);
            let passes = SavedClassifier::read(&half).unwrap().progress.passes;
            let (whole, joined) = (at("whole"), at("joined"));
            assert!(
                run(&[&settings[..], &["--resume", shown(&half), "--save", shown(&joined), "--passes", "2"]].concat())
                    .status
                    .success()
            );
            let last = (passes + 2).to_string();
            assert!(run(&[&settings[..], &["--save", shown(&whole), "--passes", &last]].concat()).status.success());
            assert!(std::fs::read(joined).unwrap() == std::fs::read(whole).unwrap(), "{signal} after {passes} passes");
        }
    }
}
