//! Log loss.
use super::pairs::Pairs;
use super::{Metric, MetricError};
use crate::array::Array;
use serde::{Deserialize, Serialize};

/// The least probability that is reckoned with.
const LEAST: f64 = 1e-12;

/// Rows, and the sum of their log losses: `-log p`, of the probability `p` that a model gave to the label; `p` below
/// 1e-12 counts as that.
///
/// As many predictions as labels are probabilities of class 1, and the labels 1, and 0 or -1. Otherwise the last
/// dimension of the predictions has a probability for each class, and labels are class numbers.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::metric::{LogLoss, Metric};
/// let mut loss = LogLoss::default();
/// loss.update(&Array::dense(&[2], vec![1.0_f32, -1.0])?, &Array::dense(&[2], vec![0.5_f32, 0.75])?)?;
/// assert_eq!((loss.rows, loss.value()), (2, 8_f64.ln() / 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogLoss {
    /// Rows.
    pub rows: u64,
    /// The sum.
    pub sum: f64,
}

impl LogLoss {
    /// The mean; NaN without rows.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / self.rows as f64
    }

    /// That of the rows behind an earlier one.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        Self { rows: self.rows.saturating_sub(earlier.rows), sum: self.sum - earlier.sum }
    }
}

impl Metric for LogLoss {
    fn name(&self) -> &'static str {
        "log-loss"
    }

    fn update(&mut self, labels: &Array, predictions: &Array) -> Result<(), MetricError> {
        let pairs = Pairs::new(labels, predictions)?;
        let Self { mut rows, mut sum } = *self;
        for place in 0..pairs.count {
            let probability = match pairs.classes {
                1 if pairs.is_one(place)? => pairs.probability(place)?,
                1 => 1.0 - pairs.probability(place)?,
                _ => pairs.probability_of_label(place)?,
            };
            sum -= libm::log(probability.max(LEAST));
            rows += 1;
        }
        *self = Self { rows, sum };
        Ok(())
    }

    fn value(&self) -> f64 {
        self.mean()
    }

    fn reset(&mut self) {
        *self = Self::default();
    }
}
