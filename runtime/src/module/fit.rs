//! Epochs of batches.
use super::{Module, ModuleError};
use crate::array::{Array, Element};
use crate::data::{Batch, Batches};
use crate::kvstore::Moved;
use crate::metric::Metric;
use crate::operator::{OperatorError, with_float};
use std::fmt::{self, Debug, Formatter};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// From a batch to the rows of row_sparse parameters that it needs. (`sparse_row_id_fn`)
pub type RowIdsOf<'a> = &'a dyn Fn(&Batch) -> Vec<(String, Vec<i64>)>;

/// Called after each epoch; decides whether the next one begins. (`epoch_end_callback`)
pub type OnEpoch<'a> = &'a mut dyn FnMut(&Module, &EpochEnd) -> Result<ControlFlow<()>, ModuleError>;

/// How a module is fitted.
#[non_exhaustive]
pub struct Fit<'a> {
    /// The number of the first epoch. Batches are restarted as often before it, so that a shuffled order is that of this epoch. (`begin_epoch`)
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

impl Module {
    /// Trains for epochs of batches: a step for each, and the metric of its first label and output.
    ///
    /// # Errors
    /// Those of the steps, of the batches, and of `on_epoch`.
    pub fn fit(&mut self, train: &mut dyn Batches, metric: &mut dyn Metric, mut fit: Fit<'_>) -> Result<Vec<EpochEnd>, ModuleError> {
        let (mut batch, mut epochs) = (Batch::default(), Vec::new());
        for epoch in fit.begin..fit.end {
            let (started, before) = (Instant::now(), self.pulled());
            metric.reset();
            if epoch == fit.begin {
                (0..=epoch).try_for_each(|_| train.restart())?;
            } else {
                train.reset()?;
            }
            let mut number = 0;
            while train.next_batch(&mut batch)? {
                self.prepare_for(&batch, fit.row_ids)?;
                self.forward(&batch, true)?;
                self.backward()?;
                self.update()?;
                self.measure(&batch, metric)?;
                if let Some(on_batch) = &mut fit.on_batch {
                    on_batch(epoch, number, metric.value());
                }
                number += 1;
            }
            let (time, after, value) = (started.elapsed(), self.pulled(), metric.value());
            let pulled = Moved { bytes: after.bytes - before.bytes, whole: after.whole - before.whole };
            let eval = match &mut fit.eval {
                Some(eval) => Some(self.score(&mut **eval, metric, fit.row_ids)?),
                None => None,
            };
            let end = EpochEnd { epoch, metric: value, eval, pulled, time };
            epochs.push(end);
            if let Some(on_epoch) = &mut fit.on_epoch
                && on_epoch(self, &end)?.is_break()
            {
                break;
            }
        }
        Ok(epochs)
    }

    /// The metric of all batches, from the first one on.
    ///
    /// # Errors
    /// As [`forward`](Self::forward), and those of the batches and the metric.
    pub fn score(&mut self, batches: &mut dyn Batches, metric: &mut dyn Metric, row_ids: Option<RowIdsOf<'_>>) -> Result<f64, ModuleError> {
        metric.reset();
        self.each(batches, row_ids, |module, batch| module.measure(batch, metric))?;
        Ok(metric.value())
    }

    /// The first output for all rows of the batches, from the first one on.
    ///
    /// # Errors
    /// As [`forward`](Self::forward), those of the batches, and [`ModuleError::Output`].
    pub fn predict(&mut self, batches: &mut dyn Batches, row_ids: Option<RowIdsOf<'_>>) -> Result<Array, ModuleError> {
        let mut parts = Vec::new();
        self.each(batches, row_ids, |module, batch| {
            let (output, rows) = (module.output(0)?, batch.rows() + batch.pad);
            if output.shape().first() != Some(&rows) {
                return Err(ModuleError::Output { rows, found: output.shape().to_vec() });
            }
            parts.push(counted(output, batch)?);
            Ok(())
        })?;
        let Some(first) = parts.first() else { return Ok(Array::default()) };
        Ok(with_float!("predict", first, V => stacked::<V>(&parts))?)
    }

    fn prepare_for(&mut self, batch: &Batch, row_ids: Option<RowIdsOf<'_>>) -> Result<(), ModuleError> {
        row_ids.map_or(Ok(()), |row_ids| self.prepare(&row_ids(batch)).map(drop))
    }

    fn each(
        &mut self,
        batches: &mut dyn Batches,
        row_ids: Option<RowIdsOf<'_>>,
        mut with: impl FnMut(&Self, &Batch) -> Result<(), ModuleError>,
    ) -> Result<(), ModuleError> {
        let mut batch = Batch::default();
        batches.restart()?;
        while batches.next_batch(&mut batch)? {
            self.prepare_for(&batch, row_ids)?;
            self.forward(&batch, false)?;
            with(self, &batch)?;
        }
        Ok(())
    }

    fn measure(&self, batch: &Batch, metric: &mut dyn Metric) -> Result<(), ModuleError> {
        let label = batch.label.first().ok_or(ModuleError::Arrays { what: "label", expected: 1, found: 0 })?;
        Ok(metric.update(&counted(label, batch)?, &counted(self.output(0)?, batch)?)?)
    }
}

/// Dense arrays below each other.
fn stacked<V: Element>(parts: &[Array]) -> Result<Array, OperatorError> {
    let rows = parts.iter().filter_map(|part| part.shape().first()).sum();
    let row = parts.first().map_or(&[][..], |part| part.shape()).iter().skip(1).copied();
    let shape: Vec<usize> = [rows].into_iter().chain(row).collect();
    let values: Vec<&[V]> = parts.iter().map(|part| part.data().unwrap_or_default()).collect();
    Ok(Array::dense(&shape, values.concat())?)
}
