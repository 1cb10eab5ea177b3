//! Dense losses that sparse models train with, and their gradients.
//!
//! A gradient is that of the sum of all losses, times a `scale` of the caller's: what the gradient from above, or the
//! number of rows to divide by, comes to.
//!
//! | kernels | numbers | labels |
//! |---|---|---|
//! | [`regression_gradient()`], [`mae_gradient()`] | results | numbers; of a csr: [`csr_regression_gradient()`] |
//! | [`sigmoid_cross_entropy()`], [`hinge()`], [`squared_hinge()`] with their gradients | logits | a number for each |
//! | [`softmax()`], [`log_softmax()`] with their gradients | rows of logits | none |
//! | [`softmax_columns()`] | columns of logits | none |
//! | [`softmax_output_gradient_columns()`] | columns of probabilities | a class for each column |
//! | [`softmax_cross_entropy()`] with its gradient; [`softmax_output_gradient()`] | rows of logits; of probabilities | a class for each row |
//! | [`sampled_softmax()`] | the logit of the label, and rows of those of noise | a class for each row |
//!
//! # Rows of logits
//!
//! The exponentials are those of the distances from the row's largest logit, so that none overflows; they are added as
//! the [order law](crate::order) adds a row. A logit of -infinity has probability 0. A row with NaN or infinity, or
//! with nothing but -infinity, has no probabilities: everything that is computed of its sum is NaN.
//!
//! # Classes
//!
//! A label is a class, from 0 to below the number of columns, or it is ignored: its row has loss 0 and gradient 0,
//! whatever its logits are. Ignored is the label that equals `ignore`, a class or not; where this is `usize::MAX`,
//! every label below 0.
pub(crate) mod columns;
mod csr_regression_gradient;
mod hinge;
pub(crate) mod labels;
mod link;
mod log_softmax;
mod log_softmax_backward;
mod mae_gradient;
mod regression_gradient;
pub(crate) mod rows;
pub(crate) mod sampled_softmax;
mod sigmoid_cross_entropy;
mod softmax;
mod softmax_backward;
mod softmax_columns;
pub(crate) mod softmax_cross_entropy;
mod softmax_cross_entropy_gradient;
mod softmax_output_gradient;
mod softmax_output_gradient_columns;
mod squared_hinge;

pub use crate::elements::{Elements, Function};
pub use columns::Columns;
pub use csr_regression_gradient::{CsrRegressionGradient, csr_regression_gradient};
pub use hinge::{Hinge, HingeGradient, hinge, hinge_gradient};
pub use labels::{LabelGradient, Logits, Probabilities, RowInput};
pub use link::Link;
pub use log_softmax::{LogSoftmax, log_softmax};
pub use log_softmax_backward::{LogSoftmaxBackward, log_softmax_backward};
pub use mae_gradient::{MaeGradient, mae_gradient};
pub use regression_gradient::{RegressionGradient, regression_gradient};
pub use rows::{RowFunction, Rows};
pub use sampled_softmax::{SampledSoftmax, sampled_softmax};
pub use sigmoid_cross_entropy::{
    SigmoidCrossEntropy, SigmoidCrossEntropyGradient, sigmoid_cross_entropy, sigmoid_cross_entropy_gradient,
};
pub use softmax::{Softmax, softmax};
pub use softmax_backward::{SoftmaxBackward, softmax_backward};
pub use softmax_columns::softmax_columns;
pub use softmax_cross_entropy::{SoftmaxCrossEntropy, softmax_cross_entropy};
pub use softmax_cross_entropy_gradient::softmax_cross_entropy_gradient;
pub use softmax_output_gradient::softmax_output_gradient;
pub use softmax_output_gradient_columns::{SoftmaxOutputGradientColumns, softmax_output_gradient_columns};
pub use squared_hinge::{SquaredHinge, SquaredHingeGradient, squared_hinge, squared_hinge_gradient};
