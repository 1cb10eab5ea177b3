//! The share of correct predictions.
use super::pairs::{Pairs, class};
use super::{Input, Metric, MetricError};
use lacuna_runtime::array::Array;

/// The share of predictions that are correct; NaN before the first one.
///
/// As many predictions as labels are class numbers. Otherwise the last dimension of the predictions has a number for
/// each class, and the largest is the prediction, the first of equal ones.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_models::metric::{Accuracy, Metric};
/// let labels = Array::dense(&[4], vec![1.0_f32, 0.0, 0.0, 1.0])?;
/// let mut accuracy = Accuracy::default();
/// accuracy.update(&labels, &Array::dense(&[4, 2], vec![0.1_f32, 0.9, 0.5, 0.5, 0.2, 0.8, 0.3, 0.7])?)?;
/// assert_eq!(accuracy.value(), 0.75);
///
/// let probabilities = Array::dense(&[4, 1], vec![0.9_f32, 0.5, 0.8, 0.3])?;
/// assert_eq!(accuracy.update(&labels, &probabilities).unwrap_err().to_string(), format!("prediction 0 is {:?}, and that is no class", f64::from(0.9_f32)));
/// let mut accuracy = Accuracy::of_probabilities(0.5);
/// accuracy.update(&labels, &probabilities)?;
/// assert_eq!(accuracy.value(), 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    threshold: Option<f64>,
    correct: u64,
    count: u64,
}

impl Accuracy {
    /// For two classes and one prediction for each label: class 1 is what is above the threshold. Labels are 1, and 0
    /// or -1.
    #[must_use]
    pub fn of_probabilities(threshold: f64) -> Self {
        Self { threshold: Some(threshold), ..Self::default() }
    }
}

impl Metric for Accuracy {
    fn name(&self) -> &'static str {
        "accuracy"
    }

    fn update(&mut self, labels: &Array, predictions: &Array) -> Result<(), MetricError> {
        let (mut correct, mut count) = (self.correct, self.count);
        if let Some(threshold) = self.threshold {
            let pairs = Pairs::one_each(labels, predictions)?;
            for place in 0..pairs.count {
                correct += u64::from(pairs.is_one(place)? == (pairs.prediction(place)? > threshold));
                count += 1;
            }
        } else {
            let pairs = Pairs::new(labels, predictions)?;
            for place in 0..pairs.count {
                let label = whole(Input::Label, place, pairs.label(place)?)?;
                let is_correct = match pairs.classes {
                    1 => whole(Input::Prediction, place, pairs.prediction(place)?)? == label,
                    classes => largest(&pairs, place)? == class(label, place, classes)?,
                };
                correct += u64::from(is_correct);
                count += 1;
            }
        }
        (self.correct, self.count) = (correct, count);
        Ok(())
    }

    fn value(&self) -> f64 {
        self.correct as f64 / self.count as f64
    }

    fn reset(&mut self) {
        *self = Self { threshold: self.threshold, ..Self::default() };
    }
}

fn whole(input: Input, place: usize, value: f64) -> Result<f64, MetricError> {
    if value.trunc() == value { Ok(value) } else { Err(MetricError::NoClass { input, place, value }) }
}

/// The class of the largest prediction for a label.
fn largest(pairs: &Pairs<'_>, place: usize) -> Result<usize, MetricError> {
    let first = place * pairs.classes;
    let mut best = (0, pairs.prediction(first)?);
    for class in 1..pairs.classes {
        let value = pairs.prediction(first + class)?;
        if value > best.1 {
            best = (class, value);
        }
    }
    Ok(best.0)
}
