//! Linear regression by batches.
use super::data::Examples;
use super::error::TrainError;
use super::linear::{LinearHyper, LinearModel};
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

    /// Mean squared error of the model over all rows: `sum (x w + b - y)^2 / rows`, the squares added in
    /// f64 in the order of the rows, so that it does not depend on the
    /// batch size. NaN without rows.
    ///
    /// # Errors
    /// If the data cannot be read, or has another number of features than the model.
    pub fn evaluate<S>(&mut self, source: &mut S) -> Result<f64, TrainError>
    where
        S: BatchSource<Batch = CsrBatch<V, I>, Error = TrainError>,
    {
        let (mut squares, mut rows) = (0.0, 0_u64);
        let Self { model, threads, arena, .. } = self;
        for_each_batch(source, |Examples { x, labels }| {
            model.add_squares(cpu(*threads, x.nnz()), x, labels, arena, &mut squares)?;
            arena.reset();
            rows += x.rows() as u64;
            Ok::<_, TrainError>(())
        })?;
        Ok(squares / rows as f64)
    }
}

impl<V: TrainValue, I: Index + LibsvmIndex> Learner for LinearRegression<V, I> {
    type Batch = CsrBatch<V, I>;
    type Totals = LinearTotals;
    type Error = TrainError;

    fn step(
        &mut self,
        Examples { x, labels }: Examples<'_, V, I>,
        totals: &mut LinearTotals,
    ) -> Result<(), TrainError> {
        let step = self.model.step(cpu(self.threads, x.nnz()), &self.hyper, x, labels, &self.arena)?;
        self.arena.reset();
        totals.mse.add(step.residuals.squares, x.rows());
        totals.gradient_bytes += step.gradient_bytes as u64;
        Ok(())
    }

    fn value(&self, totals: &LinearTotals) -> f64 {
        totals.mse.value()
    }

    fn save(&self, path: &Path, progress: &Progress<LinearTotals>) -> Result<(), TrainError> {
        Ok(save(path, self.model.state(), &self.settings, Trained::from(progress))?)
    }
}
