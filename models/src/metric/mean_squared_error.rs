//! Mean squared error.
use super::pairs::Pairs;
use super::{Metric, MetricError};
use lacuna_runtime::array::Array;

/// Mean squared error as MXNet's metric `mse`: the mean over a batch is one number, and batches count alike, whatever
/// their size. NaN before the first batch.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_models::metric::{MeanSquaredError, Metric};
/// let mut error = MeanSquaredError::default();
/// error.update(&Array::dense(&[2], vec![1.0_f32, 2.0])?, &Array::dense(&[2, 1], vec![1.5_f32, 4.0])?)?;
/// error.update(&Array::dense(&[1], vec![1.0_f32])?, &Array::dense(&[1], vec![1.0_f32])?)?;
/// assert_eq!(error.value(), (2.125 + 0.0) / 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeanSquaredError {
    sum: f64,
    batches: u64,
}

impl MeanSquaredError {
    /// Takes in a batch, of which the squares were added already, each times the weight of its row; `weight` is the sum
    /// of these weights, or the number of rows where all weigh 1. A batch without weight does not count.
    pub fn add(&mut self, squares: f64, weight: f64) {
        if weight > 0.0 {
            self.sum += squares / weight;
            self.batches += 1;
        }
    }

    /// Goes on from a sum over so many batches.
    #[must_use]
    pub const fn from_parts(sum: f64, batches: u64) -> Self {
        Self { sum, batches }
    }

    /// The sum, and the number of its batches.
    #[must_use]
    pub const fn parts(&self) -> (f64, u64) {
        (self.sum, self.batches)
    }
}

impl Metric for MeanSquaredError {
    fn name(&self) -> &'static str {
        "mse"
    }

    fn update(&mut self, labels: &Array, predictions: &Array) -> Result<(), MetricError> {
        let pairs = Pairs::one_each(labels, predictions)?;
        let mut squares = 0.0;
        for place in 0..pairs.count {
            let residual = pairs.prediction(place)? - pairs.label(place)?;
            squares += residual * residual;
        }
        self.add(squares, pairs.count as f64);
        Ok(())
    }

    fn value(&self) -> f64 {
        self.sum / self.batches as f64
    }

    fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_count_alike() {
        let mut metric = MeanSquaredError::default();
        assert!(metric.value().is_nan());
        metric.add(8.0, 4.0);
        metric.add(0.0, 0.0);
        metric.add(6.0, 1.0);
        assert_eq!(metric.value(), 4.0);
    }
}
