//! `lacuna train linear`: its results, and that they depend on nothing but data, settings and seed.
#![allow(clippy::unwrap_used)]

use lacuna::dispatch::{Level, force};
use lacuna_harness::train::{
    BaseArgument, FitArguments, FormatArguments, LinearArguments, OptimizerArguments, Preset, RunReport,
};
use lacuna_models::train::{DType, ProblemSize, Saved, Trained, tutorial_problem};
use lacuna_runtime::libsvm::{IndexBase, write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::Command;

fn count(n: usize) -> Option<NonZeroUsize> {
    NonZeroUsize::new(n)
}

fn epochs(n: u64) -> Option<NonZeroU64> {
    NonZeroU64::new(n)
}

fn of_epochs(n: u64) -> FitArguments {
    FitArguments { epochs: epochs(n), ..FitArguments::default() }
}

fn rate(learning_rate: f64) -> OptimizerArguments {
    OptimizerArguments { learning_rate: Some(learning_rate), ..OptimizerArguments::default() }
}

/// The same on so many threads.
fn on_threads(threads: usize, arguments: &LinearArguments) -> LinearArguments {
    let fit = FitArguments { threads: count(threads), ..arguments.fit.clone() };
    LinearArguments { fit, ..arguments.clone() }
}

/// Without the lines that the text was broken into.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn train(arguments: &LinearArguments) -> (RunReport, String) {
    let mut shown = Vec::new();
    let report = lacuna_harness::train::train_linear(arguments, &mut shown, &mut || Ok(false)).unwrap();
    (report, words(&String::from_utf8(shown).unwrap()))
}

fn refusal(arguments: &LinearArguments) -> String {
    let error = lacuna_harness::train::train_linear(arguments, &mut Vec::new(), &mut || Ok(false)).unwrap_err();
    let text = format!("{error:#}");
    assert!(!text.contains('\n'), "{text}");
    text
}

/// Batches large enough for several threads to share them.
fn large() -> LinearArguments {
    LinearArguments {
        rows: count(3000),
        features: count(2000),
        density: Some(0.03),
        batch_size: count(1500),
        optimizer: rate(0.01),
        fit: of_epochs(3),
        ..LinearArguments::default()
    }
}

