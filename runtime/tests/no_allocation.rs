//! No kernel takes memory from the heap, nor does a training step once its arena has grown.
#![allow(clippy::unwrap_used)]
mod counting;

use counting::{allocations, counter};
use lacuna::dispatch::{Level, force, level};
use lacuna::{RowSparse, RowSparseMut};
use lacuna_benches_operands::small::{BENCHES, Form};
use lacuna_models::fit::{EpochReport, Epochs, Observer, Progress, fit};
use lacuna_models::train::{
    LinearModel, LinearRegression, LinearTotals, ProblemSize, Settings, Source, TrainError, tutorial_problem,
};
use lacuna_runtime::Cpu;
use lacuna_runtime::libsvm::{CsrBatch, IndexBase, LibsvmOptions, LibsvmReader};
use std::sync::atomic::AtomicUsize;

/// Every kernel, structure call and form, on the operands of the instruction counts.
fn check_all(form: Form, counter: &AtomicUsize) {
    for bench in BENCHES {
        let mut call = (bench.open)(form).unwrap();
        // The first call finds out the level.
        call().unwrap();
        assert_eq!(
            allocations(counter, || call().unwrap()),
            0,
            "{}::{} {form:?} at {}",
            bench.family,
            bench.name,
            level()
        );
    }
}

#[test]
fn kernels_and_their_structure_calls_never_allocate() {
    let counter = counter(None);
    assert_eq!(allocations(counter, || drop(std::hint::black_box(Box::new(1)))), 1, "the counter counts");
    check_all(Form::Scalar, counter);
    for level in Level::ALL.iter().copied().filter(|level| level.is_available()) {
        force(Some(level)).unwrap();
        check_all(Form::Dispatched, counter);
    }
    force(None).unwrap();
}

#[test]
fn sums_that_threads_check_and_add_never_allocate() {
    let pool = Cpu::pool(2).unwrap();
    let counter = counter(Some(&pool));
    let (rows, data) = (20_000, vec![1.0_f32; 20_000]);
    let ids: Vec<i32> = (0..rows as i32).collect();
    let input = RowSparse::new(rows, 1, &ids, &data).unwrap();
    let mut out = vec![0.0; rows];
    let mut add = || {
        let out = RowSparseMut::trusted(rows, 1, &ids, &mut out).unwrap();
        Cpu { threads: 2 }.add_n(&[input, input], &mut [0; 2], out).unwrap();
    };
    pool.install(|| {
        // Each thread has run something.
        (0..9).for_each(|_| add());
        assert_eq!(allocations(counter, || (0..9).for_each(|_| add())), 0);
    });
    assert_eq!(out, [2.0; 20_000]);
}

/// Keeps the report of an epoch.
#[derive(Default)]
struct Last(EpochReport<LinearTotals>);

impl Observer<LinearRegression<f32, i32>> for Last {
    type Error = TrainError;

    fn epoch_end(
        &mut self,
        _: &mut LinearRegression<f32, i32>,
        report: &EpochReport<LinearTotals>,
    ) -> Result<(), TrainError> {
        self.0 = *report;
        Ok(())
    }
}

fn epoch(
    regression: &mut LinearRegression<f32, i32>,
    source: &mut Source<f32, i32>,
    progress: &mut Progress<LinearTotals>,
) -> EpochReport<LinearTotals> {
    let mut last = Last::default();
    fit(regression, source, &Epochs::new(1), progress, &mut last).unwrap();
    last.0
}

#[test]
fn step_after_warm_up_never_allocates() {
    let tutorial = (ProblemSize { rows: 1000, features: 100, density: 0.01 }, 1);
    // Batches large enough for several threads to share them, and a smaller one at the end.
    let large = (ProblemSize { rows: 2500, features: 3000, density: 0.02 }, 1000);
    for (size, batch_rows) in [tutorial, large] {
        for threads in [1, 2] {
            let pool = Cpu::pool(threads).unwrap();
            let counter = counter(Some(&pool));
            pool.install(|| {
                assert_eq!(allocations(counter, || drop(std::hint::black_box(Box::new(1)))), 1, "the counter counts");
                let all = tutorial_problem::<f32, i32>(0, size).unwrap();
                let mut source = Source::Memory { all, batch_rows, next: 0 };
                let model = LinearModel::new(size.features, 0).unwrap();
                let settings = Settings {
                    features: size.features,
                    batch_size: batch_rows,
                    learning_rate: 0.01,
                    ..Settings::default()
                };
                let mut regression = LinearRegression::new(model, &settings, threads).unwrap();
                let mut progress = Progress::default();
                let mut epoch = |number| {
                    let report = epoch(&mut regression, &mut source, &mut progress);
                    assert!(report.metric.is_finite() && report.steps >= 3 && report.epoch == number);
                    assert!(regression.evaluate(&mut source).unwrap().is_finite());
                };
                // The arena keeps its largest piece of memory, which may hold less than the largest step at first.
                (1..=3).for_each(&mut epoch);
                let made = allocations(counter, || (4..=8).for_each(&mut epoch));
                assert_eq!(made, 0, "{size:?} on {threads} threads");
            });
        }
    }
}

#[test]
fn reading_a_file_again_never_allocates() {
    let counter = counter(None);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/agaricus.train.libsvm");
    let options = LibsvmOptions {
        batch_rows: 32,
        base: IndexBase::One,
        features: Some(126),
        threads: 1,
        ..LibsvmOptions::default()
    };
    let reader = Box::new(LibsvmReader::open(path, &options).unwrap());
    let mut source = Source::<f32, i32>::File { reader, batch: CsrBatch::new() };
    let settings = Settings { batch_size: 32, ..Settings::default() };
    let mut regression = LinearRegression::new(LinearModel::new(126, 0).unwrap(), &settings, 1).unwrap();
    let mut progress = Progress::default();
    let mut epoch = |number| {
        let report = epoch(&mut regression, &mut source, &mut progress);
        assert_eq!((report.rows, report.epoch), (6513, number));
    };
    (1..=3).for_each(&mut epoch);
    assert_eq!(allocations(counter, || (4..=6).for_each(&mut epoch)), 0);
}
