//! Why a metric refuses numbers.
use lacuna_runtime::array::ArrayError;
use std::fmt::{self, Display, Formatter};
use thiserror::Error;

/// Which of a metric's inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// What is true.
    Label,
    /// What a model says.
    Prediction,
}

impl Display for Input {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Label => "label",
            Self::Prediction => "prediction",
        })
    }
}

/// Why a metric refuses numbers; then it is as it was. Places count from 0, row by row.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MetricError {
    /// An array cannot be read.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// There are not as many predictions as the labels need.
    #[error("predictions of shape {predictions:?} do not fit labels of shape {labels:?}")]
    Shape { labels: Vec<usize>, predictions: Vec<usize> },
    /// A number is NaN.
    #[error("{input} {place} is no number")]
    NotANumber { input: Input, place: usize },
    /// A class is not a whole number.
    #[error("{input} {place} is {value:?}, and that is no class")]
    NoClass { input: Input, place: usize, value: f64 },
    /// A label is none of the classes.
    #[error("label {place} is {value:?}, and there are {classes} classes")]
    Class { place: usize, value: f64, classes: usize },
    /// A label is none of two classes.
    #[error("label {place} is {value:?}, and not 1, 0 or -1")]
    NotTwoClasses { place: usize, value: f64 },
    /// A probability is not from 0 to 1.
    #[error("prediction {place} is {value:?}, and not from 0 to 1")]
    Probability { place: usize, value: f64 },
}
