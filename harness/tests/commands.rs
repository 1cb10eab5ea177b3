//! What `lacuna` says of itself, and how it answers to names that it does not know.
#![allow(clippy::unwrap_used)]
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::{Command, Output};

fn lacuna(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).output().unwrap()
}

fn refusal(arguments: &[&str]) -> String {
    let output = lacuna(arguments);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn an_unknown_operator_is_answered_with_the_nearest() {
    assert_eq!(
        refusal(&["operators", "spars_retain"]),
        "error: no operator has `spars_retain` in its name; the nearest is sparse_retain\n"
    );
    assert!(lacuna(&["operators", "retain"]).status.success());
}

#[test]
fn shells_complete_each_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = lacuna(&["completions", shell]);
        let text = String::from_utf8(output.stdout).unwrap();
        for word in ["verify", "predict", "wide-deep", "row-weights"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    assert!(lacuna(&["man", pages.to_str().unwrap()]).status.success());
    for (page, text) in [
        ("lacuna", "lacuna\\-train(1)"),
        ("lacuna-verify", "fixtures"),
        ("lacuna-train-fm", "factors"),
        ("lacuna-predict", "unlabelled"),
        ("lacuna-golden-hashes", "record"),
    ] {
        let found = std::fs::read_to_string(pages.join(format!("{page}.1"))).unwrap();
        assert!(found.contains(text), "{page}: {found}");
    }
}

#[test]
fn a_plot_is_drawn_as_its_name_says_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("loss.png");
    let expected =
        format!("error: --plot draws SVG, not png: name the file {}\n", plot.with_extension("svg").display());
    for program in ["linear", "mlp", "mf"] {
        assert_eq!(refusal(&["train", program, "--epochs", "1", "--plot", plot.to_str().unwrap()]), expected);
    }
    assert!(!plot.exists());
}

/// The lines of a command as JSON; each says what it is.
fn json_lines(arguments: &[&str]) -> Vec<Value> {
    let output = lacuna(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().all(|line| line["event"].is_string()), "{text}");
    lines
}

fn members(lines: &[Value], event: &str) -> BTreeSet<String> {
    let of_event = lines.iter().filter(|line| line["event"] == event);
    of_event.flat_map(|line| line.as_object().unwrap().keys().cloned()).filter(|key| key != "event").collect()
}

