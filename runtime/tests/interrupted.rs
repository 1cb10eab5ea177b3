//! A run that is stopped between two steps, saved, and goes on, ends with the bits of one that was never stopped.
#![allow(clippy::unwrap_used)]

use lacuna_models::fit::{EpochReport, Epochs, Observer, Outcome, Progress, fit};
use lacuna_models::train::{
    LinearModel, LinearRegression, LinearState, LinearTotals, ProblemSize, Saved, Settings, Source, TrainError,
    TrainValue, Trained, save, tutorial_problem,
};
use lacuna_runtime::libsvm::{CsrBatch, IndexBase, LibsvmOptions, LibsvmReader, write};
use std::io::Write;
use std::ops::Range;
use std::path::Path;

/// 20 steps an epoch, the last of 3 rows.
const SIZE: ProblemSize = ProblemSize { rows: 193, features: 40, density: 0.1 };
const STEPS: u64 = 20;

fn settings() -> Settings {
    Settings { features: SIZE.features, batch_size: 10, learning_rate: 0.013, weight_decay: 0.1, ..Settings::default() }
}

fn problem<V: TrainValue>() -> CsrBatch<V, i32> {
    tutorial_problem(7, SIZE).unwrap()
}

fn in_memory<V: TrainValue>(_: &Path) -> Source<V, i32> {
    Source::Memory { all: problem(), batch_rows: settings().batch_size, next: 0 }
}

/// Two batches have no weight at all.
fn weighted<V: TrainValue>(_: &Path) -> Source<V, i32> {
    let mut all = problem::<V>();
    let weight = |row: usize| if (20..40).contains(&row) { 0.0 } else { (row % 4) as f64 / 2.0 };
    all.weights = (0..all.rows()).map(|row| V::from_f64(weight(row))).collect();
    Source::Memory { all, batch_rows: settings().batch_size, next: 0 }
}

fn in_a_file<V: TrainValue>(folder: &Path) -> Source<V, i32> {
    let CsrBatch { labels, indptr, indices, values, .. } = problem::<V>();
    let mut file = std::fs::File::create(folder.join("data")).unwrap();
    write(&mut file, &labels, &indptr, &indices, &values, IndexBase::Zero).unwrap();
    file.flush().unwrap();
    let options = LibsvmOptions {
        batch_rows: settings().batch_size,
        features: Some(SIZE.features),
        threads: 1,
        ..LibsvmOptions::default()
    };
    Source::File {
        reader: Box::new(LibsvmReader::open(folder.join("data"), &options).unwrap()),
        batch: CsrBatch::new(),
    }
}

type Regression<V> = LinearRegression<V, i32>;
type Report = EpochReport<LinearTotals>;

fn new_regression<V: TrainValue>() -> Regression<V> {
    LinearRegression::new(LinearModel::new(SIZE.features, 3).unwrap(), &settings(), 1).unwrap()
}

/// Keeps the reports of whole epochs, and stops after so many steps.
struct Watch {
    reports: Vec<Report>,
    steps: u64,
}

impl<V: TrainValue> Observer<Regression<V>> for Watch {
    type Error = TrainError;

    fn stop(&mut self) -> Result<bool, TrainError> {
        self.steps = self.steps.saturating_sub(1);
        Ok(self.steps == 0)
    }

    fn epoch_end(&mut self, _: &mut Regression<V>, report: &Report) -> Result<(), TrainError> {
        self.reports.push(*report);
        Ok(())
    }
}

/// So many epochs, and where the training stands then.
fn train<V: TrainValue>(
    regression: &mut Regression<V>,
    source: &mut Source<V, i32>,
    from: Trained,
    epochs: u64,
) -> Result<(Vec<Report>, Trained), TrainError> {
    let (mut watch, mut progress) = (Watch { reports: Vec::new(), steps: u64::MAX }, Progress::from(from));
    let outcome = fit(regression, source, &Epochs::new(epochs), &mut progress, &mut watch)?;
    assert_eq!(outcome, Outcome::Done);
    Ok((watch.reports, Trained::from(&progress)))
}

/// Stops behind this step of the second epoch.
fn stopped<V: TrainValue>(source: &mut Source<V, i32>, after: u64) -> (LinearState<V>, Report, Trained) {
    let mut regression = new_regression();
    let (_, trained) = train(&mut regression, source, Trained::default(), 1).unwrap();
    let (mut watch, mut progress) = (Watch { reports: Vec::new(), steps: after }, Progress::from(trained));
    let outcome = fit(&mut regression, source, &Epochs::new(3), &mut progress, &mut watch).unwrap();
    let Outcome::Inside(report) = outcome else { panic!("{outcome:?}") };
    assert_eq!(watch.reports, []);
    (regression.model.into_state(), report, Trained::from(&progress))
}

