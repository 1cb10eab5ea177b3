//! `lacuna train mlp` as a function: what it shows and writes, where it may be stopped, and what it refuses.
#![allow(clippy::unwrap_used, reason = "tests")]
use lacuna_models::train::MlpTotals;
use lacuna_train::{
    FitArguments, MlpArguments, OptimizerArguments, Preset, RowsArguments, RunReport, VariantArgument, train_mlp,
};
use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A problem that is trained in a moment.
fn small(epochs: u64) -> MlpArguments {
    MlpArguments {
        rows: RowsArguments {
            features: NonZeroUsize::new(300),
            rows: NonZeroUsize::new(45),
            density: Some(0.02),
            ..RowsArguments::default()
        },
        hidden: Some([8, 4].map(|units| NonZeroUsize::new(units).unwrap()).to_vec()),
        fit: FitArguments { epochs: NonZeroU64::new(epochs), ..FitArguments::default() },
        optimizer: OptimizerArguments {
            learning_rate: Some(0.5),
            preset: Some(Preset::Mxnet),
            ..OptimizerArguments::default()
        },
        ..MlpArguments::default()
    }
}

fn run(arguments: &MlpArguments) -> (RunReport<MlpTotals>, String) {
    let mut out = Vec::new();
    let report = train_mlp(arguments, &mut out, &mut || Ok(false)).unwrap();
    (report, String::from_utf8(out).unwrap())
}

fn refused(arguments: &MlpArguments) -> String {
    format!("{:#}", train_mlp(arguments, &mut Vec::new(), &mut || Ok(false)).unwrap_err())
}

/// Rows of 300 features in a file.
fn from_file(path: PathBuf) -> RowsArguments {
    RowsArguments { data: Some(path), features: NonZeroUsize::new(300), ..RowsArguments::default() }
}

fn file(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

#[test]
fn sparse_variants_threads_and_files_give_the_same_weights() {
    let folder = tempfile::tempdir().unwrap();
    let (path, plot) = (file(&folder, "rows.libsvm"), file(&folder, "loss.svg"));
    let (first, shown) = run(&MlpArguments {
        rows: RowsArguments { write_data: Some(path.clone()), ..small(3).rows },
        fit: FitArguments { plot: Some(plot.clone()), ..small(3).fit },
        ..small(3)
    });
    assert_eq!((first.epochs.len(), first.epochs[0].rows, first.interrupted), (3, 45, false));
    assert!(shown.contains("300 -> 8 -> 4 -> 1, sigmoids; row-sparse"), "{shown}");
    assert!(shown.contains("data, csr") && shown.contains(&format!("weights {:016x}", first.hash.unwrap())), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80 || line.starts_with("loss curve")), "{shown}");
    assert!(fs::read_to_string(plot).unwrap().contains("Network on sparse features"));
    let losses =
        |report: &RunReport<MlpTotals>| report.epochs.iter().map(|epoch| epoch.metric.to_bits()).collect::<Vec<_>>();
    let others = [
        MlpArguments { variant: Some(VariantArgument::SparseDot), ..small(3) },
        MlpArguments { fit: FitArguments { threads: NonZeroUsize::new(3), ..small(3).fit }, ..small(3) },
        MlpArguments { rows: from_file(path), fit: FitArguments { quiet: true, ..small(3).fit }, ..small(3) },
    ];
    for other in &others {
        let (report, shown) = run(other);
        assert_eq!((report.hash, losses(&report)), (first.hash, losses(&first)));
        assert_eq!(shown.is_empty(), other.fit.quiet);
    }
    let (dense, _) = run(&MlpArguments { variant: Some(VariantArgument::Dense), ..small(3) });
    assert!(dense.epochs.iter().all(|epoch| epoch.metric.is_finite()) && dense.hash != first.hash);
}

#[test]
fn outputs_are_measured_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, predictions) = (file(&folder, "rows.libsvm"), file(&folder, "predictions.txt"));
    let (plain, _) =
        run(&MlpArguments { rows: RowsArguments { write_data: Some(rows.clone()), ..small(60).rows }, ..small(60) });
    let arguments = MlpArguments {
        rows: RowsArguments { test: Some(rows.clone()), ..small(60).rows },
        fit: FitArguments { predictions: Some(predictions.clone()), ..small(60).fit },
        ..small(60)
    };
    let (report, shown) = run(&arguments);
    // Measuring changes nothing; and what was learnt is known.
    assert_eq!(report.hash, plain.hash);
    let aucs: Vec<f64> = report.epochs.iter().map(|epoch| epoch.eval.unwrap()).collect();
    assert!(aucs[59] > aucs[0] + 0.2 && shown.contains("test loss  accuracy       auc"), "{aucs:?}");
    let outputs: Vec<f64> =
        fs::read_to_string(predictions).unwrap().lines().map(|line| line.parse().unwrap()).collect();
    let labels: Vec<bool> = fs::read_to_string(rows).unwrap().lines().map(|line| line.starts_with('1')).collect();
    let pairs = || labels.iter().zip(&outputs);
    let (mut right, mut all) = (0.0, 0.0);
    for (_, one) in pairs().filter(|(label, _)| **label) {
        for (_, zero) in pairs().filter(|(label, _)| !**label) {
            right += if one > zero {
                1.0
            } else if one == zero {
                0.5
            } else {
                0.0
            };
            all += 1.0;
        }
    }
    assert_eq!((outputs.len(), right / all), (45, aucs[59]));
}

#[test]
fn stopped_anywhere_it_goes_on_with_the_same_bits() {
    stopped_anywhere(&small);
}

