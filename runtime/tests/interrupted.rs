//! A run that is stopped between two steps, saved, and goes on, ends with the bits of one that was never stopped.
#![allow(clippy::unwrap_used)]

use lacuna_runtime::libsvm::{Batch, IndexBase, LibsvmOptions, LibsvmReader, write};
use lacuna_runtime::train::{
    EpochReport, LinearModel, LinearState, ProblemSize, Saved, Settings, Source, TrainValue, Trained, Trainer, save, tutorial_problem,
};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

/// 20 steps an epoch, the last of 3 rows.
const SIZE: ProblemSize = ProblemSize { rows: 193, features: 40, density: 0.1 };
const STEPS: u64 = 20;

fn settings() -> Settings {
    Settings { features: SIZE.features, batch_size: 10, learning_rate: 0.013, weight_decay: 0.1, ..Settings::default() }
}

fn problem<V: TrainValue>() -> Batch<V, i32> {
    tutorial_problem(7, SIZE).unwrap()
}

fn in_memory<V: TrainValue>(_: &Path) -> Source<V, i32> {
    Source::Memory { all: problem(), batch_rows: settings().batch_size, next: 0 }
}

fn in_a_file<V: TrainValue>(folder: &Path) -> Source<V, i32> {
    let Batch { labels, indptr, indices, values, .. } = problem::<V>();
    let mut file = std::fs::File::create(folder.join("data")).unwrap();
    write(&mut file, &labels, &indptr, &indices, &values, IndexBase::Zero).unwrap();
    file.flush().unwrap();
    let options =
        LibsvmOptions { batch_rows: settings().batch_size, features: Some(SIZE.features), threads: 1, ..LibsvmOptions::default() };
    Source::File { reader: Box::new(LibsvmReader::open(folder.join("data"), &options).unwrap()), batch: Batch::new() }
}

fn new_trainer<V: TrainValue>() -> Trainer<V, i32> {
    Trainer::new(LinearModel::new(SIZE.features, 3).unwrap(), settings().hyper().unwrap(), 1)
}

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Stops behind this step of the second epoch.
fn stopped<V: TrainValue>(source: &mut Source<V, i32>, after: u64) -> (LinearState<V>, EpochReport) {
    let mut trainer = new_trainer();
    trainer.epoch(1, source, None, go_on).unwrap();
    let mut steps = 0;
    let stop = |_| {
        steps += 1;
        if steps == after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = trainer.epoch(2, source, None, stop).unwrap();
    (trainer.model.into_state(), report)
}

fn same_bits<V: TrainValue>(open: fn(&Path) -> Source<V, i32>) {
    let folder = tempfile::tempdir().unwrap();
    let mut source = open(folder.path());
    let mut whole = new_trainer::<V>();
    let expected = [1, 2, 3].map(|epoch| whole.epoch(epoch, &mut source, None, go_on).unwrap());
    assert!(expected.iter().all(|report| report.steps == STEPS && report.unfinished.is_none()));
    let expected_state = whole.model.into_state();

    let file = folder.path().join("w.safetensors");
    for after in [1, 2, 13, STEPS - 1, STEPS] {
        let (state, report) = stopped(&mut source, after);
        let unfinished = report.unfinished.unwrap();
        assert_eq!((unfinished.steps, unfinished.rows, report.rows), (after, (after * 10).min(193), unfinished.rows));
        save(&file, &state, &settings(), Trained { epochs: 1, unfinished: Some(unfinished) }).unwrap();

        let saved = Saved::read(&file).unwrap();
        assert_eq!(saved.trained, Trained { epochs: 1, unfinished: Some(unfinished) }, "no epoch is claimed that was not run");
        let model = LinearModel::<V, i32>::from_state(saved.state().unwrap()).unwrap();
        let mut trainer = Trainer::new(model, saved.settings.hyper().unwrap(), 1);
        let second = trainer.epoch(2, &mut source, saved.trained.unfinished, go_on).unwrap();
        let third = trainer.epoch(3, &mut source, None, go_on).unwrap();
        assert_eq!((second.steps, second.rows), (STEPS - after, 193));
        assert_eq!([second.mse.to_bits(), third.mse.to_bits()], [expected[1].mse.to_bits(), expected[2].mse.to_bits()]);
        assert_eq!(trainer.model.into_state(), expected_state, "stopped after {after} steps");
    }
}

#[test]
fn goes_on_with_the_same_bits_after_any_step() {
    same_bits::<f32>(in_memory);
    same_bits::<f64>(in_memory);
    same_bits::<f32>(in_a_file);
    same_bits::<f64>(in_a_file);
}

#[test]
fn other_data_and_other_batches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut source = in_memory::<f32>(folder.path());
    let (_, report) = stopped(&mut source, 12);
    let mut other = Source::Memory { all: problem::<f32>(), batch_rows: 11, next: 0 };
    let mut short =
        Source::Memory { all: tutorial_problem::<f32, i32>(7, ProblemSize { rows: 115, ..SIZE }).unwrap(), batch_rows: 10, next: 0 };
    for source in [&mut other, &mut short] {
        let error = new_trainer().epoch(2, source, report.unfinished, go_on).unwrap_err().to_string();
        assert!(error.starts_with("the interrupted epoch had made 12 steps with 120 rows, here 12 steps have 1"), "{error}");
    }
    // A hostile file may hold any number.
    let mut hostile = report.unfinished.unwrap();
    hostile.steps = u64::MAX;
    hostile.rows = 193;
    assert!(new_trainer().epoch(2, &mut source, Some(hostile), go_on).is_err());
}

#[test]
fn a_test_set_is_measured_over_all_its_rows() {
    let problem = problem::<f64>();
    let model = LinearModel::<f64, i32>::new(SIZE.features, 3).unwrap();
    let row = |row: usize| {
        let entries = problem.indptr[row] as usize..problem.indptr[row + 1] as usize;
        let terms = problem.indices[entries.clone()].iter().zip(&problem.values[entries]);
        let product: f64 = terms.map(|(&index, &value)| value * model.weight()[index as usize]).sum();
        (product - problem.labels[row]).powi(2)
    };
    let expected = (0..SIZE.rows).map(row).sum::<f64>() / SIZE.rows as f64;
    let mut measured = [10, 64, 1000].map(|batch_rows| {
        let mut source = Source::Memory { all: problem.clone(), batch_rows, next: 0 };
        new_trainer::<f64>().evaluate(&mut source).unwrap()
    });
    assert!((measured[0] - expected).abs() <= 1e-12 * expected, "{} is not {expected}", measured[0]);
    measured.sort_by(f64::total_cmp);
    assert_eq!(measured[0].to_bits(), measured[2].to_bits(), "depends on the batch size");
}
