//! Text of LIBFFM and of Vowpal Wabbit, hashed names, and rows that are kept.
use super::*;
use lacuna_models::train::SavedClassifier;
use lacuna_runtime::libsvm::murmur3;
use std::fmt::Write as _;

fn lacuna(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn train(program: &str, arguments: &[&str]) -> Output {
    lacuna(&[&["train", program], arguments].concat())
}

fn shown_by(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The mushrooms in other words: a line each, of label and features.
fn mushrooms(row: impl Fn(&str, &[&str]) -> String) -> String {
    let rows = std::fs::read_to_string(data("agaricus.test.libsvm")).unwrap();
    let rows = rows.lines().map(|line| {
        let (label, features) = line.split_once(' ').unwrap();
        let features: Vec<_> = features.split_whitespace().map(|token| token.split_once(':').unwrap().0).collect();
        row(label, &features)
    });
    rows.fold(String::new(), |mut text, row| {
        writeln!(text, "{row}").unwrap();
        text
    })
}

#[test]
fn names_and_namespaces_give_the_weights_of_their_columns() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // Of digits the hash is the number.
    std::fs::write(at("plain"), mushrooms(|label, features| format!("{label} {}:1", features.join(":1 ")))).unwrap();
    std::fs::write(at("names"), mushrooms(|label, features| format!("{label} {}", features.join(" ")))).unwrap();
    std::fs::write(at("vw"), mushrooms(|label, features| format!("{label} 'tag| {}", features.join(" ")))).unwrap();
    let saved = at("saved");
    let weights = |file: &str, more: &[&str]| {
        let path = at(file);
        let common = ["--data", shown(&path), "--save", shown(&saved), "--passes", "2"];
        shown_by(&train("classify", &[&common[..], more].concat()));
        let read = SavedClassifier::read(&saved).unwrap();
        read.classifier::<f32>(&read.settings).unwrap().weight()
    };
    let expected = weights("plain", &["--features", "256", "--index-base", "zero"]);
    let predicted = |file: &str, more: &[&str]| {
        let path = at(file);
        shown_by(&lacuna(&[&["predict", "--model", shown(&saved), "--data", shown(&path)], more].concat()))
    };
    let probabilities = predicted("plain", &[]);
    for (file, more) in [("names", &["--hash-bits", "8"][..]), ("vw", &["--hash-bits", "8", "--format", "vw"])] {
        for threads in ["1", "2"] {
            assert!(weights(file, &[more, &["--threads", threads]].concat()) == expected, "{file}");
        }
        assert!(predicted(file, &[]) == probabilities, "{file}");
        assert!(predicted(file, &["--threads", "2"]) == probabilities, "{file}");
    }
    let unlabelled = mushrooms(|_, features| format!("| {}", features.join(" ")));
    std::fs::write(at("unlabelled"), unlabelled).unwrap();
    assert!(predicted("unlabelled", &["--unlabelled"]) == probabilities);

    let none = weights("vw", &["--hash-bits", "8", "--format", "vw", "--noconstant"]);
    assert!(none.1 == [0.0] && none.0 != expected.0);
    // A weight of a row counts.
    std::fs::write(at("vw"), "1 2.5 |name a\n").unwrap();
    let place = murmur3(b"a", murmur3(b"name", 0)) as usize & 1023;
    let (weight, bias) = weights("vw", &["--hash-bits", "10", "--format", "vw", "--optimizer", "sgd"]);
    assert_eq!(weight.iter().position(|&weight| weight != 0.0), Some(place));
    // Two passes, the first of which begins at p = 1/2.
    assert!(weight[place] == bias[0] && bias[0] > 0.005 * 2.5 * 0.5 * 1.9, "{bias:?}");

    std::fs::write(at("vw"), "1 |a b\n1 |a b:c\n").unwrap();
    let wrong = train("classify", &["--data", shown(&at("vw")), "--format", "vw"]);
    assert_eq!(refusal(&wrong), format!("error: {}:2:8: value `c` is not a number\n", at("vw").display()));
    let wrong = train("classify", &["--data", shown(&at("vw")), "--quadratic", "ab"]);
    assert_eq!(refusal(&wrong), "error: --quadratic needs namespaces: it is for --format vw\n");
    let wrong = train("classify", &["--data", shown(&at("vw")), "--load", shown(&saved)]);
    assert!(refusal(&wrong).contains("another --format, --hash-bits or --quadratic"));
}

/// The mushrooms with a field for each place of a row.
fn fields(rows: std::ops::Range<usize>) -> String {
    let all = mushrooms(|label, features| {
        let tokens = features.iter().enumerate().map(|(field, feature)| format!(" {}:{feature}:1", 21 - field));
        tokens.fold(label.to_owned(), |row, token| row + &token)
    });
    all.lines().skip(rows.start).take(rows.len()).map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_field_aware_machine_is_trained_stopped_and_predicts() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (file, test, model) = (at("train"), at("test"), at("model"));
    // Rows of both kinds are in both.
    let (mut first, mut second) = (String::new(), String::new());
    for (row, line) in fields(0..1611).lines().enumerate() {
        writeln!(if row % 3 == 0 { &mut second } else { &mut first }, "{line}").unwrap();
    }
    std::fs::write(&file, &first).unwrap();
    std::fs::write(&test, &second).unwrap();
    let run = |more: &[&str]| {
        let files = ["--data", shown(&file), "--save", shown(&model)];
        let lines = shown_by(&train("ffm", &[&files[..], more].concat()));
        (lines, std::fs::read(&model).unwrap())
    };
    let (lines, expected) = run(&["--test", shown(&test), "--threads", "1", "--epochs", "3"]);
    assert!(lines.contains("features in 22 fields") && lines.lines().all(|line| line.chars().count() <= 80), "{lines}");
    let accuracy = lines.split_once("test accuracy ").unwrap().1.split(',').next().unwrap();
    assert!(accuracy.parse::<f64>().unwrap() > 0.97, "{lines}");
    for more in [&["--threads", "3"][..], &["--fields", "22", "--features", "127"]] {
        assert!(run(&[&["--epochs", "3"], more].concat()).1 == expected, "{more:?}");
    }
    assert!(run(&["--epochs", "3", "--seed", "1"]).1 != expected);
    // One after the other.
    run(&["--epochs", "1"]);
    let half = at("half");
    std::fs::rename(&model, &half).unwrap();
    assert!(run(&["--epochs", "2", "--load", shown(&half)]).1 == expected);

    let predicted = lacuna(&["predict", "--model", shown(&model), "--data", shown(&test)]);
    let probabilities: Vec<f64> = shown_by(&predicted).lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(probabilities.len(), 537);
    assert!(text(&predicted.stderr).contains(&format!("accuracy {accuracy}")), "{}", text(&predicted.stderr));
    let again = lacuna(&["predict", "--model", shown(&model), "--data", shown(&test), "--threads", "2"]);
    assert_eq!(again.stdout, predicted.stdout);

    let early = run(&["--test", shown(&test), "--epochs", "40", "--learning-rate", "2", "--early-stop", "2"]).0;
    assert!(early.contains(" are kept\n"), "{early}");
    let wrong = |more: &[&str]| refusal(&train("ffm", &[&["--data", shown(&file)], more].concat()));
    assert_eq!(wrong(&["--load", shown(&half), "--factors", "8"]), "error: the loaded model has 4 factors, not 8\n");
    let short = format!("error: {}:1:3: field 21 is out of range: 5 fields counted from 0\n", file.display());
    assert!(short.starts_with(wrong(&["--fields", "5", "--features", "127"]).split(":1:").next().unwrap()));
    let classify = train("classify", &["--data", shown(&file), "--load", shown(&half)]);
    assert!(refusal(&classify).starts_with("error: the loaded weights "), "{}", text(&classify.stderr));
    std::fs::write(&file, "1 0:1:1\n1 0:x:1\n").unwrap();
    assert_eq!(wrong(&[]), format!("error: {}:2:5: `x` is not a feature index\n", file.display()));
}

/// What is killed in the middle goes on with the same bits.
#[cfg(unix)]
#[test]
fn a_killed_machine_and_an_l1_norm_go_on_with_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("fields"), fields(0..1611)).unwrap();
    let (machine, plain) = (at("fields"), data("agaricus.train.libsvm"));
    let settings: [(&str, &[&str]); 2] = [
        ("ffm", &["--data", shown(&machine), "--seed", "4"]),
        ("classify", &["--data", shown(&plain), "--l1", "0.0001", "--classes", "softmax", "--loss", "logistic"]),
    ];
    for (program, settings) in settings {
        let (half, joined, whole) = (at("half"), at("joined"), at("whole"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_lacuna"))
            .args(["train", program])
            .args(settings)
            .args(["--save-every", "300", "--save", shown(&half)])
            .args([if program == "ffm" { "--epochs" } else { "--passes" }, "4000000000"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let start = Instant::now();
        while !half.exists() && start.elapsed() < DEADLINE {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let last = (SavedClassifier::read(&half).unwrap().progress.passes + 2).to_string();
        let passes = if program == "ffm" { "--epochs" } else { "--passes" };
        let run = |more: &[&str]| shown_by(&train(program, &[settings, more].concat()));
        run(&["--resume", shown(&half), "--save", shown(&joined), passes, "2"]);
        run(&["--save", shown(&whole), passes, &last]);
        assert!(std::fs::read(&joined).unwrap() == std::fs::read(&whole).unwrap(), "{program} after {last}");
        std::fs::remove_file(half).unwrap();
    }
}

#[test]
fn kept_rows_give_the_bits_of_their_text_and_are_refused_when_stale() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (file, model, cache) = (at("rows"), at("model"), at("cache"));
    let weighted = mushrooms(|label, features| format!("{label}:{} {}:1", features.len() % 3, features.join(":1 ")));
    let forms: [(&str, String, &[&str]); 4] = [
        ("classify", std::fs::read_to_string(data("agaricus.train.libsvm")).unwrap(), &["--classes", "softmax"]),
        ("classify", weighted, &["--row-weights"]),
        ("classify", mushrooms(|label, features| format!("{label} |a {}", features.join(" x"))), &["--format", "vw"]),
        ("ffm", fields(0..600), &[]),
    ];
    for (program, rows, more) in forms {
        std::fs::write(&file, rows).unwrap();
        let run = |own: &[&str]| {
            let common = ["--data", shown(&file), "--save", shown(&model)];
            let passes = [if program == "ffm" { "--epochs" } else { "--passes" }, "2"];
            let lines = shown_by(&train(program, &[&common[..], &passes, more, own].concat()));
            (lines, std::fs::read(&model).unwrap())
        };
        let (_, expected) = run(&[]);
        let (lines, first) = run(&["--cache", shown(&cache)]);
        assert!(lines.contains("keeping the rows of ") && first == expected, "{program} {more:?}: {lines}");
        for threads in ["1", "2"] {
            let (lines, again) = run(&["--cache", shown(&cache), "--threads", threads]);
            assert!(!lines.contains("keeping") && again == expected, "{program} {more:?}: {lines}");
        }
        let refused = |own: &[&str]| {
            let common = ["--data", shown(&file), "--cache", shown(&cache)];
            refusal(&train(program, &[&common[..], more, own].concat()))
        };
        let other = refused(&["--sum-duplicates"]);
        assert!(other.ends_with("its rows were read with other options; delete it, and it is made anew\n"), "{other}");
        // The same text at another time is the same.
        let text = std::fs::read(&file).unwrap();
        std::fs::write(&file, &text).unwrap();
        assert!(run(&["--cache", shown(&cache)]).1 == expected);
        let mut other = text.clone();
        let last = other.len() - 2;
        other[last] = if other[last] == b'1' { b'2' } else { b'1' };
        std::fs::write(&file, &other).unwrap();
        let stale = format!(
            "error: {0}: {1} has changed since; delete it, and it is made anew\n",
            cache.display(),
            file.display()
        );
        assert_eq!(refused(&[]), stale);
        std::fs::write(&file, &text).unwrap();
        let mut bytes = std::fs::read(&cache).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&cache, &bytes).unwrap();
        assert!(refused(&[]).contains("the rows are damaged: delete the file"), "{}", refused(&[]));
        std::fs::write(&cache, "something else").unwrap();
        assert_eq!(refused(&[]), format!("error: {}: holds no rows of `lacuna train`\n", cache.display()));
        std::fs::remove_file(&cache).unwrap();
    }
}
