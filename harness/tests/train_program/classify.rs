//! `lacuna train classify`.
use super::*;
use lacuna_models::train::SavedClassifier;

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
        assert!(svg.contains("mean log loss") && svg.matches("<circle").count() == 15);

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
    assert!(weights(&["--epsilon", "0.5"]) == weights(&["--hyper", "epsilon=0.5", "--learning-rate", "0.2"]));
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
    let usual = change(&[], 0.2);
    assert_eq!(change(&["--learning-rate", "0.2"], 0.2), usual);
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
    let of_no_class = refused("1 1:1\n0 2:1\n3 1:1\n", &[]);
    assert!(of_no_class.starts_with(&format!("error: {name}:3:1: label `3` is not 1, 0 or -1; ")), "{of_no_class}");
    assert_eq!(
        refused("1 1:1\n0 x:1\n", &["--threads", "2"]),
        format!("error: {name}:2:3: `x` is not a feature index\n")
    );
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