/// docs/training.md lists the members; programs of others depend on them.
#[test]
fn every_command_writes_the_members_of_the_page() {
    let file = |name: &str| format!("{}/../data/{name}", env!("CARGO_MANIFEST_DIR"));
    let (data, test) = (file("agaricus.train.libsvm"), file("agaricus.test.libsvm"));
    let files = ["--data", &data, "--test", &test, "--json"];
    let folder = tempfile::tempdir().unwrap();
    let fields = folder.path().join("rows.ffm").to_str().unwrap().to_owned();
    std::fs::write(&fields, "1 0:0:1 1:1:0.5\n0 1:1:1\n1 0:0:2\n").unwrap();
    let train = |program: &str, more: &[&str]| json_lines(&[&["train", program][..], more].concat());
    let speed = ["seconds", "rows_per_second"];
    for (program, more, event, expected) in [
        ("linear", &files[..], "epoch", &["epoch", "mse", "test_mse"][..]),
        ("classify", &files[..], "pass", &["pass", "rows", "since_last", "log_loss", "test_log_loss"]),
        (
            "fm",
            &files[..],
            "epoch",
            &["epoch", "log_loss", "test_log_loss", "test_accuracy", "test_auc", "steps_seconds"],
        ),
        (
            "mlp",
            &files[..],
            "epoch",
            &["epoch", "log_loss", "test_log_loss", "test_accuracy", "test_auc", "forward_seconds", "backward_seconds"],
        ),
        (
            "linear-classification",
            &files[..],
            "epoch",
            &["epoch", "log_loss", "test_log_loss", "test_accuracy", "test_auc", "steps_seconds"],
        ),
        (
            "wide-deep",
            &["--rows", "500", "--epochs", "2", "--json"],
            "epoch",
            &["epoch", "log_loss", "test_log_loss", "test_accuracy", "test_auc", "steps_seconds"],
        ),
        (
            "ffm",
            &["--data", &fields, "--test", &fields, "--json"],
            "pass",
            &["pass", "rows", "since_last", "log_loss", "test_log_loss"],
        ),
        (
            "lm",
            &["--sentences", "60", "--epochs", "2", "--embedding", "8", "--hidden", "8", "--projection", "8", "--json"],
            "epoch",
            &["epoch", "loss", "test_perplexity", "steps_seconds"],
        ),
        ("mf", &["--scores", "500", "--json"], "epoch", &["epoch", "mse", "steps_seconds"]),
    ] {
        let lines = train(program, more);
        let speed = if program == "lm" { ["seconds", "words_per_second"] } else { speed };
        let expected: BTreeSet<String> = expected.iter().chain(&speed).map(|key| (*key).to_owned()).collect();
        assert_eq!(members(&lines, event), expected, "{program}");
        assert_eq!(members(&lines, "fact"), ["name", "text"].map(str::to_owned).into(), "{program}");
        // The number of threads stands before the table.
        let training = lines.iter().find(|line| line["event"] == "fact" && line["name"] == "training").unwrap();
        // `threads 2`, or `cpu avx2 x2`.
        let text = training["text"].as_str().unwrap();
        let threads = text.split_once("threads ").or_else(|| text.rsplit_once(" x")).map(|(_, rest)| rest);
        let digits = threads.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
        let most = std::thread::available_parallelism().unwrap().get().min(8);
        assert!(digits.unwrap().parse::<usize>().is_ok_and(|threads| (1..=most).contains(&threads)), "{training}");
        let end = lines.last().unwrap();
        assert!(end["event"] == "end" && end["interrupted"] == false && end["epochs"].as_u64() > Some(0), "{end}");
    }
    let inspected = json_lines(&["inspect", &test, "--json"]);
    assert_eq!((inspected[0]["format"].as_str(), inspected[0]["arrays"].as_u64()), (Some("LibSVM"), Some(2)));
    assert_eq!((&inspected[1]["shape"], &inspected[1]["stored"]), (&json!([1611, 127]), &json!(35442)));
    let retain = &json_lines(&["operators", "retain", "--json"])[0];
    assert_eq!(retain["forms"][0]["kernels"], json!(["rows::retain_ids", "rows::retain"]));
    let statements = json_lines(&["demo", "csr", "--json"]);
    assert!(statements.len() > 10 && statements.iter().all(|line| line["holds"] == true));
}

#[test]
fn golden_files_are_told_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let fixtures = folder.path().join("cases");
    std::fs::create_dir(&fixtures).unwrap();
    let sin = format!("{}/../fixtures/sin.safetensors", env!("CARGO_MANIFEST_DIR"));
    std::fs::copy(sin, fixtures.join("sin.safetensors")).unwrap();
    let (out, cases) = (folder.path().join("out"), fixtures.to_str().unwrap());
    let out = out.to_str().unwrap();
    let written = json_lines(&["golden", "write", out, "--fixtures", cases, "--json"]);
    assert!(written[0]["ok"] == true && written[0]["results"].as_u64() > Some(0), "{written:?}");
    let checked = json_lines(&["golden", "check", out, "--fixtures", cases, "--json"]);
    assert_eq!((&checked[0]["results"], &checked[0]["differing"]), (&written[0]["results"], &json!(0)));
}

/// What is no terminal has colours only where they are asked for.
#[test]
fn colours_are_a_matter_of_choice() {
    let help = |arguments: &[&str]| lacuna(&[arguments, &["train", "--help"]].concat()).stdout;
    let escape = |text: &[u8]| text.contains(&0x1b);
    assert!(!escape(&help(&[])) && !escape(&help(&["--color", "never"])) && escape(&help(&["--color=always"])));
    let wrong = |color: &str| lacuna(&[color, "train", "nothing"]).stderr;
    assert!(escape(&wrong("--color=always")) && !escape(&wrong("--color=auto")));
    assert!(refusal(&["--color", "blue", "operators"]).contains("auto, always, never"));
}
