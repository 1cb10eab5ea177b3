//! One pass over the data.
use super::data::{Examples, Source};
use super::linear::{LinearHyper, LinearModel};
use super::metric::MeanSquaredError;
use super::scalar::TrainValue;
use crate::backend::Cpu;
use crate::libsvm::LibsvmIndex;
use anyhow::Result;
use bumpalo::Bump;
use lacuna::Index;
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
    /// Steps.
    pub steps: u64,
    /// Rows.
    pub rows: u64,
    /// Stored entries.
    pub entries: u64,
    /// Bytes of the weight gradients of all steps.
    pub gradient_bytes: u64,
    /// Bytes of the largest batch.
    pub batch_bytes: usize,
}

/// Trains on every batch once. `progress` is told the rows of each.
///
/// # Errors
/// If the data cannot be read, or has another number of features than the model.
pub fn run_epoch<V: TrainValue, I: Index + LibsvmIndex>(
    epoch: u64,
    model: &mut LinearModel<V, I>,
    hyper: &LinearHyper<V>,
    source: &mut Source<V, I>,
    threads: usize,
    arena: &mut Bump,
    mut progress: impl FnMut(u64),
) -> Result<EpochReport> {
    let start = Instant::now();
    let mut metric = MeanSquaredError::default();
    let (mut steps, mut rows, mut entries, mut gradient_bytes, mut batch_bytes) = (0, 0, 0, 0, 0);
    source.restart()?;
    while let Some(Examples { x, labels }) = source.next_batch()? {
        let threads = if x.nnz() < THREADED_ENTRIES { 1 } else { threads };
        let report = model.step(&Cpu { threads }, hyper, x, labels, arena)?;
        arena.reset();
        metric.update(report.residuals.squares, x.rows());
        steps += 1;
        rows += x.rows() as u64;
        entries += x.nnz() as u64;
        gradient_bytes += report.gradient_bytes as u64;
        batch_bytes = batch_bytes.max(x.nbytes());
        progress(x.rows() as u64);
    }
    let (mse, time) = (metric.get(), start.elapsed());
    Ok(EpochReport { epoch, mse, time, steps, rows, entries, gradient_bytes, batch_bytes })
}
