//! `lacuna predict`: the bits of `--predictions`, and formulas in float64.
use super::*;
use lacuna_models::train::SavedClassifier;

fn predict(arguments: &[&str], input: Option<&[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lacuna"))
        .arg("predict")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Nobody may read it to its end.
    let _ = child.stdin.take().unwrap().write_all(input.unwrap_or_default());
    child.wait_with_output().unwrap()
}

/// The predictions of a run that must succeed.
fn lines(arguments: &[&str], input: Option<&[u8]>) -> String {
    let run = predict(arguments, input);
    assert!(run.status.success(), "{}", text(&run.stderr));
    text(&run.stdout)
}

fn train(program: &str, arguments: &[&str]) {
    let run = Command::new(env!("CARGO_BIN_EXE_lacuna"))
        .args(["train", program, "--quiet"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", text(&run.stderr));
}

/// Rows of the committed data, which are long enough for several batches.
fn agaricus() -> (String, String) {
    let labelled = std::fs::read_to_string(data("agaricus.test.libsvm")).unwrap();
    let unlabelled = labelled.lines().map(|line| line.split_once(' ').unwrap().1.to_owned() + "\n").collect();
    (labelled, unlabelled)
}

#[test]
fn predictions_have_the_bits_of_the_training_program() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (labelled, unlabelled) = agaricus();
    let test = data("agaricus.test.libsvm");
    std::fs::write(at("unlabelled"), &unlabelled).unwrap();
    let (model, expected) = (at("model"), at("expected"));
    for program in ["fm", "linear-classification", "mlp"] {
        let files = ["--data", shown(&test), "--test", shown(&test), "--save", shown(&model), "--epochs", "2"];
        train(program, &[&files[..], &["--predictions", shown(&expected)]].concat());
        let expected = std::fs::read_to_string(&expected).unwrap();
        assert_eq!(expected.lines().count(), 1611);
        let with = |more: &[&str], input| lines(&[&["--model", shown(&model)], more].concat(), input);
        for threads in ["1", "3"] {
            assert!(with(&["--data", shown(&test), "--threads", threads], None) == expected, "{program}");
        }
        assert!(with(&["--data", "-"], Some(labelled.as_bytes())) == expected, "{program}");
        // Of a number above 0.5 the class is 1, also of the last neuron of the network.
        let told = text(&predict(&["--model", shown(&model), "--data", shown(&test)], None).stderr);
        let right = labelled
            .lines()
            .zip(expected.lines())
            .filter(|(row, output)| row.starts_with('1') == (output.parse::<f64>().unwrap() > 0.5));
        let accuracy: f64 = told.trim().split_once(", accuracy ").unwrap().1.parse().unwrap();
        assert!((accuracy - right.count() as f64 / 1611.0).abs() < 1e-5, "{program}: {told}");
        assert!(with(&["--data", shown(&at("unlabelled")), "--unlabelled"], None) == expected, "{program}");
        let [npy, json] = ["p.npy", "p.json"].map(at);
        assert!(with(&["--data", shown(&test), "--output", shown(&npy)], None).is_empty());
        let bytes = std::fs::read(npy).unwrap();
        assert!(bytes.starts_with(b"\x93NUMPY") && bytes[10..].starts_with(b"{'descr': '<f4'"));
        let numbers =
            bytes[bytes.len() - 4 * 1611..].chunks(4).map(|four| f32::from_le_bytes(four.try_into().unwrap()));
        assert!(numbers.map(|number| format!("{number}\n")).collect::<String>() == expected, "{program}");

        with(&["--data", shown(&test), "--json", "--output", shown(&json)], None);
        let json = std::fs::read_to_string(json).unwrap();
        let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
        assert_eq!((first["row"].as_u64(), first["label"].as_f64()), (Some(1), Some(0.0)));
        let first_line: f32 = expected.lines().next().unwrap().parse().unwrap();
        assert_eq!(first["prediction"].as_f64().unwrap() as f32, first_line);
        let last = json.lines().last().unwrap();
        assert!(last.starts_with("{\"row\":1611,") && last.contains(expected.lines().last().unwrap()), "{last}");
        let json = with(&["--data", "-", "--json", "--unlabelled"], Some(unlabelled.as_bytes()));
        assert!(!json.contains("label"), "{program}");
    }
}

/// Weights, bias, and rows of entries from zero; what the formula gives.
fn logits(text: &str, weight: &[f64], bias: f64) -> Vec<(f64, f64)> {
    let row = |line: &str| {
        let (label, entries) = line.split_once(' ').unwrap_or((line, ""));
        let terms = entries.split_whitespace().map(|entry| {
            let (index, value) = entry.split_once(':').unwrap();
            weight[index.parse::<usize>().unwrap() - 1] * value.parse::<f64>().unwrap()
        });
        (label.parse().unwrap(), terms.sum::<f64>() + bias)
    };
    text.lines().map(row).collect()
}

#[test]
fn a_classifier_gives_probabilities_and_measures_them() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("model");
    let (labelled, _) = agaricus();
    train("classify", &["--data", shown(&data("agaricus.train.libsvm")), "--save", shown(&model)]);
    let saved = SavedClassifier::read(&model).unwrap();
    let (weight, bias) = saved.classifier::<f32>(&saved.settings).unwrap().weight();
    let weight: Vec<f64> = weight.into_iter().map(f64::from).collect();
    let expected: Vec<(f64, f64)> = logits(&labelled, &weight, bias[0].into())
        .into_iter()
        .map(|(label, logit)| (label, 1.0 / (1.0 + (-logit).exp())))
        .collect();
    let run = predict(&["--model", shown(&model), "--data", "-"], Some(labelled.as_bytes()));
    let found: Vec<f64> = text(&run.stdout).lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(found.len(), expected.len());
    for (found, (_, expected)) in found.iter().zip(&expected) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
    // Every pair, and every row.
    let (mut auc, mut pairs) = (0.0, 0.0);
    for (own, _) in found.iter().zip(&expected).filter(|(_, (label, _))| *label > 0.0) {
        for (other, _) in found.iter().zip(&expected).filter(|(_, (label, _))| *label == 0.0) {
            auc += if own > other { 1.0 } else { f64::from(own == other) / 2.0 };
            pairs += 1.0;
        }
    }
    let rows = expected.len() as f64;
    let right = expected.iter().filter(|(label, p)| (*p > 0.5) == (*label > 0.0)).count() as f64;
    let loss: f64 = expected.iter().map(|(label, p)| -if *label > 0.0 { p.ln() } else { (1.0 - p).ln() }).sum();
    let measures = text(&run.stderr);
    let number = |name: &str| -> f64 {
        let rest = measures.split_once(&format!("{name} ")).unwrap().1;
        rest.split([',', '\n']).next().unwrap().parse().unwrap()
    };
    assert!(measures.starts_with("1611 rows: log loss "), "{measures}");
    for (name, expected) in [("log loss", loss / rows), ("auc", auc / pairs), ("accuracy", right / rows)] {
        assert!((number(name) - expected).abs() < 2e-6, "{name} {expected}: {measures}");
    }
    let quiet = predict(&["--model", shown(&model), "--data", "-", "--quiet"], Some(labelled.as_bytes()));
    assert!(quiet.stderr.is_empty() && quiet.stdout == run.stdout);
}

#[test]
fn a_regression_gives_its_outputs_in_its_type() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let rows = "1.5 1:0.5 3:1\n-2\n4 2:-3 4:0.1\n0.25 4:2\n".repeat(700);
    std::fs::write(at("rows"), &rows).unwrap();
    for (dtype, tolerance) in [("f64", 1e-14), ("f32", 1e-6)] {
        let rate = ["--dtype", dtype, "--learning-rate", "0.01", "--epochs", "2"];
        train("linear", &[&["--data", shown(&at("rows")), "--save", shown(&at("model"))], &rate[..]].concat());
        let saved = Saved::read(&at("model")).unwrap();
        let (weight, bias) = match dtype {
            "f64" => saved.state::<f64>().map(|state| (state.weight, state.bias)).unwrap(),
            _ => saved
                .state::<f32>()
                .map(|own| (own.weight.into_iter().map(f64::from).collect(), own.bias.into()))
                .unwrap(),
        };
        let expected = logits(&rows, &weight, bias);
        let run = predict(&["--model", shown(&at("model")), "--data", shown(&at("rows"))], None);
        let found: Vec<f64> = text(&run.stdout).lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(found.len(), 2800);
        assert!(found.iter().zip(&expected).all(|(a, (_, b))| (a - b).abs() <= tolerance * b.abs().max(1.0)));
        let mse = expected.iter().map(|(label, output)| (output - label).powi(2)).sum::<f64>() / 2800.0;
        let shown_mse: f64 = text(&run.stderr).strip_prefix("2800 rows: mse ").unwrap().trim().parse().unwrap();
        assert!((shown_mse - mse).abs() < 1e-5 * mse, "{shown_mse} {mse}");
        let npy = at("p.npy");
        lines(&["--model", shown(&at("model")), "--data", shown(&at("rows")), "--output", shown(&npy)], None);
        let (bytes, size) = (std::fs::read(npy).unwrap(), if dtype == "f64" { 8 } else { 4 });
        assert!(bytes[10..].starts_with(format!("{{'descr': '<f{size}'").as_bytes()));
        assert_eq!(bytes.len() % (2800 * size), bytes.len() - 2800 * size);
    }
}

