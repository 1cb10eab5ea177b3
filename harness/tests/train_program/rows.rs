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
    let saved = lacuna_models::train::SavedClassifier::read(&path).unwrap();
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
    assert!(predict(&plain, &["--strict"]).status.success());
    let strict = predict(&long, &["--strict"]);
    let refused =
        format!("error: {name}: the first line is taken as a header: user,item,score,time: --strict refuses that\n");
    assert_eq!((strict.status.code(), text(&strict.stderr), &*strict.stdout), (Some(2), refused, &b""[..]));
}

/// Query ids stand before the features of rows that are to be ranked; a base stands behind the importance in the text of
/// Vowpal Wabbit. Neither is used.
#[test]
fn query_ids_and_bases_are_told_once_or_refused() {
    let folder = Folder::new();
    let rows = folder.file("rows.libsvm", "1 qid:3 1:1 2:0.5\n0 2:1\n1 qid:4 1:2\n");
    let plain = folder.file("plain.libsvm", "1 1:1 2:0.5\n0 2:1\n1 1:2\n");
    let fields = folder.file("rows.ffm", "1 qid:3 0:0:1 1:1:0.5\n0 1:1:1\n1 qid:4 0:0:2\n");
    let vw = folder.file("rows.vw", "1 2 0.5 |a x y\n0 |a y\n1 |a x:2\n");
    let deep = folder.file("deep.csv", "0,0,1.5\n1,0,2\n1,1,0\n");
    let lacuna = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).stdin(Stdio::null()).output().unwrap()
    };
    let columns = ["--id-columns", "2", "--deep", shown(&deep)];
    let base = &["--index-base", "one"][..];
    let ids = "not used: query ids (qid) of 2 rows";
    let bases = "not used: bases behind the importance of 1 row";
    let (id, of_base) = (":1:7: query id `3` is not used", ":1:5: base `0.5` is not used");
    let wide_deep = [base, &columns[..]].concat();
    for (program, data, more, told, refused) in [
        ("linear", &rows, base, ids, id),
        ("classify", &rows, base, ids, id),
        ("mlp", &rows, base, ids, id),
        ("fm", &rows, base, ids, id),
        ("linear-classification", &rows, base, ids, id),
        ("wide-deep", &rows, &*wide_deep, ids, id),
        ("ffm", &fields, &[][..], ids, id),
        ("classify", &vw, &["--format", "vw"][..], bases, of_base),
    ] {
        let name = data.display();
        // A number of features, with which no pass goes before the first one, and more than one pass.
        for features in [&[][..], &["--features", "3"][..]] {
            if !features.is_empty() && more.contains(&"vw") {
                continue;
            }
            let fields = if program == "ffm" && !features.is_empty() { &["--fields", "2"][..] } else { &[] };
            let passes = if program == "classify" { "--passes" } else { "--epochs" };
            let arguments = [&["train", program, "--data", shown(data), passes, "3"], more, features, fields];
            let arguments = arguments.concat();
            let found = lacuna(&arguments);
            assert_eq!(text(&found.stderr), format!("{name}: {told}\n"), "{program}");
            assert!(found.status.success(), "{program}");
            let threads = lacuna(&[&arguments[..], &["--threads", "2"]].concat());
            assert_eq!(text(&threads.stderr), format!("{name}: {told}\n"), "{program}");
            let quiet = lacuna(&[&arguments[..], &["--quiet"]].concat());
            assert!(quiet.status.success() && quiet.stderr.is_empty(), "{program}");
            let strict = lacuna(&[&arguments[..], &["--strict"]].concat());
            let error = format!("error: {name}{refused}; --strict refuses that\n");
            assert_eq!((strict.status.code(), text(&strict.stderr)), (Some(2), error), "{program}");
        }
    }
    // Those of the rows to measure on, by the name of their own file, and through a cache.
    let cache = folder.0.path().join("rows.cache");
    let both = ["train", "classify", "--data", shown(&rows), "--test", shown(&rows), "--passes", "2"];
    let both = [&both[..], base, &["--cache", shown(&cache)]].concat();
    let name = rows.display();
    assert_eq!(text(&lacuna(&both).stderr), format!("{name}: {ids}\n{name}: {ids}\n"));

    // Predictions are those of the rows without what is not used.
    let model = folder.0.path().join("model.safetensors");
    for (program, more, data, clean, told, refused) in [
        ("linear", base, &rows, &plain, ids, id),
        ("classify", base, &rows, &plain, ids, id),
        ("mlp", base, &rows, &plain, ids, id),
        ("wide-deep", &*wide_deep, &rows, &plain, ids, id),
    ] {
        let trained = [&["train", program, "--data", shown(clean), "--quiet"], more].concat();
        assert!(lacuna(&[&trained[..], &["--save", shown(&model)]].concat()).status.success(), "{program}");
        let deep = if program == "wide-deep" { &["--deep", columns[3]][..] } else { &[] };
        let predict = |data: &Path, more: &[&str]| {
            lacuna(&[&["predict", "--model", shown(&model), "--data", shown(data)], deep, more].concat())
        };
        let (of_plain, of_rows) = (predict(clean, &["--strict"]), predict(data, &[]));
        assert!(of_plain.status.success() && of_plain.stdout == of_rows.stdout && !of_rows.stdout.is_empty());
        assert_eq!(
            text(&of_rows.stderr),
            format!("{}: {told}\n{}", data.display(), text(&of_plain.stderr)),
            "{program}"
        );
        let strict = predict(data, &["--strict"]);
        let error = format!("error: {}{refused}; --strict refuses that\n", data.display());
        assert_eq!((strict.status.code(), text(&strict.stderr)), (Some(2), error), "{program}");
    }
    // Measures have no weights: importances are reported too.
    let trained = ["train", "classify", "--format", "vw", "--data", shown(&vw), "--save", shown(&model), "--quiet"];
    assert!(lacuna(&trained).status.success());
    let predict =
        |more: &[&str]| lacuna(&[&["predict", "--model", shown(&model), "--data", shown(&vw)], more].concat());
    let name = vw.display();
    let told = text(&predict(&[]).stderr);
    assert!(told.starts_with(&format!("{name}: {bases}\n{name}: not used: importances of 1 row\n")), "{told}");
    let refused = text(&predict(&["--strict"]).stderr);
    assert_eq!(refused, format!("error: {name}:1:3: importance `2` is not used; --strict refuses that\n"));
    let ignored = text(&predict(&["--ignore-weights"]).stderr);
    assert!(ignored.starts_with(&format!("{name}: {bases}\n")) && !ignored.contains("importances of"), "{ignored}");
    // Nor are they learnt with, if they are to be ignored.
    let without = folder.file("without.vw", "1 |a x y\n0 |a y\n1 |a x:2\n");
    let learnt = |data: &Path, more: &[&str]| {
        let trained =
            ["train", "classify", "--format", "vw", "--data", shown(data), "--save", shown(&model), "--quiet"];
        assert!(lacuna(&[&trained[..], more].concat()).status.success());
        std::fs::read(&model).unwrap()
    };
    assert!(learnt(&vw, &["--ignore-weights"]) == learnt(&without, &[]));
    assert!(learnt(&vw, &[]) != learnt(&without, &[]));
    // A label of rows that have none. The last model is that of the rows without importances.
    let labelled = text(&predict(&["--unlabelled"]).stderr);
    assert!(
        labelled.starts_with(&format!("error: {name}:1:1: `1` is a label or a feature without a value")),
        "{labelled}"
    );
}
