//! Kinds of rows that others write, given to the programs.
use super::*;

/// `1 1:0.5 3:1\n0 2:1 3:2\n1 1:1\n0 2:0.5\n`, by Python's `gzip.compress`.
const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x033T0\xb42\xd03U0\xb62\xe42P0\xb22\x04\xb2\x8c\xb8\x0c\
\x81\xa2\x10>P\x8e\x0b\x00\x0e\xde\x12$$\x00\x00\x00";
const PLAIN: &str = "1 1:0.5 3:1\n0 2:1 3:2\n1 1:1\n0 2:0.5\n";

/// Files, and what programs make of them.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// The bytes that a program saves, or its refusal.
    fn train(&self, program: &str, data: &Path, more: &[&str]) -> Result<Vec<u8>, String> {
        let saved = self.0.path().join("saved.safetensors");
        let arguments = ["train", program, "--data", shown(data), "--save", shown(&saved), "--quiet"];
        let run = Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).args(more).output().unwrap();
        if run.status.success() { Ok(std::fs::read(saved).unwrap()) } else { Err(refusal(&run)) }
    }
}

#[test]
fn gzip_is_read_and_other_compression_told() {
    let folder = Folder::new();
    let (plain, gzip) = (folder.file("plain", PLAIN), folder.file("gzip", GZIP));
    for program in ["linear", "classify", "mlp", "fm", "linear-classification"] {
        assert!(folder.train(program, &gzip, &[]).unwrap() == folder.train(program, &plain, &[]).unwrap(), "{program}");
        for (start, name) in [(&b"BZh91AY&SY"[..], "bzip2"), (b"\xfd7zXZ\0\0", "xz"), (b"\x28\xb5\x2f\xfd\0", "zstd")] {
            let refused = folder.train(program, &folder.file("other", start), &[]).unwrap_err();
            assert!(
                refused.contains(&format!("other: cannot be read: compressed by {name}: ")),
                "{program}: {refused}"
            );
        }
    }
    for program in ["linear", "classify"] {
        let expected = folder.train(program, &plain, &[]).unwrap();
        let saved = folder.0.path().join("piped");
        for more in [&[][..], &["--features", "3", "--index-base", "one"]] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_lacuna"))
                .args(["train", program, "--data", "-", "--save", shown(&saved)])
                .args(more)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            child.stdin.take().unwrap().write_all(GZIP).unwrap();
            assert!(output(child).status.success());
            assert!(std::fs::read(&saved).unwrap() == expected, "{program} {more:?}");
        }
    }
}

#[test]
fn weights_of_rows_are_used_or_refused() {
    let folder = Folder::new();
    let plain = folder.file("plain", "1 1:1\n0 2:1\n1 1:1 2:1\n0 2:2\n");
    let ones = folder.file("ones", "1:1 1:1\n0:1.0 2:1\n1 1:1 2:1\n0:1 2:2\n");
    let weighted = folder.file("weighted", "1:0.1 1:1\n0:100 2:1\n1:1 1:1 2:1\n0:1 2:2\n");
    for program in ["linear", "classify"] {
        let train = |data: &Path, more: &[&str]| folder.train(program, data, &[&["--row-weights"], more].concat());
        let expected = folder.train(program, &plain, &[]).unwrap();
        assert!(train(&ones, &[]).unwrap() == expected, "{program}");
        assert!(train(&plain, &[]).unwrap() == expected, "{program}");
        assert!(train(&weighted, &[]).unwrap() != expected, "{program}");
        assert!(train(&weighted, &["--threads", "1"]).unwrap() == train(&weighted, &["--threads", "3"]).unwrap());
        let negative = train(&folder.file("negative", "1 1:1\n0:-2 1:1\n"), &[]).unwrap_err();
        assert!(negative.ends_with("negative:2:3: label weight `-2` is below 0\n"), "{negative}");
        let refused = folder.train(program, &weighted, &[]).unwrap_err();
        assert!(refused.contains("weighted:1:1: `1:0.1` is a feature of a row without a label"), "{refused}");
        assert!(refused.contains("--row-weights") && refused.contains("--ignore-weights"), "{refused}");
    }
    for program in ["mlp", "fm", "linear-classification"] {
        let refused = folder.train(program, &weighted, &["--row-weights"]).unwrap_err();
        assert!(refused.contains("does not learn with weights of rows"), "{program}: {refused}");
        let refused = folder.train(program, &weighted, &[]).unwrap_err();
        assert!(!refused.contains("--row-weights") && refused.contains("--ignore-weights"), "{program}: {refused}");
    }
}

/// A row of weight 2 is learnt by SGD without decay as a gradient of twice its size: `w = -lr * 2 * (p - y) x`.
#[test]
fn a_weight_scales_the_step() {
    let folder = Folder::new();
    let data = folder.file("rows", "1:2 1:0.5\n");
    let rate = ["--row-weights", "--optimizer", "sgd", "--learning-rate", "0.25", "--index-base", "one"];
    folder.train("classify", &data, &rate).unwrap();
    let path = folder.0.path().join("saved.safetensors");
    let saved = lacuna_runtime::train::SavedClassifier::read(&path).unwrap();
    // p = 1/2.
    assert_eq!(saved.classifier::<f32>(&saved.settings).unwrap().weight(), (vec![0.125], vec![0.25]));
    assert_eq!((saved.progress.passes, saved.progress.pass.rows), (1, 0));

    let more = ["--row-weights", "--learning-rate", "0.25", "--momentum", "0", "--epochs", "1", "--batch-size", "1"];
    let zero = ["--initial-weights", "zero", "--index-base", "one"];
    folder.train("linear", &data, &[&more[..], &zero].concat()).unwrap();
    let state = Saved::read(&path).unwrap().state::<f32>().unwrap();
    // The residual is -1.
    assert_eq!((state.weight, state.bias), (vec![0.25], 0.5));
}