#[test]
fn scores_of_pairs_and_of_two_files_are_those_of_the_training_program() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let pairs: String = (0..300).map(|row| format!("{},{},{}\n", row % 17, row % 23, row % 5)).collect();
    std::fs::write(at("pairs"), &pairs).unwrap();
    let no_scores: String = pairs.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n").collect();
    std::fs::write(at("no_scores"), no_scores).unwrap();
    let [rows, model, expected, wide, deep] = ["pairs", "model", "expected", "wide", "deep"].map(at);
    let saved = ["--save", shown(&model), "--predictions", shown(&expected), "--epochs", "1"];
    train("mf", &[&["--data", shown(&rows), "--test", shown(&rows)], &saved[..]].concat());
    let expected_scores = std::fs::read_to_string(&expected).unwrap();
    assert_eq!(expected_scores.lines().count(), 300);
    assert!(lines(&["--model", shown(&model), "--data", shown(&rows)], None) == expected_scores);
    let pairs_alone = at("no_scores");
    let unlabelled = ["--model", shown(&model), "--data", shown(&pairs_alone), "--unlabelled"];
    assert!(lines(&unlabelled, None) == expected_scores);
    std::fs::write(at("pairs"), "1,2,3\n17,2,3\n").unwrap();
    let refused = refusal(&predict(&["--model", shown(&model), "--data", shown(&rows)], None));
    assert!(refused.contains("user 17 is out of range: there are 17"), "{refused}");

    train("wide-deep", &["--rows", "400", "--epochs", "1", "--write-data", shown(&wide), "--write-deep", shown(&deep)]);
    let files = ["--data", shown(&wide), "--deep", shown(&deep)];
    let tests = ["--test", shown(&wide), "--test-deep", shown(&deep)];
    train("wide-deep", &[&files[..], &tests, &saved].concat());
    let of_two = [&["--model", shown(&model)], &files[..]].concat();
    assert!(lines(&of_two, None) == std::fs::read_to_string(&expected).unwrap());
    let refused = refusal(&predict(&["--model", shown(&model), "--data", shown(&wide)], None));
    assert!(refused.contains("--deep"), "{refused}");
}

