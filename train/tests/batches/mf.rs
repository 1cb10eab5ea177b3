//! `lacuna train mf`.
use super::program::{path, rate, refused, run, stopped_anywhere, with_epochs};
use lacuna_train::{BatchReport, FitArguments, MfArguments, OptimizerArguments, Preset};
use std::fs;
use std::num::NonZeroUsize;

/// A problem that is trained in a moment.
fn small(epochs: u64) -> MfArguments {
    let number = NonZeroUsize::new;
    MfArguments {
        users: number(30),
        items: number(20),
        scores: number(450),
        factors: number(8),
        batch_size: number(100),
        fit: with_epochs(epochs),
        ..MfArguments::default()
    }
}

#[test]
fn it_learns_and_measures() {
    let folder = tempfile::tempdir().unwrap();
    let (scores, outputs, plot) =
        (path(&folder, "scores.csv"), path(&folder, "outputs.txt"), path(&folder, "loss.svg"));
    let text: String =
        (0..200).map(|k| format!("{},{},{}\n", k % 10, k % 7, f64::from((k % 10) * (k % 7)) / 10.0)).collect();
    fs::write(&scores, format!("user,item,score\n{text}")).unwrap();
    let arguments = MfArguments {
        data: Some(scores.clone()),
        test: Some(scores),
        users: None,
        items: None,
        scores: None,
        fit: FitArguments { predictions: Some(outputs.clone()), plot: Some(plot.clone()), ..small(200).fit },
        ..small(200)
    };
    let (report, shown) = run(&arguments);
    let (first, last) = (&report.epochs[0], &report.epochs[199]);
    assert!(last.metric < 0.2 * first.metric && last.eval.unwrap() < 0.3 * first.eval.unwrap(), "{first:?} {last:?}");
    assert!(
        shown.contains("matrix factorization, 10 users, 7 items, 8 factors") && shown.contains("test mse"),
        "{shown}"
    );
    assert!(
        shown
            .lines()
            .all(|line| line.chars().count() <= 80 || line.contains(" written to ") || line.contains("scores.csv")),
        "{shown}"
    );
    assert_eq!(fs::read_to_string(outputs).unwrap().lines().count(), 200);
    assert!(fs::read_to_string(plot).unwrap().contains("Matrix factorization"));
    let losses = |report: &BatchReport| report.epochs.iter().map(|epoch| epoch.metric.to_bits()).collect::<Vec<_>>();
    let (threads, quiet) = run(&MfArguments {
        fit: FitArguments { threads: NonZeroUsize::new(3), quiet: true, ..arguments.clone().fit },
        ..arguments.clone()
    });
    assert_eq!((losses(&threads), &*quiet), (losses(&report), ""));
    let (in_order, _) = run(&MfArguments { in_order: true, ..arguments });
    assert_ne!(losses(&in_order), losses(&report));
}

#[test]
fn stopped_anywhere_it_goes_on_with_the_same_bits() {
    stopped_anywhere(small, 16);
}

#[test]
fn what_is_wrong_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (model, scores) = (path(&folder, "model.safetensors"), path(&folder, "scores.csv"));
    run(&MfArguments { fit: FitArguments { save: Some(model.clone()), ..small(1).fit }, ..small(1) });
    let load = |arguments: MfArguments| {
        refused(&MfArguments { fit: FitArguments { load: Some(model.clone()), ..arguments.fit }, ..arguments })
    };
    assert_eq!(load(MfArguments { users: NonZeroUsize::new(7), ..small(1) }), "the loaded model has 30 users, not 7");
    assert_eq!(
        load(MfArguments { factors: NonZeroUsize::new(5), ..small(1) }),
        "the loaded model has 8 factors, not 5"
    );
    fs::write(&scores, "1,2,3\n40,1,1\n").unwrap();
    let few = MfArguments { data: Some(scores.clone()), scores: None, ..small(1) };
    assert!(refused(&few).ends_with("scores.csv: user 40 is out of range: there are 30"));
    let test = MfArguments { test: Some(scores), ..small(1) };
    assert!(refused(&test).ends_with("scores.csv: user 40 is out of range: there are 30"));
    let large = MfArguments {
        users: NonZeroUsize::new(1_000_000),
        scores: NonZeroUsize::new(1),
        fit: FitArguments { memory_limit: Some(0.001), ..small(1).fit },
        ..small(1)
    };
    let far = MfArguments { optimizer: OptimizerArguments { preset: Some(Preset::Mxnet), ..rate(1e4) }, ..small(50) };
    assert_eq!(refused(&far), "the model's output is no number any more: a smaller --learning-rate may help");
    assert!(refused(&large).contains("a model of 1,000,000 users and 20 items"), "{}", refused(&large));
}
