//! Perplexity.
use super::pairs::Pairs;
use super::{Metric, MetricError};
use lacuna_runtime::array::Array;

/// The least probability that is reckoned with.
const LEAST: f64 = 1e-10;

/// `exp` of the mean of `-log p`, of the probability `p` that a model gave to the label; `p` below 1e-10 counts as
/// that. NaN before the first label.
///
/// The last dimension of the predictions has a probability for each class.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_models::metric::{Metric, Perplexity};
/// let predictions = Array::dense(&[3, 2], vec![0.25_f32, 0.75, 0.5, 0.5, 1.0, 0.0])?;
/// let mut perplexity = Perplexity::ignoring(-1.0);
/// perplexity.update(&Array::dense(&[3], vec![0_i64, 1, -1])?, &predictions)?;
/// assert!((perplexity.value() - 8_f64.sqrt()).abs() < 1e-15);
/// let refused = Perplexity::default().update(&Array::dense(&[3], vec![0_i64, 1, 2])?, &predictions);
/// assert_eq!(refused.unwrap_err().to_string(), "label 2 is 2.0, and there are 2 classes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Perplexity {
    ignored: Option<f64>,
    sum: f64,
    count: u64,
}

impl Perplexity {
    /// Positions with this label do not count, as those behind the end of a text.
    #[must_use]
    pub fn ignoring(label: f64) -> Self {
        Self { ignored: Some(label), ..Self::default() }
    }
}

impl Metric for Perplexity {
    fn name(&self) -> &'static str {
        "perplexity"
    }

    fn update(&mut self, labels: &Array, predictions: &Array) -> Result<(), MetricError> {
        let pairs = Pairs::of_classes(labels, predictions)?;
        let Self { ignored, mut sum, mut count } = *self;
        for place in 0..pairs.count {
            if Some(pairs.label(place)?) != ignored {
                sum -= libm::log(pairs.probability_of_label(place)?.max(LEAST));
                count += 1;
            }
        }
        *self = Self { ignored, sum, count };
        Ok(())
    }

    fn value(&self) -> f64 {
        libm::exp(self.sum / self.count as f64)
    }

    fn reset(&mut self) {
        *self = Self { ignored: self.ignored, ..Self::default() };
    }
}
