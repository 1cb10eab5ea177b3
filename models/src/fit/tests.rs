//! Stops, places and checkpoints of a model whose state is the list of what it has learnt.
use super::*;
use crate::train::{Examples, ProblemSize, Source, tutorial_problem};
use std::cell::RefCell;
use std::convert::Infallible;
use std::num::NonZeroU64;
use std::path::Path;

/// Rows of the problem and of a batch: 4 steps an epoch, the last of one row.
const ROWS: usize = 10;
const BATCH_ROWS: usize = 3;

#[derive(Debug, PartialEq)]
struct Failed(String);

impl<E: std::error::Error> From<E> for Failed {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Learns labels; `BY_ROWS` says whether batches may be cut. Where it was saved: the steps and rows of an
/// epoch, after so many epochs.
#[derive(Default)]
struct Model<const BY_ROWS: bool> {
    learnt: Vec<f64>,
    begun: usize,
    saved: RefCell<Vec<[u64; 3]>>,
}

impl<const BY_ROWS: bool> Learner for Model<BY_ROWS> {
    type Batch = lacuna_runtime::libsvm::CsrBatch<f64, i32>;
    type Totals = f64;
    type Error = Infallible;

    const BY_ROWS: bool = BY_ROWS;

    fn begin(&mut self) -> Result<(), Infallible> {
        self.begun += 1;
        Ok(())
    }

    fn step(&mut self, batch: Examples<'_, f64, i32>, sum: &mut f64) -> Result<(), Infallible> {
        self.learnt.extend(batch.labels);
        batch.labels.iter().for_each(|label| *sum += label);
        Ok(())
    }

    fn value(&self, sum: &f64) -> f64 {
        *sum
    }

    fn save(&self, _: &Path, progress: &Progress<f64>) -> Result<(), Infallible> {
        self.saved.borrow_mut().push([progress.epochs, progress.steps, progress.rows]);
        Ok(())
    }
}

/// Stops when it is asked for the last of so many times, and keeps the metrics of whole epochs.
struct Watch {
    asks: usize,
    metrics: Vec<f64>,
}

impl<const BY_ROWS: bool> Observer<Model<BY_ROWS>> for Watch {
    type Error = Failed;

    fn stop(&mut self) -> Result<bool, Failed> {
        self.asks = self.asks.saturating_sub(1);
        Ok(self.asks == 0)
    }

