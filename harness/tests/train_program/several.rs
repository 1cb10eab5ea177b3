//! `lacuna train classify` with several classes, other losses, norms and early stopping, and what `lacuna predict`
//! makes of it.
use super::*;
use lacuna_models::train::SavedClassifier;

fn lacuna(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn train(arguments: &[&str]) -> Output {
    lacuna(&[&["train", "classify"], arguments].concat())
}

fn shown_by(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Three classes, each told by a feature of its own; feature 4 says nothing.
fn three(rows: usize) -> String {
    (0..rows).map(|row| format!("{} {}:1 4:{}\n", [3, -1, 10][row % 3], row % 3 + 1, row % 7)).collect()
}

#[test]
fn classes_are_found_or_given_and_predicted() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (file, model) = (at("rows"), at("model"));
    std::fs::write(&file, three(300)).unwrap();
    for how in ["softmax", "one-against-rest"] {
        let common = ["--data", shown(&file), "--classes", how, "--passes", "2", "--index-base", "one"];
        let found = shown_by(&train(&[&common[..], &["--save", shown(&model), "--test", shown(&file)]].concat()));
        assert!(found.contains("of 3 classes") && found.contains("; test accuracy 1.00000\n"), "{found}");
        let bytes = std::fs::read(&model).unwrap();
        let given = ["--labels", "10,-1,3", "--features", "4", "--save", shown(&model), "--threads", "2"];
        shown_by(&train(&[&common[..], &given].concat()));
        assert!(std::fs::read(&model).unwrap() == bytes);
        assert_eq!(SavedClassifier::read(&model).unwrap().settings.labels, [-1.0, 3.0, 10.0]);

        let predicted = lacuna(&["predict", "--model", shown(&model), "--data", shown(&file), "--json"]);
        let first: serde_json::Value = serde_json::from_str(shown_by(&predicted).lines().next().unwrap()).unwrap();
        let probabilities: Vec<f64> =
            first["prediction"].as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).collect();
        assert_eq!(probabilities.len(), 3);
        assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-6 && probabilities[1] > 0.5, "{first}");
        assert_eq!((first["class"].as_f64(), first["label"].as_f64()), (Some(3.0), Some(3.0)));
        assert!(text(&predicted.stderr).ends_with(", accuracy 1.00000\n"), "{}", text(&predicted.stderr));
        let npy = at("p.npy");
        shown_by(&lacuna(&["predict", "--model", shown(&model), "--data", shown(&file), "--output", shown(&npy)]));
        let array = std::fs::read(npy).unwrap();
        assert!(text(&array[10..80]).contains("'shape': (300, 3)"), "{:?}", &array[10..80]);
        let lines = shown_by(&lacuna(&["predict", "--model", shown(&model), "--data", shown(&file)]));
        assert!(lines.lines().count() == 300 && lines.lines().all(|line| line.split(' ').count() == 3));
    }
    std::fs::write(&file, three(3) + "7 1:1\n").unwrap();
    let wrong = lacuna(&["predict", "--model", shown(&model), "--data", shown(&file)]);
    assert_eq!(refusal(&wrong), format!("error: {}:4:1: label `7` is none of the 3 classes\n", file.display()));
    let wrong = train(&["--data", shown(&file), "--classes", "softmax", "--labels", "3,-1,10"]);
    assert_eq!(refusal(&wrong), format!("error: {}:4:1: label `7` is none of the 3 classes\n", file.display()));
    let wrong = train(&["--data", shown(&file), "--classes", "softmax", "--loss", "hinge"]);
    assert_eq!(refusal(&wrong), "error: softmax has the logistic loss, not hinge: one-against-rest has any\n");
    let wrong = train(&["--data", shown(&file), "--loss", "absolute"]);
    assert!(text(&wrong.stderr).contains("[possible values: logistic, hinge, squared-hinge, squared]"));
    let wrong = train(&["--data", shown(&file), "--labels", "1,2"]);
    assert!(text(&wrong.stderr).contains("--classes"), "{}", text(&wrong.stderr));
}

