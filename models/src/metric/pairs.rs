//! Labels and their predictions.
use super::{Input, MetricError};
use lacuna_runtime::array::Array;
use std::borrow::Cow;

/// Labels, and one or more predictions for each.
pub(super) struct Pairs<'a> {
    labels: Cow<'a, Array>,
    /// Labels there are.
    pub count: usize,
    predictions: Cow<'a, Array>,
    /// Predictions of each label.
    pub classes: usize,
}

impl<'a> Pairs<'a> {
    /// As many predictions as labels, or else those of the last dimension for each label.
    pub fn new(labels: &'a Array, predictions: &'a Array) -> Result<Self, MetricError> {
        if labels.size() == predictions.size() {
            Self::with(labels, predictions, 1)
        } else {
            Self::of_classes(labels, predictions)
        }
    }

    /// Those of the last dimension for each label.
    pub fn of_classes(labels: &'a Array, predictions: &'a Array) -> Result<Self, MetricError> {
        Self::with(labels, predictions, predictions.shape().last().copied().unwrap_or(1))
    }

    /// One prediction for each label.
    pub fn one_each(labels: &'a Array, predictions: &'a Array) -> Result<Self, MetricError> {
        Self::with(labels, predictions, 1)
    }

    fn with(labels: &'a Array, predictions: &'a Array, classes: usize) -> Result<Self, MetricError> {
        let (count, found) = (labels.size(), predictions.size());
        if count.checked_mul(classes) != Some(found) {
            return Err(MetricError::Shape {
                labels: labels.shape().to_vec(),
                predictions: predictions.shape().to_vec(),
            });
        }
        Ok(Self { labels: labels.dense_copy()?, count, predictions: predictions.dense_copy()?, classes })
    }

    pub fn label(&self, place: usize) -> Result<f64, MetricError> {
        number(self.labels.stored_number(place), Input::Label, place)
    }

    /// One of all predictions.
    pub fn prediction(&self, place: usize) -> Result<f64, MetricError> {
        number(self.predictions.stored_number(place), Input::Prediction, place)
    }

    /// The prediction for the label's class, of a label that is one of the classes.
    pub fn probability_of_label(&self, place: usize) -> Result<f64, MetricError> {
        let class = class(self.label(place)?, place, self.classes)?;
        self.probability(place * self.classes + class)
    }

    pub fn probability(&self, place: usize) -> Result<f64, MetricError> {
        let value = self.prediction(place)?;
        if (0.0..=1.0).contains(&value) { Ok(value) } else { Err(MetricError::Probability { place, value }) }
    }

    /// The label of two classes: 1, or else 0 or -1.
    pub fn is_one(&self, place: usize) -> Result<bool, MetricError> {
        match self.label(place)? {
            1.0 => Ok(true),
            0.0 | -1.0 => Ok(false),
            value => Err(MetricError::NotTwoClasses { place, value }),
        }
    }
}

fn number(number: Option<f64>, input: Input, place: usize) -> Result<f64, MetricError> {
    number.filter(|number| !number.is_nan()).ok_or(MetricError::NotANumber { input, place })
}

/// The number of a class, if it is one.
pub(super) fn class(value: f64, place: usize, classes: usize) -> Result<usize, MetricError> {
    let class = value as usize;
    if class < classes && class as f64 == value { Ok(class) } else { Err(MetricError::Class { place, value, classes }) }
}
