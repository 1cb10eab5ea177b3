//! Log loss.
use super::pairs::Pairs;
use super::{Metric, MetricError};
use lacuna_runtime::array::Array;
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
/// use lacuna_models::metric::{LogLoss, Metric};
/// let mut loss = LogLoss::default();
/// loss.update(&Array::dense(&[2], vec![1.0_f32, -1.0])?, &Array::dense(&[2], vec![0.5_f32, 0.75])?)?;
/// assert_eq!((loss.rows, loss.value()), (2, 8_f64.ln() / 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
pub struct LogLoss {
    /// Rows.
    pub rows: u64,
    /// The sum, each loss times the weight of its row.
    pub sum: f64,
    /// The sum of the weights: the number of rows where all weigh 1.
    pub weight: f64,
}

/// In files, the weight is left out if it is the number of rows.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    rows: u64,
    sum: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
}

impl From<LogLoss> for Saved {
    fn from(LogLoss { rows, sum, weight }: LogLoss) -> Self {
        Self { rows, sum, weight: Some(weight).filter(|&weight| weight != rows as f64) }
    }
}

impl From<Saved> for LogLoss {
    fn from(Saved { rows, sum, weight }: Saved) -> Self {
        Self { rows, sum, weight: weight.unwrap_or(rows as f64) }
    }
}

/// Of the probability of the label.
fn loss(probability: f64) -> f64 {
    -libm::log(probability.max(LEAST))
}

impl LogLoss {
    /// The loss of a label, 1 or else 0 or -1, and the probability of 1.
    pub(crate) fn of_row(label: f64, probability: f64) -> f64 {
        loss(if label > 0.0 { probability } else { 1.0 - probability })
    }

    /// The mean, weighted; NaN without rows.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / self.weight
    }

    /// Takes in a row.
    pub fn add(&mut self, loss: f64, weight: f64) {
        self.rows += 1;
        self.sum += loss * weight;
        self.weight += weight;
    }

    /// That of the rows behind an earlier one.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            rows: self.rows.saturating_sub(earlier.rows),
            sum: self.sum - earlier.sum,
            weight: self.weight - earlier.weight,
        }
    }
}

impl Metric for LogLoss {
    fn name(&self) -> &'static str {
        "log-loss"
    }

    fn update(&mut self, labels: &Array, predictions: &Array) -> Result<(), MetricError> {
        let pairs = Pairs::new(labels, predictions)?;
        let mut all = *self;
        for place in 0..pairs.count {
            let probability = match pairs.classes {
                1 if pairs.is_one(place)? => pairs.probability(place)?,
                1 => 1.0 - pairs.probability(place)?,
                _ => pairs.probability_of_label(place)?,
            };
            all.add(loss(probability), 1.0);
        }
        *self = all;
        Ok(())
    }

    fn value(&self) -> f64 {
        self.mean()
    }

    fn reset(&mut self) {
        *self = Self::default();
    }
}