/// The steps of an epoch from `weightless` on learn nothing.
fn same_bits<V: TrainValue>(open: fn(&Path) -> Source<V, i32>, weightless: Range<u64>) {
    let learnt = |steps: u64| steps - (steps.clamp(weightless.start, weightless.end) - weightless.start);
    let folder = tempfile::tempdir().unwrap();
    let mut source = open(folder.path());
    let mut whole = new_regression::<V>();
    let (expected, end) = train(&mut whole, &mut source, Trained::default(), 3).unwrap();
    assert!(expected.len() == 3 && expected.iter().all(|report| report.steps == STEPS));
    assert_eq!(end, Trained { epochs: 3, unfinished: None });
    let expected_state = whole.model.into_state();

    let file = folder.path().join("w.safetensors");
    for after in [1, 2, 13, STEPS - 1, STEPS] {
        let (state, report, trained) = stopped(&mut source, after);
        let unfinished = trained.unfinished.unwrap();
        assert_eq!((unfinished.steps, unfinished.rows, report.rows), (after, (after * 10).min(193), unfinished.rows));
        save(&file, &state, &settings(), trained).unwrap();

        let saved = Saved::read(&file).unwrap();
        assert_eq!(
            saved.trained,
            Trained { epochs: 1, unfinished: Some(unfinished) },
            "no epoch is claimed that was not run"
        );
        let model = LinearModel::<V, i32>::from_state(saved.state().unwrap()).unwrap();
        let mut regression = LinearRegression::new(model, &saved.settings, 1).unwrap();
        let (reports, end) = train(&mut regression, &mut source, saved.trained, 2).unwrap();
        let [second, third] = reports.try_into().unwrap();
        assert_eq!(end, Trained { epochs: 3, unfinished: None });
        assert_eq!((second.steps, second.rows), (STEPS - after, 193));
        assert_eq!(
            [second.metric.to_bits(), third.metric.to_bits()],
            [expected[1].metric.to_bits(), expected[2].metric.to_bits()]
        );
        let LinearState { steps, ref weight, bias, ref states } = expected_state;
        // SGD with momentum has no need of the number of its steps, which the file does not have.
        let state = regression.model.into_state();
        assert_eq!((&state.weight, state.bias, &state.states), (weight, bias, states), "stopped after {after} steps");
        assert_eq!((steps, state.steps), (3 * learnt(STEPS), 2 * learnt(STEPS) - learnt(after)));
    }
}

#[test]
fn goes_on_with_the_same_bits_after_any_step() {
    same_bits::<f32>(in_memory, 0..0);
    same_bits::<f64>(in_memory, 0..0);
    same_bits::<f32>(in_a_file, 0..0);
    same_bits::<f32>(weighted, 2..4);
    same_bits::<f64>(in_a_file, 0..0);
}

#[test]
fn other_data_and_other_batches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut source = in_memory::<f32>(folder.path());
    let (.., trained) = stopped(&mut source, 12);
    let mut other = Source::Memory { all: problem::<f32>(), batch_rows: 11, next: 0 };
    let mut short = Source::Memory {
        all: tutorial_problem::<f32, i32>(7, ProblemSize { rows: 115, ..SIZE }).unwrap(),
        batch_rows: 10,
        next: 0,
    };
    for source in [&mut other, &mut short] {
        let mut regression = new_regression();
        let before = regression.model.clone();
        let error = train(&mut regression, source, trained, 1).unwrap_err().to_string();
        assert!(
            error.starts_with("the interrupted epoch had made 12 steps with 120 rows, here 12 steps have 1"),
            "{error}"
        );
        assert_eq!(regression.model, before);
    }
    // A hostile file may hold any number.
    let mut hostile = trained;
    hostile.unfinished.as_mut().unwrap().steps = u64::MAX;
    hostile.unfinished.as_mut().unwrap().rows = 193;
    assert!(train(&mut new_regression(), &mut source, hostile, 1).is_err());
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
        new_regression::<f64>().evaluate(&mut source).unwrap()
    });
    assert!((measured[0] - expected).abs() <= 1e-12 * expected, "{} is not {expected}", measured[0]);
    measured.sort_by(f64::total_cmp);
    assert_eq!(measured[0].to_bits(), measured[2].to_bits(), "depends on the batch size");
}
