//! How good predictions are: [`Accuracy`], [`MeanSquaredError`], [`LogLoss`], [`Auc`], [`Perplexity`], and several at
//! once ([`Composite`]).
//!
//! Labels and predictions are [arrays](lacuna_runtime::array::Array) of any storage type and dtype. Sums are made in
//! `f64`, one number after the other, so the bits depend on nothing but the numbers and their order. What is refused
//! (numbers that do not fit each other, NaN, a label that is no class) leaves a metric as it was.
//!
//! ```
//! use lacuna_runtime::array::Array;
//! use lacuna_models::metric::{Accuracy, Composite, LogLoss};
//! let labels = Array::dense(&[3], vec![0_i64, 1, 1])?;
//! let predictions = Array::dense(&[3, 2], vec![0.3_f32, 0.7, 0.0, 1.0, 0.4, 0.6])?;
//! let mut metrics = Composite::new().with(Accuracy::default()).with(LogLoss::default());
//! metrics.update(&labels, &predictions)?;
//! let text: Vec<_> = metrics.values().map(|(name, value)| format!("{name} {value:.4}")).collect();
//! assert_eq!(text, ["accuracy 0.6667", "log-loss 0.5716"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | MXNet | here |
//! |---|---|
//! | `metric.Accuracy` | [`Accuracy`] |
//! | `metric.MSE` | [`MeanSquaredError`] |
//! | `metric.NegativeLogLikelihood`, and `log_loss` of the example of factorization machines | [`LogLoss`] |
//! | `auc` of that example | [`Auc`] |
//! | `metric.Perplexity` | [`Perplexity`] |
//! | `metric.CompositeEvalMetric` | [`Composite`] |
//!
//! # Differences from MXNet
//!
//! | MXNet | here |
//! |---|---|
//! | casts class numbers to `int32`: a probability of 0.7 is class 0 | an error, or [`Accuracy::of_probabilities`] |
//! | predictions `(n, 1)` for labels `(n,)`: the largest of one column is always class 0 | as predictions `(n,)` |
//! | a label that is none of the classes is wrong (accuracy), counts from the end (log loss), or is the nearest class (perplexity) | an error |
//! | mean squared error of `(n, 1)` and `(n, 2)`: of all pairs | an error |
//! | adds 1e-12 to a probability, so that the loss of a certain prediction is below 0 in `f64` | takes 1e-12 for less |
//! | AUC: the mean over batches, equal scores in the order of their rows | of all rows together; equal scores count half |
mod accuracy;
mod auc;
mod composite;
mod error;
mod log_loss;
mod mean_squared_error;
mod pairs;
mod perplexity;

pub use accuracy::Accuracy;
pub use auc::Auc;
pub use composite::{Composite, Metric};
pub use error::{Input, MetricError};
pub use log_loss::LogLoss;
pub use mean_squared_error::MeanSquaredError;
pub use perplexity::Perplexity;