    fn epoch_end(&mut self, _: &mut Model<BY_ROWS>, report: &EpochReport<f64>) -> Result<(), Failed> {
        self.metrics.push(report.metric);
        Ok(())
    }
}

fn source(rows: usize, batch_rows: usize) -> Source<f64, i32> {
    let mut all = tutorial_problem(1, ProblemSize { rows, features: 20, density: 0.3 }).unwrap();
    all.labels = (0..rows).map(|row| 0.1 * row as f64).collect();
    Source::Memory { all, batch_rows, next: 0 }
}

/// Three epochs in all: stopped after so many questions, and gone on with from there.
fn stopped<const BY_ROWS: bool>(asks: usize, batch_rows: usize) -> (Model<BY_ROWS>, Vec<f64>, Outcome<f64>) {
    let (mut model, mut progress) = (Model::default(), Progress::default());
    let mut watch = Watch { asks, metrics: Vec::new() };
    let outcome = fit(&mut model, &mut source(ROWS, BATCH_ROWS), &Epochs::new(3), &mut progress, &mut watch).unwrap();
    watch.asks = usize::MAX;
    if outcome.is_stopped() {
        let left = Epochs::new(3 - progress.epochs);
        fit(&mut model, &mut source(ROWS, batch_rows), &left, &mut progress, &mut watch).unwrap();
    }
    (model, watch.metrics, outcome)
}

#[test]
fn stopped_anywhere_every_row_is_learnt_once_an_epoch() {
    let (whole, metrics, outcome) = stopped::<false>(usize::MAX, BATCH_ROWS);
    assert_eq!((whole.learnt.len(), metrics.len(), whole.begun, outcome), (3 * ROWS, 3, 3, Outcome::Done));
    // Asked behind each of 12 steps, and behind two of the epochs.
    for asks in 1..=14 {
        let is_between = asks == 5 || asks == 10;
        let (other, found, outcome) = stopped::<false>(asks, BATCH_ROWS);
        assert_eq!((&other.learnt, &found, other.begun), (&whole.learnt, &metrics, 3), "{asks}");
        assert_eq!((matches!(outcome, Outcome::Between), outcome.is_stopped()), (is_between, true), "{asks}");
        // Batches of another size, cut where the rows go on.
        let (other, found, _) = stopped::<true>(asks, 4);
        assert_eq!((&other.learnt, &found), (&whole.learnt, &metrics), "{asks}");
    }
}

#[test]
fn epochs_that_pass_by_are_not_counted() {
    let (whole, ..) = stopped::<false>(usize::MAX, BATCH_ROWS);
    for steps in 0..=9 {
        let mut model = Model::<false> {
            learnt: whole.learnt[..(steps / 4 * ROWS + steps % 4 * BATCH_ROWS)].to_vec(),
            ..Model::default()
        };
        let left = 3 - steps as u64 / 4;
        let epochs = Epochs { resume: Resume::Steps(steps as u64), ..Epochs::new(left) };
        let (mut watch, mut progress) = (Watch { asks: usize::MAX, metrics: Vec::new() }, Progress::default());
        fit(&mut model, &mut source(ROWS, BATCH_ROWS), &epochs, &mut progress, &mut watch).unwrap();
        assert_eq!((&model.learnt, watch.metrics.len() as u64, progress.epochs), (&whole.learnt, left, 3), "{steps}");
        // States of an epoch begin with its first batch only.
        assert_eq!(model.begun as u64, left - u64::from(steps % 4 > 0), "{steps}");
    }
    // An epoch that is stopped behind its last step is whole.
    let epochs = Epochs { resume: Resume::Steps(0), ..Epochs::new(3) };
    let (mut model, mut watch) = (Model::<false>::default(), Watch { asks: 4, metrics: Vec::new() });
    let outcome =
        fit(&mut model, &mut source(ROWS, BATCH_ROWS), &epochs, &mut Progress::default(), &mut watch).unwrap();
    assert_eq!((outcome, watch.metrics.len()), (Outcome::Between, 1));
}

#[test]
fn other_data_are_refused_before_anything_is_learnt() {
    let refused = |rows, batch_rows, progress: &Progress<f64>| {
        let (mut model, mut progress) = (Model::<false>::default(), *progress);
        let mut watch = Watch { asks: usize::MAX, metrics: Vec::new() };
        let Failed(error) =
            fit(&mut model, &mut source(rows, batch_rows), &Epochs::new(1), &mut progress, &mut watch).unwrap_err();
        assert!(model.learnt.is_empty());
        error
    };
    let place = Progress { steps: 2, rows: 6, ..Progress::default() };
    let needed = "it needs the same data and batch size";
    let had = "the interrupted epoch had made 2 steps with 6 rows, here";
    assert_eq!(refused(ROWS, 4, &place), format!("{had} 2 steps have 8: {needed}"));
    assert_eq!(refused(3, BATCH_ROWS, &place), format!("{had} 1 steps have 3: {needed}"));
    let (mut model, mut progress) = (Model::<true>::default(), place);
    let mut watch = Watch { asks: usize::MAX, metrics: Vec::new() };
    let Failed(error) = fit(&mut model, &mut source(5, 2), &Epochs::new(1), &mut progress, &mut watch).unwrap_err();
    assert_eq!(error, "6 rows of this pass were learnt before, here are 5: it needs the same data");
}

#[test]
fn checkpoints_are_written_when_they_are_due() {
    let saved = |every, asks| {
        let checkpoint = Some(Checkpoint { path: Path::new("unused"), every });
        let epochs = Epochs { checkpoint, ..Epochs::new(3) };
        let (mut model, mut watch) = (Model::<false>::default(), Watch { asks, metrics: Vec::new() });
        fit(&mut model, &mut source(ROWS, BATCH_ROWS), &epochs, &mut Progress::default(), &mut watch).unwrap();
        model.saved.into_inner()
    };
    let every = |number| NonZeroU64::new(number).unwrap();
    // Never behind the last epoch, which the caller saves.
    assert_eq!(saved(Every::Epochs(every(1)), usize::MAX), [[1, 0, 0], [2, 0, 0]]);
    assert_eq!(saved(Every::Epochs(every(2)), usize::MAX), [[2, 0, 0]]);
    assert_eq!(saved(Every::Steps(every(5), None), usize::MAX), [[1, 1, 3], [2, 2, 6]]);
    assert_eq!(saved(Every::Steps(every(5), Some(every(2))), usize::MAX), [[1, 1, 3], [2, 0, 0], [2, 2, 6]]);
    assert_eq!(saved(Every::Rows(every(7)), usize::MAX), [[0, 3, 9], [1, 2, 6], [2, 1, 3], [2, 4, 10]]);
    assert_eq!(saved(Every::Epochs(every(1)), 5), [[0_u64; 3]; 0]);
}