/// The generated problem as a LibSVM file.
fn write_problem(path: &Path, size: ProblemSize, base: IndexBase) {
    let problem = tutorial_problem::<f32, i32>(0, size).unwrap();
    let mut text = Vec::new();
    write(&mut text, &problem.labels, &problem.indptr, &problem.indices, &problem.values, base).unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn tutorial_ends_below_1() {
    let (report, shown) = train(&LinearArguments::default());
    assert_eq!(report.epochs.len(), 10);
    let last = report.epochs.last().unwrap();
    assert_eq!((last.epoch, last.steps, last.rows, last.entries), (10, 1000, 1000, 1000));
    assert!(last.metric < 1.0, "{}", last.metric);
    assert!(report.epochs.windows(2).all(|pair| pair[1].metric < pair[0].metric));
    for part in ["1,000 rows x 100 features", "density 0.0100", "mse", "dense / sparse", "10,000 steps"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}

/// If this fails on some machine alone, then that machine adds differently.
#[test]
fn tutorial_has_the_bits_of_every_other_machine() {
    let double = LinearArguments { dtype: Some(DType::F64), ..LinearArguments::default() };
    let hashes = [train(&LinearArguments::default()).0.hash, train(&double).0.hash, train(&large()).0.hash];
    assert_eq!(
        hashes.map(|hash| format!("{:016x}", hash.unwrap())),
        ["981b5fb98801c167", "2745cdad834fc691", "7d50c2ca248252a2"]
    );
}

#[test]
fn bits_depend_neither_on_threads_nor_on_level() {
    for dtype in [DType::F32, DType::F64] {
        for arguments in [LinearArguments { fit: of_epochs(2), ..LinearArguments::default() }, large()] {
            let run = |threads| train(&LinearArguments { dtype: Some(dtype), ..on_threads(threads, &arguments) }).0;
            let expected = run(1);
            for level in Level::ALL.iter().filter(|level| level.is_available()) {
                force(Some(*level)).unwrap();
                for threads in [1, 2, 7] {
                    let found = run(threads);
                    assert_eq!(found.hash, expected.hash, "{level}, {threads} threads");
                    let losses =
                        |run: &RunReport| run.epochs.iter().map(|epoch| epoch.metric.to_bits()).collect::<Vec<_>>();
                    assert_eq!(losses(&found), losses(&expected), "{level}, {threads} threads");
                }
            }
            force(None).unwrap();
        }
    }
}

#[test]
fn file_gives_the_bits_of_memory_in_bounded_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("problem.libsvm");
    let size = ProblemSize { rows: 500, features: 300, density: 0.05 };
    for (base, argument) in [
        (IndexBase::Zero, BaseArgument::Zero),
        (IndexBase::One, BaseArgument::One),
        (IndexBase::One, BaseArgument::Auto),
    ] {
        write_problem(&path, size, base);
        let settings = LinearArguments {
            batch_size: count(32),
            fit: of_epochs(3),
            features: count(size.features),
            ..LinearArguments::default()
        };
        let generated = LinearArguments { rows: count(size.rows), density: Some(size.density), ..settings.clone() };
        let format = FormatArguments { index_base: Some(argument), ..FormatArguments::default() };
        // The generated problem is learnt as in the tutorial.
        let optimizer = OptimizerArguments { preset: Some(Preset::Mxnet), ..OptimizerArguments::default() };
        let from_file = LinearArguments { data: Some(path.clone()), format, optimizer, ..settings };
        let (expected, _) = train(&generated);
        for threads in [1, 2] {
            let (found, shown) = train(&on_threads(threads, &from_file));
            assert_eq!(found.hash, expected.hash, "{base:?}");
            assert!(
                found.epochs.iter().all(|epoch| epoch.batch_bytes < 32 * 40 * 8),
                "a batch holds more than its rows"
            );
            assert!(shown.contains("500 rows x 300 features") || argument != BaseArgument::Auto, "{shown}");
        }
    }
}

#[test]
fn saved_run_goes_on_as_if_never_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problem.libsvm");
    write_problem(&file, ProblemSize { rows: 203, features: 60, density: 0.1 }, IndexBase::One);
    let tutorial = LinearArguments {
        fit: FitArguments { seed: Some(3), ..FitArguments::default() },
        ..LinearArguments::default()
    };
    let unusual = LinearArguments {
        dtype: Some(DType::F64),
        clip_gradient: Some(5.000000000000001),
        momentum: Some(1.0 / 3.0),
        optimizer: OptimizerArguments { weight_decay: Some(0.1 + 0.2), ..rate(0.012345678901234567) },
        ..tutorial.clone()
    };
    let streamed = LinearArguments { data: Some(file.clone()), batch_size: count(16), ..LinearArguments::default() };
    let optimizer = |name: &str, more: &[(&str, f64)]| {
        let hyper = more.iter().map(|&(name, number)| (name.to_owned(), number)).collect();
        let optimizer = OptimizerArguments { optimizer: Some(name.to_owned()), hyper, ..rate(0.1) };
        LinearArguments { optimizer, ..streamed.clone() }
    };
    let adam = optimizer("adam", &[("beta1", 0.8), ("clip_gradient", 3.0)]);
    let row_lamb = LinearArguments { dtype: Some(DType::F64), ..optimizer("row_lamb", &[]) };
    let all = [
        ("tutorial", tutorial),
        ("unusual", unusual),
        ("streamed", streamed.clone()),
        ("adam", adam),
        ("row_lamb", row_lamb),
    ];
    for (name, arguments) in all {
        let path = |part: &str| folder.path().join(format!("{name}-{part}.safetensors"));
        let run = |epochs_of_run, load: Option<PathBuf>, save: PathBuf, settings: &LinearArguments| {
            let fit = FitArguments { epochs: epochs(epochs_of_run), load, save: Some(save), ..settings.fit.clone() };
            train(&LinearArguments { fit, ..settings.clone() }).0
        };
        let whole = run(10, None, path("whole"), &arguments);
        let first = run(5, None, path("half"), &arguments);
        // The settings are those of the file, so they need not be given again.
        let none_given = LinearArguments { data: arguments.data.clone(), ..on_threads(2, &LinearArguments::default()) };
        let second = run(5, Some(path("half")), path("joined"), &none_given);

        assert_eq!(second.hash, whole.hash, "{name}");
        assert_eq!(second.epochs.first().unwrap().epoch, 6);
        let losses = |run: &[&RunReport]| {
            run.iter().flat_map(|run| &run.epochs).map(|epoch| epoch.metric.to_bits()).collect::<Vec<_>>()
        };
        assert_eq!(losses(&[&first, &second]), losses(&[&whole]), "{name}");
        assert_eq!(
            std::fs::read(path("joined")).unwrap(),
            std::fs::read(path("whole")).unwrap(),
            "{name}: momentum and settings too"
        );
        assert_eq!(Saved::read(&path("joined")).unwrap().trained, Trained { epochs: 10, unfinished: None });
    }
}

#[test]
fn committed_data_set_is_learned() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/agaricus.train.libsvm");
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("loss.svg");
    let (report, shown) = train(&LinearArguments {
        data: Some(data),
        fit: FitArguments { plot: Some(plot.clone()), ..FitArguments::default() },
        ..LinearArguments::default()
    });
    assert!(shown.contains("6,513 rows x 126 features, 143,286 entries"), "{shown}");
    // Edible or poisonous, 0 or 1: guessing the mean gives 0.25.
    assert!(report.epochs.last().unwrap().metric < 0.005);
    let svg = std::fs::read_to_string(plot).unwrap();
    assert!(svg.contains("agaricus.train.libsvm") && svg.matches("<circle").count() == 10);
}

