//! The gradient of half the square of an error.
use super::{Elements, Function};
use crate::Value;
use crate::error::{KernelError, Operand};
use crate::kernel::Kernel;

/// The function of [`regression_gradient`], with its parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegressionGradient<V> {
    /// What the difference is multiplied by.
    pub scale: V,
}

impl<V: Value> Function<V, 2> for RegressionGradient<V> {
    const OPERANDS: [Operand; 2] = [Operand::Input, Operand::Right];
    #[inline(always)]
    fn of(&self, [result, label]: [V; 2]) -> V {
        (result - label) * self.scale
    }
}

/// `out[i] = (result[i] - label[i]) * scale`: the gradient of `0.5 * (result - label)^2 * scale`, and, where the
/// results are [sigmoids](crate::map::sigmoid()) of logits, that of their cross entropy in respect of these.
///
/// MXNet's scale is `grad_scale / m` for `m` numbers in a row of the label, rounded to the value type. A csr label
/// needs no dense copy: [`csr_regression_gradient`](super::csr_regression_gradient()).
///
/// - Shapes: slices of one length.
/// - NaN stays; infinity minus infinity is NaN.
/// - Cost: one read of both operands and one write of the output, streamed if it is large.
/// - Parts: any; [`Elements`] [splits](crate::Split) them.
/// - Source: MXNet `LinearRegressionOutput` and `LogisticRegressionOutput`, backward, and `SoftmaxOutput` with labels
///   of the results' shape.
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// let mut out = [9.0; 2];
/// lacuna::loss::regression_gradient(&[3.0_f32, -1.0], &[1.0, 0.0], 0.5, &mut out)?;
/// assert_eq!(out, [1.0, -0.5]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias = "_backward_linear_reg_out")]
#[inline]
pub fn regression_gradient<V: Value>(result: &[V], label: &[V], scale: V, out: &mut [V]) -> Result<(), KernelError> {
    Elements { function: RegressionGradient { scale }, inputs: [result, label], out }.call()
}
