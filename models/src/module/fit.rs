//! The epochs of a module.
use super::{Module, ModuleError};
use crate::fit::{self, BufferedBatches, EpochReport, Epochs, Learner, Observer, Progress, for_each_batch};
use crate::metric::Metric;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{Batch, Batches};
use lacuna_runtime::kvstore::Moved;
use lacuna_runtime::operator::OperatorError;
use std::fmt::{self, Debug, Formatter};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// From a batch to the rows of row_sparse parameters that it needs. (`sparse_row_id_fn`)
pub type RowIdsOf<'a> = &'a dyn Fn(&Batch) -> Vec<(String, Vec<i64>)>;

/// Called after each epoch; decides whether the next one begins. (`epoch_end_callback`)
pub type OnEpoch<'a> = &'a mut dyn FnMut(&Module, &EpochEnd) -> Result<ControlFlow<()>, ModuleError>;

/// How a module is fitted.
#[non_exhaustive]
pub struct Fit<'a> {
    /// The number of the first epoch. Batches are restarted as often before it, so that a shuffled order is that of
    /// this epoch. (`begin_epoch`)
    pub begin: usize,
    /// The number at which epochs end. (`num_epoch`)
    pub end: usize,
    /// The rows that a batch needs; without it all rows are pulled in each step.
    pub row_ids: Option<RowIdsOf<'a>>,
    /// Batches to measure on after each epoch. (`eval_data`)
    pub eval: Option<&'a mut dyn Batches>,
    /// Called with the epoch, the number of the batch from 0, and the metric so far. (`batch_end_callback`)
    pub on_batch: Option<&'a mut dyn FnMut(usize, usize, f64)>,
    /// Called behind each epoch: a checkpoint can be written there.
    pub on_epoch: Option<OnEpoch<'a>>,
}

impl Debug for Fit<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fit").field("begin", &self.begin).field("end", &self.end).finish_non_exhaustive()
    }
}

impl Fit<'_> {
    /// So many epochs.
    #[must_use]
    pub const fn new(epochs: usize) -> Self {
        Self { begin: 0, end: epochs, row_ids: None, eval: None, on_batch: None, on_epoch: None }
    }
}

/// What an epoch has given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochEnd {
    /// Its number.
    pub epoch: usize,
    /// The metric of its batches, each before it was learnt.
    pub metric: f64,
    /// The metric of the batches to measure on.
    pub eval: Option<f64>,
    /// What its steps have pulled from the store.
    pub pulled: Moved,
    /// How long its steps took, the reading of batches among it.
    pub time: Duration,
}

/// An array without the rows that only fill a batch, on the host.
fn counted(array: &Array, batch: &Batch) -> Result<Array, ModuleError> {
    let end = i64::try_from(batch.rows()).ok();
    Ok(array.here().and_then(|array| array.slice_rows(None, end)).map_err(OperatorError::from)?)
}

/// A module, or several, of which each batch has its own.
pub(super) trait Target {
    /// That of a batch.
    fn of(&mut self, batch: &Batch) -> Result<&mut Module, ModuleError>;
    /// That of the last batch.
    fn last(&self) -> &Module;
}

impl Target for Module {
    fn of(&mut self, _: &Batch) -> Result<&mut Module, ModuleError> {
        Ok(self)
    }

    fn last(&self) -> &Module {
        self
    }
}

/// A module that learns, and is measured by a metric.
struct Fitted<'m> {
    target: &'m mut dyn Target,
    metric: &'m mut dyn Metric,
    row_ids: Option<RowIdsOf<'m>>,
}

impl Learner for Fitted<'_> {
    type Batch = Batch;
    type Totals = Moved;
    type Error = ModuleError;

    fn begin(&mut self) -> Result<(), ModuleError> {
        self.metric.reset();
        Ok(())
    }

    fn step(&mut self, batch: &mut Batch, pulled: &mut Moved) -> Result<(), ModuleError> {
        let module = self.target.of(batch)?;
        let before = module.pulled();
        module.prepare_for(batch, self.row_ids)?;
        module.forward(batch, true)?;
        module.backward()?;
        module.update()?;
        let after = module.pulled();
        *pulled += Moved { bytes: after.bytes - before.bytes, whole: after.whole - before.whole };
        module.measure(batch, self.metric)
    }

    fn value(&self, _: &Moved) -> f64 {
        self.metric.value()
    }

    fn save(&self, prefix: &Path, progress: &Progress<Moved>) -> Result<(), ModuleError> {
        let epoch = usize::try_from(progress.epochs).unwrap_or(usize::MAX);
        self.target.last().save_checkpoint(prefix, epoch, true)
    }
}

/// The callbacks of a fit.
struct Callbacks<'f> {
    fit: Fit<'f>,
    epochs: Vec<EpochEnd>,
    is_over: bool,
}

impl Observer<Fitted<'_>> for Callbacks<'_> {
    type Error = ModuleError;

    fn batch_end(&mut self, fitted: &Fitted<'_>, progress: &Progress<Moved>, _: u64) -> Result<(), ModuleError> {
        if let Some(on_batch) = &mut self.fit.on_batch {
            on_batch(progress.epochs as usize, progress.steps as usize - 1, fitted.metric.value());
        }
        Ok(())
    }

    fn stop(&mut self) -> Result<bool, ModuleError> {
        Ok(self.is_over)
    }

