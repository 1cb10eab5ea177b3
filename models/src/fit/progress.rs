//! Where a training stands, and what its epochs have given.
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Where a training stands, between two steps. `T` are the [totals](super::Learner::Totals) of the epoch that
/// has begun.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress<T> {
    /// Whole epochs.
    pub epochs: u64,
    /// Steps of the next one.
    pub steps: u64,
    /// Their rows.
    pub rows: u64,
    /// What they add up to.
    pub totals: T,
}

/// What an epoch has given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EpochReport<T> {
    /// Its number, from 1; those before this training are counted.
    pub epoch: u64,
    /// The metric of its batches, each measured before its update.
    pub metric: f64,
    /// The metric on the data of [`Observer::evaluate`](super::Observer::evaluate).
    pub eval: Option<f64>,
    /// Steps made; those before the place where the epoch went on are not counted.
    pub steps: u64,
    /// Rows of these steps.
    pub learnt: u64,
    /// Rows read, those that passed by included.
    pub rows: u64,
    /// Stored entries read.
    pub entries: u64,
    /// Bytes of the largest batch.
    pub batch_bytes: usize,
    /// Wall-clock time, the reading of the data included.
    pub time: Duration,
    /// What its batches add up to.
    pub totals: T,
}

/// How a training has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome<T> {
    /// After its last epoch.
    Done,
    /// It was stopped behind an epoch.
    Between,
    /// It was stopped inside an epoch: what that has given so far.
    Inside(EpochReport<T>),
}

impl<T> Outcome<T> {
    /// Whether it was stopped.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        !matches!(self, Self::Done)
    }
}

/// The epoch with the least loss on other rows so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestEpoch {
    /// Its number, from 1.
    pub epoch: u64,
    /// Its loss.
    pub loss: f64,
}

impl BestEpoch {
    /// Whether a loss is less than that of the best epoch; no loss that is not finite is.
    #[must_use]
    pub fn is_better(best: Option<Self>, loss: f64) -> bool {
        loss.is_finite() && best.is_none_or(|best| loss < best.loss)
    }
}