#[test]
fn other_optimizers_go_on_with_the_same_bits() {
    let (default, _) = run(&small(4));
    for (name, more) in [("sgd", ("clip_gradient", 0.25)), ("adam", ("beta1", 0.8)), ("row_lamb", ("beta2", 0.9))] {
        let hyper = vec![(more.0.to_owned(), more.1)];
        let optimizer = OptimizerArguments {
            optimizer: Some(name.to_owned()),
            learning_rate: Some(0.05),
            hyper,
            weight_decay: Some(0.01),
            preset: None,
        };
        let with = |epochs| MlpArguments { optimizer: optimizer.clone(), ..small(epochs) };
        let (report, shown) = run(&with(4));
        assert!(
            report.hash != default.hash
                && shown.contains(&format!("{name}, learning rate 0.05, {} {}", more.0.replace('_', " "), more.1))
        );
        stopped_anywhere(&with);
    }
}

fn stopped_anywhere(small: &dyn Fn(u64) -> MlpArguments) {
    let (whole, _) = run(&small(4));
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "network.safetensors");
    // Five steps an epoch; asked after each of them, and between epochs.
    for stopped_at in 1..24 {
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            Ok(asked == stopped_at)
        };
        let arguments = MlpArguments { fit: FitArguments { save: Some(path.clone()), ..small(4).fit }, ..small(4) };
        let part = train_mlp(&arguments, &mut Vec::new(), &mut stop).unwrap();
        if !part.interrupted {
            assert_eq!(part.hash, whole.hash);
            continue;
        }
        let left = 4 - part.epochs.len() as u64;
        // The optimizer and its numbers are in the file.
        let rest = MlpArguments { optimizer: OptimizerArguments::default(), ..small(left) };
        let (rest, _) =
            run(&MlpArguments { fit: FitArguments { load: Some(path.clone()), ..small(left).fit }, ..rest });
        assert_eq!(rest.hash, whole.hash, "stopped at {stopped_at}");
        assert_eq!(rest.epochs.last().unwrap().metric.to_bits(), whole.epochs[3].metric.to_bits());
    }
}

#[test]
fn saved_networks_are_of_every_so_many_epochs() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "network.safetensors");
    let mut asked = 0;
    // Fails in the third epoch, as a full disk might: the file is that of the second.
    let mut stop = || {
        asked += 1;
        if asked > 14 { Err(std::io::Error::other("no more").into()) } else { Ok(false) }
    };
    let arguments = MlpArguments {
        fit: FitArguments { save: Some(path.clone()), save_every: NonZeroU64::new(2), ..small(4).fit },
        ..small(4)
    };
    assert!(train_mlp(&arguments, &mut Vec::new(), &mut stop).is_err());
    let (rest, _) = run(&MlpArguments { fit: FitArguments { load: Some(path), ..small(2).fit }, ..small(2) });
    assert_eq!(rest.hash, run(&small(4)).0.hash);
}

#[test]
fn what_is_wrong_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "network.safetensors");
    run(&MlpArguments { fit: FitArguments { save: Some(path.clone()), ..small(1).fit }, ..small(1) });
    let load = |arguments: MlpArguments| {
        refused(&MlpArguments { fit: FitArguments { load: Some(path.clone()), ..arguments.fit }, ..arguments })
    };
    assert_eq!(
        load(MlpArguments { rows: RowsArguments { features: NonZeroUsize::new(7), ..small(1).rows }, ..small(1) }),
        "the loaded network has 300 features, not 7"
    );
    let hidden = Some(vec![NonZeroUsize::MIN]);
    assert_eq!(load(MlpArguments { hidden, ..small(1) }), "the loaded network has hidden layers of [8, 4], not [1]");
    let variant = Some(VariantArgument::Dense);
    assert_eq!(
        load(MlpArguments { variant, ..small(1) }),
        "the loaded network is row-sparse, whose first weight dense cannot take"
    );
    let adam = OptimizerArguments { optimizer: Some("adam".to_owned()), ..small(1).optimizer };
    assert_eq!(load(MlpArguments { optimizer: adam, ..small(1) }), "the loaded network is of sgd, not adam");
    let batch_size = NonZeroUsize::new(7);
    let mut asked = 0;
    let mut stop = || {
        asked += 1;
        Ok(asked == 2)
    };
    let half = MlpArguments { fit: FitArguments { save: Some(path.clone()), ..small(1).fit }, ..small(1) };
    assert!(train_mlp(&half, &mut Vec::new(), &mut stop).unwrap().interrupted);
    assert_eq!(
        load(MlpArguments { batch_size, ..small(1) }),
        "the interrupted epoch had made 2 steps with 20 rows, here 2 steps have 14: it needs the same data and batch \
            size"
    );
    let missing = refused(&MlpArguments {
        rows: RowsArguments { data: Some(Path::new("/nowhere/rows.libsvm").to_owned()), ..RowsArguments::default() },
        ..MlpArguments::default()
    });
    assert!(missing.contains("/nowhere/rows.libsvm"), "{missing}");
    let large = refused(&MlpArguments {
        fit: FitArguments { memory_limit: Some(0.1), ..FitArguments::default() },
        ..MlpArguments::default()
    });
    assert!(large.contains("a network of 1,000,000 features"), "{large}");
    let rows = file(&folder, "rows.libsvm");
    fs::write(&rows, "1 0:1\n2 3:1\n").unwrap();
    let label = refused(&MlpArguments {
        rows: RowsArguments { data: Some(rows.clone()), ..RowsArguments::default() },
        ..MlpArguments::default()
    });
    assert!(label.contains("rows.libsvm") && label.contains('2'), "{label}");
    fs::write(&rows, "").unwrap();
    assert!(
        refused(&MlpArguments {
            rows: RowsArguments { data: Some(rows), ..RowsArguments::default() },
            ..MlpArguments::default()
        })
        .ends_with("no row has a feature; give --features")
    );
}
