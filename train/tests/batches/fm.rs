//! `lacuna train fm`.
use super::program::{arrays, path, rate, refused, run, stopped_anywhere, with_epochs};
use lacuna_train::{BatchReport, FitArguments, FmArguments, OptimizerArguments, Preset, RowsArguments};
use std::fs;
use std::num::NonZeroUsize;

/// A problem that is trained in a moment.
fn small(epochs: u64) -> FmArguments {
    FmArguments {
        rows: RowsArguments {
            features: NonZeroUsize::new(80),
            rows: NonZeroUsize::new(95),
            density: Some(0.1),
            ..RowsArguments::default()
        },
        batch_size: NonZeroUsize::new(20),
        factors: NonZeroUsize::new(4),
        fit: with_epochs(epochs),
        // The multipliers of the example are small.
        optimizer: OptimizerArguments { weight_decay: Some(0.001), preset: Some(Preset::Mxnet), ..rate(20.0) },
        ..FmArguments::default()
    }
}

#[test]
fn it_learns_and_measures() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, model, outputs, plot) = (
        path(&folder, "rows.libsvm"),
        path(&folder, "model.safetensors"),
        path(&folder, "outputs.txt"),
        path(&folder, "loss.svg"),
    );
    run(&FmArguments { rows: RowsArguments { write_data: Some(rows.clone()), ..small(1).rows }, ..small(1) });
    let from_file = RowsArguments {
        data: Some(rows.clone()),
        test: Some(rows),
        features: NonZeroUsize::new(80),
        ..RowsArguments::default()
    };
    let arguments = FmArguments {
        rows: from_file,
        fit: FitArguments {
            save: Some(model.clone()),
            predictions: Some(outputs.clone()),
            plot: Some(plot.clone()),
            ..small(40).fit
        },
        ..small(40)
    };
    let (report, shown) = run(&arguments);
    let (first, last) = (&report.epochs[0], &report.epochs[39]);
    assert!(
        last.metric < 0.8 * first.metric && last.eval.unwrap() > first.eval.unwrap().min(0.95),
        "{first:?} {last:?}"
    );
    assert!(
        shown.contains("factorization machine, 80 features, 4 factors") && shown.contains("accuracy       auc"),
        "{shown}"
    );
    assert!(shown.lines().all(|line| line.chars().count() <= 80 || line.contains(" written to ")), "{shown}");
    let outputs = fs::read_to_string(outputs).unwrap();
    assert!(
        outputs.lines().count() == 95
            && outputs.lines().all(|line| (0.0..=1.0).contains(&line.parse::<f64>().unwrap()))
    );
    assert!(fs::read_to_string(plot).unwrap().contains("Factorization machine"));
    let names: Vec<String> = arrays(&model).into_iter().map(|(name, _)| name).collect();
    assert!(
        ["w0", "w", "v", "mean/v", "variance/v", "steps"].iter().all(|name| names.iter().any(|own| own == name)),
        "{names:?}"
    );
    // Generated or from a file, on threads: the same loss to the bit.
    let losses = |report: &BatchReport| report.epochs.iter().map(|epoch| epoch.metric.to_bits()).collect::<Vec<_>>();
    let (threads, quiet) = run(&FmArguments {
        fit: FitArguments { threads: NonZeroUsize::new(3), quiet: true, ..small(40).fit },
        ..small(40)
    });
    assert_eq!((losses(&threads), &*quiet), (losses(&report), ""));
}

#[test]
fn stopped_anywhere_it_goes_on_with_the_same_bits() {
    stopped_anywhere(small, 16);
}

#[test]
fn what_is_wrong_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let model = path(&folder, "model.safetensors");
    run(&FmArguments { fit: FitArguments { save: Some(model.clone()), ..small(1).fit }, ..small(1) });
    let load = |arguments: FmArguments| {
        refused(&FmArguments { fit: FitArguments { load: Some(model.clone()), ..arguments.fit }, ..arguments })
    };
    let rows = RowsArguments { features: NonZeroUsize::new(7), ..small(1).rows };
    assert_eq!(load(FmArguments { rows, ..small(1) }), "the loaded model has 80 features, not 7");
    assert_eq!(
        load(FmArguments { factors: NonZeroUsize::new(5), ..small(1) }),
        "the loaded model has 4 factors, not 5"
    );
    let other = path(&folder, "other.libsvm");
    fs::write(&other, "1 0:1\n").unwrap();
    assert!(
        refused(&FmArguments { fit: FitArguments { load: Some(other), ..small(1).fit }, ..small(1) })
            .ends_with("not a model of `lacuna train fm`")
    );
    let large = refused(&FmArguments {
        factors: NonZeroUsize::new(10_000),
        fit: FitArguments { memory_limit: Some(0.001), ..small(1).fit },
        ..small(1)
    });
    assert!(large.contains("a model of 80 features"), "{large}");
}
