//! What is trained, and what watches it.
use super::{BatchType, EpochReport, FitError, Progress};
use std::path::Path;
use std::time::Duration;

/// A model that [`fit()`](super::fit()) trains.
pub trait Learner {
    /// What a step learns.
    type Batch: BatchType;
    /// What the batches of an epoch add up to: losses, times.
    type Totals: Clone + Default;
    /// Why it does not learn something.
    type Error;

    /// Whether rows are learnt one by one, so that an epoch may go on inside a batch.
    const BY_ROWS: bool = false;

    /// An epoch begins, with its first batch.
    ///
    /// # Errors
    /// Those of the model.
    fn begin(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Adds what the model makes of a batch to the totals, then updates the model.
    ///
    /// # Errors
    /// If the batch is not one for this model; then the model is as before.
    fn step(
        &mut self,
        batch: <Self::Batch as BatchType>::View<'_>,
        totals: &mut Self::Totals,
    ) -> Result<(), Self::Error>;

    /// Refuses to go on behind a step: with a loss that is no number, for example.
    ///
    /// # Errors
    /// Those of the model, which end the training.
    fn check(&self, _progress: &Progress<Self::Totals>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// The metric of these totals.
    fn value(&self, totals: &Self::Totals) -> f64;

    /// Writes what the training goes on from.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn save(&self, path: &Path, progress: &Progress<Self::Totals>) -> Result<(), Self::Error>;
}

/// What watches a training, and may stop it.
pub trait Observer<L: Learner> {
    /// Why the training ends.
    type Error;

    /// An epoch begins, of those up to `last`.
    fn epoch_begin(&mut self, _epoch: u64, _last: u64) {}

    /// So many rows of a batch were learnt. (MXNet's `batch_end_callback`)
    ///
    /// # Errors
    /// Those of the observer, which end the training.
    fn batch_end(&mut self, _learner: &L, _progress: &Progress<L::Totals>, _rows: u64) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Whether the training ends here: asked behind each step, and behind each epoch but the last.
    ///
    /// # Errors
    /// As [`batch_end`](Self::batch_end).
    fn stop(&mut self) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// Measures on other data behind a whole epoch. (MXNet's `eval_data`)
    ///
    /// # Errors
    /// As [`batch_end`](Self::batch_end).
    fn evaluate(&mut self, _learner: &mut L, _report: &EpochReport<L::Totals>) -> Result<Option<f64>, Self::Error> {
        Ok(None)
    }

    /// A whole epoch is over and measured. (MXNet's `epoch_end_callback`)
    ///
    /// # Errors
    /// As [`batch_end`](Self::batch_end).
    fn epoch_end(&mut self, _learner: &mut L, _report: &EpochReport<L::Totals>) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Nobody watches.
impl<L: Learner<Error: From<FitError>>> Observer<L> for () {
    type Error = L::Error;
}

/// The mean loss of rows, and the time of their steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeanLoss {
    /// Rows.
    pub rows: u64,
    /// The sum of their losses.
    pub sum: f64,
    /// Time of the steps.
    pub time: Duration,
    /// The mean loss of the last step.
    pub last: f64,
    /// Time of the last step.
    pub last_time: Duration,
}

impl MeanLoss {
    /// Adds a step.
    pub fn add(&mut self, loss: f64, rows: usize, time: Duration) {
        self.rows += rows as u64;
        self.sum += loss * rows as f64;
        self.time += time;
        (self.last, self.last_time) = (loss, time);
    }

    /// The mean; NaN without rows.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / self.rows as f64
    }
}
