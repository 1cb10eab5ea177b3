//! What all metrics have, and several of them at once.
use super::MetricError;
use lacuna_runtime::array::Array;
use std::fmt::Debug;

/// A number for the quality of predictions, of all batches since the last reset.
pub trait Metric: Debug + Send {
    /// Its name in MXNet.
    fn name(&self) -> &'static str;

    /// Takes in the labels and predictions of a batch.
    ///
    /// # Errors
    /// [`MetricError`]; then nothing is changed.
    fn update(&mut self, labels: &Array, predictions: &Array) -> Result<(), MetricError>;

    /// The number; NaN before the first batch.
    fn value(&self) -> f64;

    /// Forgets all batches.
    fn reset(&mut self);
}

/// Several metrics of the same labels and predictions.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_models::metric::{Auc, Composite, LogLoss};
/// let mut metrics = Composite::new().with(LogLoss::default()).with(Auc::default());
/// metrics.update(&Array::dense(&[2], vec![0.0_f32, 1.0])?, &Array::dense(&[2], vec![0.5_f32, 0.5])?)?;
/// assert_eq!(metrics.values().collect::<Vec<_>>(), [("log-loss", 2_f64.ln()), ("auc", 0.5)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Composite {
    metrics: Vec<Box<dyn Metric>>,
}

impl Composite {
    /// No metrics.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One more.
    #[must_use]
    pub fn with(mut self, metric: impl Metric + 'static) -> Self {
        self.metrics.push(Box::new(metric));
        self
    }

    /// Gives a batch to each of them.
    ///
    /// # Errors
    /// That of the first one that refuses the batch; those before it have taken it in.
    pub fn update(&mut self, labels: &Array, predictions: &Array) -> Result<(), MetricError> {
        self.metrics.iter_mut().try_for_each(|metric| metric.update(labels, predictions))
    }

    /// Names and values, in the order in which they were added.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.metrics.iter().map(|metric| (metric.name(), metric.value()))
    }

    /// Forgets all batches.
    pub fn reset(&mut self) {
        self.metrics.iter_mut().for_each(|metric| metric.reset());
    }
}