    fn evaluate(&mut self, fitted: &mut Fitted<'_>, _: &EpochReport<Moved>) -> Result<Option<f64>, ModuleError> {
        let Fitted { target, metric, row_ids } = fitted;
        self.fit.eval.as_mut().map(|eval| score(*target, &mut **eval, *metric, *row_ids)).transpose()
    }

    fn epoch_end(&mut self, fitted: &mut Fitted<'_>, report: &EpochReport<Moved>) -> Result<(), ModuleError> {
        let &EpochReport { epoch, metric, eval, totals: pulled, time, .. } = report;
        let end = EpochEnd { epoch: epoch as usize - 1, metric, eval, pulled, time };
        self.epochs.push(end);
        if let Some(on_epoch) = &mut self.fit.on_epoch {
            self.is_over = on_epoch(fitted.target.last(), &end)?.is_break();
        }
        Ok(())
    }
}

/// [`Module::fit`].
pub(super) fn fit_target(
    target: &mut dyn Target,
    train: &mut dyn Batches,
    metric: &mut dyn Metric,
    fit: Fit<'_>,
) -> Result<Vec<EpochEnd>, ModuleError> {
    (0..fit.begin).try_for_each(|_| train.restart())?;
    let epochs = Epochs::new(fit.end.saturating_sub(fit.begin) as u64);
    let mut progress = Progress { epochs: fit.begin as u64, ..Progress::default() };
    let mut fitted = Fitted { target, metric, row_ids: fit.row_ids };
    let mut callbacks = Callbacks { fit, epochs: Vec::new(), is_over: false };
    fit::fit(&mut fitted, &mut BufferedBatches::new(train), &epochs, &mut progress, &mut callbacks)?;
    Ok(callbacks.epochs)
}

/// [`Module::score`].
pub(super) fn score(
    target: &mut dyn Target,
    batches: &mut dyn Batches,
    metric: &mut dyn Metric,
    row_ids: Option<RowIdsOf<'_>>,
) -> Result<f64, ModuleError> {
    metric.reset();
    each(target, batches, row_ids, |module, batch| module.measure(batch, metric))?;
    Ok(metric.value())
}

/// [`Module::predict`].
pub(super) fn predict(
    target: &mut dyn Target,
    batches: &mut dyn Batches,
    row_ids: Option<RowIdsOf<'_>>,
) -> Result<Array, ModuleError> {
    let mut parts = Vec::new();
    each(target, batches, row_ids, |module, batch| {
        let (output, rows) = (module.output(0)?, batch.rows() + batch.pad);
        if output.shape().first() != Some(&rows) {
            return Err(ModuleError::Output { rows, found: output.shape().to_vec() });
        }
        parts.push(counted(output, batch)?);
        Ok(())
    })?;
    if parts.is_empty() {
        return Ok(Array::default());
    }
    Ok(Array::concat_rows(&parts.iter().collect::<Vec<_>>()).map_err(OperatorError::from)?)
}

fn each(
    target: &mut dyn Target,
    batches: &mut dyn Batches,
    row_ids: Option<RowIdsOf<'_>>,
    mut with: impl FnMut(&Module, &Batch) -> Result<(), ModuleError>,
) -> Result<(), ModuleError> {
    for_each_batch(&mut BufferedBatches::new(batches), |batch| {
        let module = target.of(batch)?;
        module.prepare_for(batch, row_ids)?;
        module.forward(batch, false)?;
        with(module, batch)
    })
}

impl Module {
    /// Trains for epochs of batches by [the loop of all models](crate::fit::fit()): a step for each, and the metric of
    /// its first label and output.
    ///
    /// # Errors
    /// Those of the steps, of the batches, and of `on_epoch`.
    pub fn fit(
        &mut self,
        train: &mut dyn Batches,
        metric: &mut dyn Metric,
        fit: Fit<'_>,
    ) -> Result<Vec<EpochEnd>, ModuleError> {
        fit_target(self, train, metric, fit)
    }

    /// The metric of all batches, from the first one on.
    ///
    /// # Errors
    /// As [`forward`](Self::forward), and those of the batches and the metric.
    pub fn score(
        &mut self,
        batches: &mut dyn Batches,
        metric: &mut dyn Metric,
        row_ids: Option<RowIdsOf<'_>>,
    ) -> Result<f64, ModuleError> {
        score(self, batches, metric, row_ids)
    }

    /// The first output for all rows of the batches, from the first one on.
    ///
    /// # Errors
    /// As [`forward`](Self::forward), those of the batches, and [`ModuleError::Output`].
    pub fn predict(&mut self, batches: &mut dyn Batches, row_ids: Option<RowIdsOf<'_>>) -> Result<Array, ModuleError> {
        predict(self, batches, row_ids)
    }

    fn prepare_for(&mut self, batch: &Batch, row_ids: Option<RowIdsOf<'_>>) -> Result<(), ModuleError> {
        row_ids.map_or(Ok(()), |row_ids| self.prepare(&row_ids(batch)).map(drop))
    }

    fn measure(&self, batch: &Batch, metric: &mut dyn Metric) -> Result<(), ModuleError> {
        let label = batch.label.first().ok_or(ModuleError::Arrays { what: "label", expected: 1, found: 0 })?;
        Ok(metric.update(&counted(label, batch)?, &counted(self.output(0)?, batch)?)?)
    }
}