#[test]
fn losses_norms_and_weights_of_classes_on_the_mushrooms() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("model");
    let (file, test) = (data("agaricus.train.libsvm"), data("agaricus.test.libsvm"));
    let run = |more: &[&str]| {
        let files = ["--data", shown(&file), "--test", shown(&test), "--save", shown(&model)];
        shown_by(&train(&[&files[..], more].concat()))
    };
    let number = |text: &str, before: &str| -> f64 {
        let behind = text.split_once(before).unwrap().1;
        behind.split([',', '\n', ';', ' ']).next().unwrap().parse().unwrap()
    };
    for loss in ["logistic", "hinge", "squared-hinge", "squared"] {
        let lines = run(&["--loss", loss, "--passes", "5"]);
        assert!(lines.lines().all(|line| line.chars().count() <= 80), "{lines}");
        assert!(number(&lines, "test accuracy ") > 0.98, "{lines}");
        let predicted = lacuna(&["predict", "--model", shown(&model), "--data", shown(&test)]);
        let margins: Vec<f64> = shown_by(&predicted).lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(margins.iter().any(|&margin| margin < 0.0), loss != "logistic", "{loss}");
        let found = text(&predicted.stderr);
        assert_eq!(number(&found, "accuracy "), number(&lines, "test accuracy "), "{found}{lines}");
        assert!((number(&found, "auc ") - number(lines.split_once("; test").unwrap().1, "auc ")).abs() < 1e-3);
    }
    for optimizer in ["sgd", "adagrad"] {
        let lines = run(&["--optimizer", optimizer, "--l1", "0.05", "--passes", "2"]);
        assert!(lines.contains("l1 0.05"), "{lines}");
        let nonzero = |text: &str| -> u64 {
            let line = text.lines().find(|line| line.contains(" weights are not 0")).unwrap();
            line.split(' ').next().unwrap().replace(',', "").parse().unwrap()
        };
        let dense = run(&["--optimizer", optimizer, "--passes", "2"]);
        assert!(nonzero(&lines) < nonzero(&dense) / 2, "{lines}{dense}");
    }
    let positives = |weight: &str| {
        run(&["--class-weight", weight, "--optimizer", "sgd"]);
        let predicted = shown_by(&lacuna(&["predict", "--model", shown(&model), "--data", shown(&test)]));
        predicted.lines().filter(|line| line.parse::<f64>().unwrap() > 0.5).count()
    };
    let (few, many) = (positives("1=0.05"), positives("0=0.05"));
    assert!(few < many, "{few} {many}");
}

/// The best pass is kept, and a run that is stopped before knows which it was.
#[test]
fn early_stopping_keeps_the_best_pass() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // What is learnt of the first rows is wrong for the others.
    let rows = |rows: std::ops::Range<u32>| -> String {
        rows.map(|row| format!("{} {}:1 {}:1\n", (row * 7 / 3 + row) % 2, row % 40 + 1, row % 23 + 50)).collect()
    };
    std::fs::write(at("train"), rows(0..60)).unwrap();
    std::fs::write(at("test"), rows(60..120)).unwrap();
    let (file, test) = (at("train"), at("test"));
    let run = |more: &[&str]| {
        let files = ["--data", shown(&file), "--test", shown(&test), "--features", "80", "--index-base", "one"];
        shown_by(&train(&[&files[..], &["--learning-rate", "0.5"], more].concat()))
    };
    let table = |text: &str| -> Vec<(u64, f64)> {
        let rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        rows.filter(|row| row.len() == 6 && row[0].parse::<u64>().is_ok() && row[1] == "60")
            .map(|row| (row[0].parse().unwrap(), row[3].parse().unwrap()))
            .collect()
    };
    let whole = table(&run(&["--passes", "30"]));
    let best = whole.iter().copied().reduce(|best, pass| if pass.1 < best.1 { pass } else { best }).unwrap();
    assert!(whole.len() == 30 && best.0 < 25, "{whole:?}");
    let stopped = run(&["--passes", "30", "--early-stop", "3", "--save", shown(&at("early"))]);
    assert_eq!(table(&stopped).last().unwrap().0, best.0 + 3, "{stopped}");
    assert!(stopped.contains(&format!("the weights of pass {} are kept\n", best.0)), "{stopped}");
    run(&["--passes", &best.0.to_string(), "--save", shown(&at("best"))]);
    assert!(std::fs::read(at("early")).unwrap() == std::fs::read(at("best")).unwrap());
    let wrong = train(&["--data", shown(&file), "--early-stop", "1"]);
    assert!(text(&wrong.stderr).contains("--test"), "{}", text(&wrong.stderr));
}
