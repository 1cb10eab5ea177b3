//! One pass over the data.
use super::data::{Examples, Source};
use super::linear::{LinearHyper, LinearModel};
use super::scalar::TrainValue;
use crate::Cpu;
use crate::libsvm::LibsvmIndex;
use crate::metric::{MeanSquaredError, Metric};
use anyhow::{Result, ensure};
use bumpalo::Bump;
use lacuna::Index;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Entries of a batch from which on waking a second thread costs less than it saves.
const THREADED_ENTRIES: usize = 1 << 15;

/// What an epoch has met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochReport {
    /// Number of the epoch, from 1, those of loaded weights included.
    pub epoch: u64,
    /// Mean squared error, each batch measured before its update.
    pub mse: f64,
    /// Wall-clock time.
    pub time: Duration,
    /// Steps made; those before the place where the epoch went on are not counted.
    pub steps: u64,
    /// Rows read.
    pub rows: u64,
    /// Stored entries read.
    pub entries: u64,
    /// Bytes of the weight gradients of all steps.
    pub gradient_bytes: u64,
    /// Bytes of the largest batch.
    pub batch_bytes: usize,
    /// Where the epoch goes on, if it was stopped.
    pub unfinished: Option<Unfinished>,
}

/// A place inside an epoch, between two steps: with it, the rest of the epoch gives the bits of one that was never stopped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unfinished {
    /// Steps made in this epoch.
    pub steps: u64,
    /// Their rows.
    pub rows: u64,
    /// Sum of their mean squared errors.
    pub mse_sum: f64,
}

/// A model in training, and what its steps need.
#[derive(Debug)]
pub struct Trainer<V, I> {
    /// The model.
    pub model: LinearModel<V, I>,
    /// Hyper-parameters of its steps.
    pub hyper: LinearHyper<V>,
    threads: usize,
    arena: Bump,
}

impl<V: TrainValue, I: Index + LibsvmIndex> Trainer<V, I> {
    /// Trains this model. Batches that are large enough are shared by so many threads of the caller's pool.
    pub fn new(model: LinearModel<V, I>, hyper: LinearHyper<V>, threads: usize) -> Self {
        Self { model, hyper, threads, arena: Bump::new() }
    }

    fn cpu(&self, entries: usize) -> Cpu {
        Cpu { threads: if entries < THREADED_ENTRIES { 1 } else { self.threads } }
    }

    /// Trains on every batch once, or on those behind the place `from`. `progress` is called with the rows of each, and may stop the epoch behind it.
    ///
    /// # Errors
    /// If the data cannot be read, has another number of features than the model, or has no such place.
    pub fn epoch(
        &mut self,
        epoch: u64,
        source: &mut Source<V, I>,
        from: Option<Unfinished>,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<EpochReport> {
        let start = Instant::now();
        let mut report = EpochReport {
            epoch,
            mse: f64::NAN,
            time: Duration::ZERO,
            steps: 0,
            rows: 0,
            entries: 0,
            gradient_bytes: 0,
            batch_bytes: 0,
            unfinished: None,
        };
        source.restart()?;
        let mut metric = MeanSquaredError::default();
        if let Some(from) = from {
            skip(source, &from, &mut report)?;
            metric = MeanSquaredError::from_parts(from.mse_sum, from.steps);
        }
        while let Some(Examples { x, labels }) = source.next_batch()? {
            let cpu = self.cpu(x.nnz());
            let step = self.model.step(cpu, &self.hyper, x, labels, &self.arena)?;
            self.arena.reset();
            metric.add(step.residuals.squares, x.rows());
            report.steps += 1;
            report.gradient_bytes += step.gradient_bytes as u64;
            report.count(&Examples { x, labels });
            if progress(x.rows() as u64).is_break() {
                let (mse_sum, steps) = metric.parts();
                report.unfinished = Some(Unfinished { steps, rows: report.rows, mse_sum });
                break;
            }
        }
        (report.mse, report.time) = (metric.value(), start.elapsed());
        Ok(report)
    }

    /// Mean squared error of the model over all rows: `sum (x w + b - y)^2 / rows`, the squares added in f64 in the order of the rows, so that it does not depend on the
    /// batch size. NaN without rows.
    ///
    /// # Errors
    /// If the data cannot be read, or has another number of features than the model.
    pub fn evaluate(&mut self, source: &mut Source<V, I>) -> Result<f64> {
        let (mut squares, mut rows) = (0.0, 0_u64);
        source.restart()?;
        while let Some(Examples { x, labels }) = source.next_batch()? {
            let cpu = self.cpu(x.nnz());
            self.model.add_squares(cpu, x, labels, &self.arena, &mut squares)?;
            self.arena.reset();
            rows += x.rows() as u64;
        }
        Ok(squares / rows as f64)
    }
}

impl EpochReport {
    fn count<V: TrainValue, I: Index>(&mut self, batch: &Examples<'_, V, I>) {
        self.rows += batch.x.rows() as u64;
        self.entries += batch.x.nnz() as u64;
        self.batch_bytes = self.batch_bytes.max(batch.x.nbytes());
    }
}

/// Reads the batches before the place.
fn skip<V: TrainValue, I: Index + LibsvmIndex>(source: &mut Source<V, I>, from: &Unfinished, report: &mut EpochReport) -> Result<()> {
    let mut steps = 0;
    while steps < from.steps
        && let Some(batch) = source.next_batch()?
    {
        report.count(&batch);
        steps += 1;
    }
    ensure!(
        (steps, report.rows) == (from.steps, from.rows),
        "the interrupted epoch had made {} steps with {} rows, here {steps} steps have {}: it needs the same data and batch size",
        from.steps,
        from.rows,
        report.rows
    );
    Ok(())
}