#[test]
fn rows_without_a_label_give_the_predictions_of_the_labelled_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("train"), "1 1:0.5 3:1\n0 2:1 3:2\n1 1:1\n0 2:0.5\n").unwrap();
    for program in ["linear", "classify", "mlp", "fm", "linear-classification"] {
        train(program, &["--data", shown(&at("train")), "--save", shown(&at("model"))]);
        let with = |more: &[&str], input: &str| {
            predict(&[&["--model", shown(&at("model")), "--data", "-"], more].concat(), Some(input.as_bytes()))
        };
        // The base is that of the training, although feature 1 is not there; an empty row has a prediction, too.
        let labelled = with(&[], "0 1:0.5 3:1\n0\n0 2:1\n");
        let unlabelled = with(&["--unlabelled"], "1:0.5 3:1\n\n2:1\n");
        assert!(labelled.status.success() && text(&labelled.stdout).lines().count() == 3, "{program}");
        assert_eq!((labelled.stdout, text(&unlabelled.stderr)), (unlabelled.stdout, String::new()), "{program}");
        let from_zero = with(&["--unlabelled", "--index-base", "zero"], "0:0.5 2:1\n\n1:1\n");
        assert_eq!(text(&from_zero.stdout), text(&with(&["--unlabelled"], "1:0.5 3:1\n\n2:1\n").stdout), "{program}");

        let refused = refusal(&with(&[], "1:0.5 3:1\n"));
        assert!(refused.contains("standard input:1:1: `1:0.5` is a feature of a row without a label"), "{refused}");
        assert!(refused.contains("--unlabelled reads rows without a label"), "{refused}");
        let refused = refusal(&with(&["--unlabelled"], "1:0.5 3:1\n0 1:1\n"));
        assert!(refused.contains("standard input:2:1: `0` is a label"), "{refused}");
        let refused = refusal(&with(&[], "0 1:1\n0 1:1 4:1\n"));
        assert!(refused.contains("standard input:2:7: feature index 4 is out of range: 3 features counted from 1"));
        let refused = refusal(&with(&["--index-base", "auto"], "0 1:1\n"));
        assert!(refused.contains("give zero or one"), "{refused}");
        let refused = refusal(&with(&["--row-weights"], "0:2 1:1\n"));
        assert!(refused.contains("do not depend on weights of rows"), "{refused}");
        let refused = refusal(&with(&[], "# Column indices are zero-based\n0 1:1\n"));
        assert!(refused.contains("indices are zero-based"), "{refused}");
    }
    let ignored = predict(
        &["--model", shown(&at("model")), "--data", "-", "--ignore-weights", "--positive", "2"],
        Some(b"2:5 1:1\n1:2 2:1\n"),
    );
    assert!(text(&ignored.stderr).starts_with("2 rows: log loss "), "{}", text(&ignored.stderr));
    let one_class = predict(&["--model", shown(&at("model")), "--data", "-"], Some(b"1 1:1\n"));
    assert!(text(&one_class.stderr).contains("no auc, for all rows are of one class"));
}

#[test]
fn what_is_no_model_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("rows"), "1 1:1\n").unwrap();
    let refused = |model: &str| refusal(&predict(&["--model", shown(&at(model)), "--data", shown(&at("rows"))], None));
    assert!(refused("missing").contains("missing: No such file"), "{}", refused("missing"));
    assert!(refused("rows").contains("rows"), "{}", refused("rows"));
    std::fs::write(at("short"), "8 bytes and more").unwrap();
    assert!(refused("short").contains("not a safetensors file"), "{}", refused("short"));
    // A safetensors file of nobody in particular.
    std::fs::write(at("empty"), [&8_u64.to_le_bytes()[..], b"{}      "].concat()).unwrap();
    assert!(refused("empty").contains("its metadata name no model"), "{}", refused("empty"));
    std::fs::write(at("text"), "the cat sat on the mat\n".repeat(40)).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_lacuna"))
        .args(["train", "lm", "--quiet", "--data", shown(&at("text")), "--save", shown(&at("lm"))])
        .args(["--epochs", "1"])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", text(&run.stderr));
    assert!(refused("lm").contains("a language model has no outputs of rows"), "{}", refused("lm"));
}
