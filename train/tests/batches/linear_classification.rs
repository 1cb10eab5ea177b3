//! `lacuna train linear-classification`.
use super::program::{arrays, path, rate, refused, run, stopped_anywhere, with_epochs};
use lacuna_runtime::optimizer::Optimizer;
use lacuna_train::{BatchReport, FitArguments, LinearClassificationArguments, OptimizerArguments, RowsArguments};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

/// A problem that is trained in a moment.
fn small(epochs: u64) -> LinearClassificationArguments {
    LinearClassificationArguments {
        rows: RowsArguments {
            features: NonZeroUsize::new(80),
            rows: NonZeroUsize::new(95),
            density: Some(0.1),
            ..RowsArguments::default()
        },
        batch_size: NonZeroUsize::new(20),
        optimizer: rate(0.3),
        fit: with_epochs(epochs),
        ..LinearClassificationArguments::default()
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
    run(&LinearClassificationArguments {
        rows: RowsArguments { write_data: Some(rows.clone()), ..small(1).rows },
        ..small(1)
    });
    let from_file = RowsArguments {
        data: Some(rows.clone()),
        test: Some(rows),
        features: NonZeroUsize::new(80),
        ..RowsArguments::default()
    };
    let arguments = LinearClassificationArguments {
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
    assert!(shown.contains("softmax(x W + b), W 80 x 2\n") && shown.contains("accuracy       auc"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80 || line.contains(" written to ")), "{shown}");
    let outputs = fs::read_to_string(outputs).unwrap();
    assert!(
        outputs.lines().count() == 95
            && outputs.lines().all(|line| (0.0..=1.0).contains(&line.parse::<f64>().unwrap()))
    );
    assert!(fs::read_to_string(plot).unwrap().contains("Linear classification"));
    let names: Vec<String> = arrays(&model).into_iter().map(|(name, _)| name).collect();
    assert!(
        ["bias", "weight", "history/weight", "history/bias", "steps"]
            .iter()
            .all(|name| names.iter().any(|own| own == name)),
        "{names:?}"
    );
    // Generated or from a file, on threads: the same loss to the bit.
    let losses = |report: &BatchReport| report.epochs.iter().map(|epoch| epoch.metric.to_bits()).collect::<Vec<_>>();
    let (threads, quiet) = run(&LinearClassificationArguments {
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
    run(&LinearClassificationArguments { fit: FitArguments { save: Some(model.clone()), ..small(1).fit }, ..small(1) });
    let load = |arguments: LinearClassificationArguments| {
        refused(&LinearClassificationArguments {
            fit: FitArguments { load: Some(model.clone()), ..arguments.fit },
            ..arguments
        })
    };
    let rows = RowsArguments { features: NonZeroUsize::new(7), ..small(1).rows };
    assert_eq!(load(LinearClassificationArguments { rows, ..small(1) }), "the loaded model has 80 features, not 7");
    // A model with states for another optimizer.
    let other_states = load(LinearClassificationArguments {
        optimizer: OptimizerArguments { optimizer: Some("adam".to_owned()), ..rate(0.3) },
        ..small(1)
    });
    assert!(
        other_states.starts_with("there is no `mean/weight` in the file, a state of the optimizer: give the --opt")
    );
    let other = path(&folder, "other.libsvm");
    fs::write(&other, "1 0:1\n").unwrap();
    assert!(
        refused(&LinearClassificationArguments { fit: FitArguments { load: Some(other), ..small(1).fit }, ..small(1) })
            .ends_with("not a model of `lacuna train linear-classification`")
    );
    let large = refused(&LinearClassificationArguments {
        rows: RowsArguments {
            features: NonZeroUsize::new(100_000),
            rows: NonZeroUsize::new(2),
            density: Some(0.00001),
            ..small(1).rows
        },
        fit: FitArguments { memory_limit: Some(0.001), ..small(1).fit },
        ..small(1)
    });
    assert!(large.contains("a model of 100,000 features"), "{large}");
}

#[test]
fn optimizers_weights_and_labels() {
    let folder = tempfile::tempdir().unwrap();
    let [zeros, negatives] = ["zeros.libsvm", "negatives.libsvm"].map(|name| path(&folder, name));
    fs::write(&zeros, "1 0:1 2:1\n0 1:1\n1 2:2\n0 1:1 3:1\n").unwrap();
    fs::write(&negatives, "1 0:1 2:1\n-1 1:1\n1 2:2\n-1 1:1 3:1\n").unwrap();
    let of = |data: &Path, optimizer: &str, positive_weight| {
        let rows =
            RowsArguments { data: Some(data.to_owned()), test: Some(data.to_owned()), ..RowsArguments::default() };
        let optimizer = OptimizerArguments { optimizer: Some(optimizer.to_owned()), ..rate(0.3) };
        let arguments =
            LinearClassificationArguments { rows, optimizer, positive_weight: Some(positive_weight), ..small(30) };
        let (report, shown) = run(&arguments);
        assert!(
            report.epochs[29].metric < 0.5 * report.epochs[0].metric && report.epochs[29].eval == Some(1.0),
            "{shown}"
        );
        report.epochs.iter().map(|epoch| epoch.metric.to_bits()).collect::<Vec<_>>()
    };
    for optimizer in ["sgd", "adagrad", "adam"] {
        let losses = of(&zeros, optimizer, 2.0);
        assert_eq!(losses, of(&negatives, optimizer, 2.0));
        assert_ne!(losses, of(&zeros, optimizer, 1.0));
    }
    let heavy = LinearClassificationArguments { positive_weight: Some(0.0), ..small(1) };
    assert_eq!(refused(&heavy), "the positive weight is 0, which is not a number above 0");
}

/// Every optimizer with a hyper-parameter of its own: with the bits of one thread on three, and of a run that was
/// stopped and goes on.
#[test]
fn every_optimizer() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = Vec::new();
    for name in Optimizer::NAMES {
        let own = Optimizer::named(name, 0.1).unwrap().hyper_parameters()[1];
        let mut hyper = vec![(own.to_owned(), 0.625)];
        // With one batch at a time it would be SGD with a momentum.
        if *name == "lbsgd" {
            hyper.push(("batch_scale".to_owned(), 2.0));
        }
        let optimizer = OptimizerArguments { optimizer: Some((*name).to_owned()), hyper, ..rate(0.1) };
        let of = |fit| LinearClassificationArguments { optimizer: optimizer.clone(), fit, ..small(1) };
        let whole = path(&folder, "whole.safetensors");
        let (report, shown) = run(&of(FitArguments { save: Some(whole.clone()), ..with_epochs(3) }));
        assert!(report.epochs.iter().all(|epoch| epoch.metric.is_finite()), "{shown}");
        assert!(shown.contains(&format!("{name}, learning rate 0.1, {} 0.625, ", own.replace('_', " "))), "{shown}");
        let parts = path(&folder, "parts.safetensors");
        let threads = NonZeroUsize::new(3);
        run(&of(FitArguments { threads, save: Some(parts.clone()), ..with_epochs(1) }));
        run(&of(FitArguments { threads, save: Some(parts.clone()), load: Some(parts.clone()), ..with_epochs(2) }));
        assert_eq!(fs::read(&parts).unwrap(), fs::read(&whole).unwrap(), "{name}");
        all.push(report.epochs.iter().map(|epoch| epoch.metric.to_bits()).collect::<Vec<_>>());
    }
    all.sort_unstable();
    let count = all.len();
    all.dedup();
    // Centered or not, and with or without rows of their own: no two are the same, but SGD with signs and its momentum
    // may be.
    assert!(count - all.len() <= 1, "{} of {count}", all.len());
}

#[test]
fn optimizers_that_cannot_be() {
    let of = |name: &str, hyper: &[(&str, f64)], learning_rate| {
        let hyper = hyper.iter().map(|&(name, number)| (name.to_owned(), number)).collect();
        let optimizer = OptimizerArguments {
            optimizer: Some(name.to_owned()),
            hyper,
            learning_rate,
            weight_decay: None,
            preset: None,
        };
        refused(&LinearClassificationArguments { optimizer, ..small(1) })
    };
    assert_eq!(of("nadam", &[], None), "--optimizer nadam needs a --learning-rate");
    assert_eq!(
        of("adam", &[("momentum", 0.9)], None),
        "adam has no hyper-parameter momentum: it has learning_rate, beta1, beta2, epsilon, weight_decay, \
            rescale_gradient, clip_gradient"
    );
    assert!(of("sgd", &[("clip_gradient", -1.0)], None).contains("-1"));
}
