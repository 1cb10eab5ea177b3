//! Linear regression by batches.
use super::data::Examples;
use super::error::TrainError;
use super::linear::{LinearHyper, LinearModel};
use super::residuals::ResidualSums;
use super::scalar::TrainValue;
use super::settings::Settings;
use super::weights::{Trained, save};
use crate::Cpu;
use crate::fit::{BatchSource, Learner, Progress, for_each_batch};
use crate::libsvm::{CsrBatch, LibsvmIndex};
use crate::metric::{MeanSquaredError, Metric};
use bumpalo::Bump;
use lacuna::Index;
use std::path::Path;

/// Entries of a batch from which on waking a second thread costs less than it saves.
const THREADED_ENTRIES: usize = 1 << 15;

const fn cpu(threads: usize, entries: usize) -> Cpu {
    Cpu { threads: if entries < THREADED_ENTRIES { 1 } else { threads } }
}

/// A [`LinearModel`] in training, and what its steps need. [`fit`](crate::fit::fit()) trains it.
///
/// ```
/// use lacuna_runtime::fit::{Epochs, Progress, fit};
/// use lacuna_runtime::train::{LinearModel, LinearRegression, ProblemSize, Settings, Source, tutorial_problem};
/// let all = tutorial_problem::<f32, i32>(0, ProblemSize { rows: 100, features: 10, density: 0.2 })?;
/// let mut source = Source::Memory { all, batch_rows: 1, next: 0 };
/// let mut regression = LinearRegression::new(LinearModel::new(10, 0)?, &Settings::default(), 1)?;
/// let mut progress = Progress::default();
/// fit(&mut regression, &mut source, &Epochs::new(20), &mut progress, &mut ())?;
/// assert!(regression.evaluate(&mut source)? < 0.1);
/// # Ok::<(), lacuna_runtime::train::TrainError>(())
/// ```
#[derive(Debug)]
pub struct LinearRegression<V, I> {
    /// The model.
    pub model: LinearModel<V, I>,
    settings: Settings,
    hyper: LinearHyper,
    threads: usize,
    arena: Bump,
}

/// What the steps of an epoch add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinearTotals {
    /// The mean over batches of their mean squared errors.
    pub mse: MeanSquaredError,
    /// Bytes of the weight gradients; those of an interrupted epoch before it went on are not counted.
    pub gradient_bytes: u64,
}

impl<V: TrainValue, I: Index + LibsvmIndex> LinearRegression<V, I> {
    /// Trains this model. Batches that are large enough are shared by so many threads of the caller's pool.
    ///
    /// # Errors
    /// Those of [`Settings::hyper`], and if the model has the states of another optimizer.
    pub fn new(mut model: LinearModel<V, I>, settings: &Settings, threads: usize) -> Result<Self, TrainError> {
        let hyper = settings.hyper::<V>()?;
        model.begin(&hyper.weight)?;
        Ok(Self { model, settings: settings.clone(), hyper, threads, arena: Bump::new() })
    }

    /// Mean squared error of the model over all rows: `sum (x w + b - y)^2 / rows`, or `sum u (x w + b - y)^2 / sum u`
    /// of rows with weights `u`. The squares are added in f64 in the order of the rows, so that it does not depend on the
    /// batch size. NaN without rows.
    ///
    /// # Errors
    /// If the data cannot be read, or has another number of features than the model.
    pub fn evaluate<S>(&mut self, source: &mut S) -> Result<f64, TrainError>
    where
        S: BatchSource<Batch = CsrBatch<V, I>, Error = TrainError>,
    {
        let mut sums = ResidualSums::default();
        let Self { model, threads, arena, .. } = self;
        for_each_batch(source, |examples: Examples<'_, V, I>| {
            model.add_squares(cpu(*threads, examples.x.nnz()), examples, arena, &mut sums)?;
            arena.reset();
            Ok::<_, TrainError>(())
        })?;
        Ok(sums.squares / sums.weight)
    }
}

impl<V: TrainValue, I: Index + LibsvmIndex> Learner for LinearRegression<V, I> {
    type Batch = CsrBatch<V, I>;
    type Totals = LinearTotals;
    type Error = TrainError;

    fn step(&mut self, examples: Examples<'_, V, I>, totals: &mut LinearTotals) -> Result<(), TrainError> {
        let all = examples.x.rows();
        let examples = examples.that_weigh(&self.arena)?;
        // Rows that all weigh 0 change nothing, not even by the momentum of the step before.
        if all == 0 || examples.x.rows() > 0 {
            let step = self.model.step(cpu(self.threads, examples.x.nnz()), &self.hyper, examples, &self.arena)?;
            totals.mse.add(step.residuals.squares, step.residuals.weight);
            totals.gradient_bytes += step.gradient_bytes as u64;
        }
        self.arena.reset();
        Ok(())
    }

    fn value(&self, totals: &LinearTotals) -> f64 {
        totals.mse.value()
    }

    fn save(&self, path: &Path, progress: &Progress<LinearTotals>) -> Result<(), TrainError> {
        Ok(save(path, self.model.state(), &self.settings, Trained::from(progress))?)
    }
}