#[test]
fn refused_rows_name_the_option_that_helps() {
    let folder = Folder::new();
    let cases = [
        ("1 1:1 3:1 3:1 4:2\n0 2:1\n", ":1:11: feature index 3 appears twice; --sum-duplicates adds its values\n"),
        ("1 1:1\n0 3:1 2:1\n", ":2:7: feature index 2 after 3: indices must ascend; --sort-rows sorts each row\n"),
        (
            "1 1:0.5\n2 2:1\n",
            ":2:1: label `2` is not 1, 0 or -1; --positive LABEL makes one label class 1, and all others class 0\n",
        ),
        ("0,2 1:1.5 3:2\n", ":1:1: several labels `0,2`: only one is supported\n"),
    ];
    for program in ["classify", "mlp", "fm", "linear-classification"] {
        for (text, reason) in cases {
            let refused = folder.train(program, &folder.file("rows", text), &[]).unwrap_err();
            assert!(refused.ends_with(reason), "{program}: {refused}");
        }
        let train = |text: &str, more: &[&str]| folder.train(program, &folder.file("rows", text), more).unwrap();
        let plain = ["1 1:1 3:2 4:2\n0 2:1\n", "0 1:0.5\n1 2:1\n0 3:1\n"].map(|text| train(text, &[]));
        assert!(train("1 1:1 3:1 3:1 4:2\n0 2:1\n", &["--sum-duplicates"]) == plain[0], "{program}");
        assert!(train("1 1:0.5\n2 2:1\n1 3:1\n", &["--positive", "2"]) == plain[1], "{program}");
        assert!(train("-1 1:0.5\n-2 2:1\n7 3:1\n", &["--positive", "-2"]) == plain[1], "{program}");
        // Its index base: 4 features from zero are as many as --index-base zero finds.
        let told = "# Column indices are zero-based\n1 1:1 3:2\n";
        assert!(train(told, &[]) == train("1 1:1 3:2\n", &["--index-base", "zero"]), "{program}");
    }
}

#[test]
fn what_is_left_out_is_told_once_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scores.csv");
    std::fs::write(&path, "user,item,score,time\n0,1,2.5,99\n1,0,4,98\n1,1,3,97\n").unwrap();
    let mf = |more: &[&str]| {
        let arguments = [&["train", "mf", "--epochs", "1", "--data", shown(&path)][..], more].concat();
        Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).stdin(Stdio::null()).output().unwrap()
    };
    let told = mf(&[]);
    let name = path.display();
    assert_eq!(
        text(&told.stderr),
        format!(
            "{name}: the first line is taken as a header: user,item,score,time\n\
             {name}: not used: the last field of 3 lines\n"
        )
    );
    assert!(told.status.success());
    let quiet = mf(&["--quiet"]);
    assert!(quiet.status.success() && quiet.stderr.is_empty());
    let refused =
        format!("error: {name}: the first line is taken as a header: user,item,score,time: --strict refuses that\n");
    let strict = mf(&["--strict"]);
    assert_eq!((strict.status.code(), text(&strict.stderr)), (Some(2), refused));
    std::fs::write(&path, "0,1,2.5\n1,0,4\n1,1,3\n").unwrap();
    assert!(mf(&["--strict"]).stderr.is_empty());

    let data = data("agaricus.test.libsvm");
    for program in ["linear", "classify", "fm", "mlp", "linear-classification"] {
        let with = |more: &[&str]| {
            let passes = if program == "classify" { "--passes" } else { "--epochs" };
            let arguments = [&["train", program, passes, "1", "--strict", "--data", shown(&data)][..], more].concat();
            Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).stdin(Stdio::null()).output().unwrap()
        };
        let guessed = with(&[]);
        assert!(text(&guessed.stderr).starts_with("error: --strict needs --index-base zero or one"), "{program}");
        assert!(with(&["--index-base", "one"]).status.success(), "{program}");
    }
}

#[test]
fn predict_tells_what_it_leaves_out() {
    let folder = Folder::new();
    let plain = folder.file("plain.csv", "0,1,2.5\n1,0,4\n1,1,3\n");
    let long = folder.file("long.csv", "user,item,score,time\n0,1,2.5,99\n1,0,4,98\n1,1,3,97\n");
    let model = folder.0.path().join("model.safetensors");
    let trained = ["train", "mf", "--epochs", "1", "--data", shown(&plain), "--save", shown(&model), "--quiet"];
    assert!(Command::new(env!("CARGO_BIN_EXE_lacuna")).args(trained).status().unwrap().success());
    let predict = |data: &Path, more: &[&str]| {
        let arguments = [&["predict", "--model", shown(&model), "--data", shown(data)], more].concat();
        Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).stdin(Stdio::null()).output().unwrap()
    };
    let (of_plain, of_long) = (predict(&plain, &[]), predict(&long, &[]));
    assert!(of_plain.status.success() && of_plain.stdout == of_long.stdout && !of_long.stdout.is_empty());
    let name = long.display();
    let told = format!(
        "{name}: the first line is taken as a header: user,item,score,time\n{name}: not used: the last field of 3 lines\n"
    );
    assert!(text(&of_long.stderr).starts_with(&told), "{}", text(&of_long.stderr));
    assert!(!text(&of_plain.stderr).contains("plain.csv:"), "{}", text(&of_plain.stderr));
}