#[test]
fn what_cannot_be_done_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let default = LinearArguments::default;
    let path = |name: &str| folder.path().join(name);
    let file = |name: &str, text: &str| {
        std::fs::write(path(name), text).unwrap();
        LinearArguments { data: Some(path(name)), ..default() }
    };
    let check = |arguments: LinearArguments, expected: &str| {
        let text = refusal(&arguments);
        assert!(text.contains(expected), "{text} does not say {expected}");
    };

    check(LinearArguments { data: Some(path("missing.libsvm")), ..default() }, "missing.libsvm: ");
    check(file("empty", ""), "empty: no rows");
    check(file("labels", "1\n2\n"), "labels: no row has a feature");
    check(file("word", "1 0:1\n0 1:1 2:x\n"), "word:2:9: value `x` is not a number");
    check(file("nan", "nan 0:1\n"), "nan:1:1: label `nan` is not a finite number");
    let narrow = LinearArguments {
        features: count(4),
        format: FormatArguments { index_base: Some(BaseArgument::Zero), ..FormatArguments::default() },
        ..file("wide", "1 0:1\n0 1:1 4:1\n")
    };
    check(narrow, "wide:2:7: feature index 4 is out of range: 4 features");
    check(
        LinearArguments { features: count(4_000_000_000), ..file("many", "1 0:1\n") },
        "4000000000 features: at most 2147483647",
    );

    check(LinearArguments { optimizer: rate(1e300), ..default() }, "learning rate 1e300 is not usable as f32");
    check(LinearArguments { optimizer: rate(f64::NAN), ..default() }, "learning rate NaN is not usable");
    check(LinearArguments { momentum: Some(-0.5), ..default() }, "momentum -0.5 is not usable");
    check(LinearArguments { momentum: Some(1.5), ..default() }, "momentum 1.5 is not below 1");
    check(LinearArguments { optimizer: rate(100.0), ..default() }, "the loss is not finite in epoch");
    check(LinearArguments { rows: count(usize::MAX), ..default() }, "is too large");

    let with = |fit: FitArguments| LinearArguments { fit, ..default() };
    let none = FitArguments::default;
    check(with(FitArguments { save: Some(path("no/w.safetensors")), ..none() }), "cannot write into");
    check(with(FitArguments { plot: Some(folder.path().to_owned()), ..none() }), "is a folder");
    check(with(FitArguments { predictions: Some(path("p")), ..none() }), "--predictions is not for it");
    check(with(FitArguments { load: Some(path("empty")), ..none() }), "empty: not a safetensors file");
    let saved = path("w.safetensors");
    let small = LinearArguments {
        fit: FitArguments { save: Some(saved.clone()), ..of_epochs(1) },
        ..file("small", "1 0:1\n0 2:1\n")
    };
    train(&small);
    let load = || with(FitArguments { load: Some(saved.clone()), ..none() });
    let adam = |learning_rate| OptimizerArguments {
        optimizer: Some("adam".to_owned()),
        learning_rate,
        ..OptimizerArguments::default()
    };
    check(LinearArguments { optimizer: adam(Some(0.1)), ..load() }, "the loaded weights are of adagrad, not adam");
    check(LinearArguments { optimizer: adam(None), ..default() }, "--optimizer adam needs a --learning-rate");
    check(
        LinearArguments { optimizer: adam(Some(0.1)), momentum: Some(0.5), ..default() },
        "adam has no hyper-parameter momentum",
    );
    check(LinearArguments { optimizer: adam(Some(1e-60)), ..default() }, "learning rate 1e-60 is not usable as f32");
    check(load(), "give --data");
    check(LinearArguments { dtype: Some(DType::F64), ..load() }, "the loaded weights are f32, not f64");
    check(LinearArguments { features: count(4), ..load() }, "the loaded weights have 3 features, not 4");
    check(
        LinearArguments { fit: load().fit, ..file("wider", "1 3:1\n") },
        "wider:1:3: feature index 3 is out of range: 3 features",
    );
}

#[test]
fn program_says_what_is_wrong_with_its_arguments() {
    for (arguments, expected) in [
        (["--learning-rate", "nan"], "'--learning-rate <RATE>': must be a positive number"),
        (["--momentum", "-1"], "'--momentum <SHARE>': must be a number from 0 to below 1"),
        (["--weight-decay", "inf"], "'--weight-decay <RATE>': must be a number, 0 or more"),
        (["--batch-size", "0"], "'--batch-size <N>': must be a whole number, 1 or more"),
        (["--epochs", "-3"], "'--epochs <N>': must be a whole number, 1 or more"),
        (["--data", "missing.libsvm"], "missing.libsvm: "),
        (["--load", "missing.safetensors"], "missing.safetensors: "),
    ] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_lacuna")).args(["train", "linear"]).args(arguments).output().unwrap();
        let (shown, wrong) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(shown.is_empty(), "{shown}");
        assert!(wrong.starts_with("error: ") && wrong.contains(expected), "{wrong}");
    }
}
