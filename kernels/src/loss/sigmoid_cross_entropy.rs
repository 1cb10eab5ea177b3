//! The cross entropy of the logistic function.
use super::{Elements, Function};
use crate::Value;
use crate::error::{KernelError, Operand};
use crate::kernel::Kernel;

/// The function of [`sigmoid_cross_entropy`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SigmoidCrossEntropy;

impl<V: Value> Function<V, 2> for SigmoidCrossEntropy {
    const OPERANDS: [Operand; 2] = [Operand::Input, Operand::Right];
    const HAS_QUICK: bool = true;
    #[inline(always)]
    fn of(&self, [logit, label]: [V; 2]) -> V {
        // NaN stays.
        let above = if logit <= V::ZERO { V::ZERO } else { logit };
        (above - logit * label) + (-logit.magnitude()).softrelu()
    }
}

/// The function of [`sigmoid_cross_entropy_gradient`], with its parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SigmoidCrossEntropyGradient<V> {
    /// What the difference is multiplied by.
    pub scale: V,
}

impl<V: Value> Function<V, 2> for SigmoidCrossEntropyGradient<V> {
    const OPERANDS: [Operand; 2] = [Operand::Input, Operand::Right];
    const HAS_QUICK: bool = true;
    #[inline(always)]
    fn of(&self, [logit, label]: [V; 2]) -> V {
        (logit.sigmoid() - label) * self.scale
    }
}

/// `out[i] = (max(logits[i], 0) - logits[i] * labels[i]) + softrelu(-|logits[i]|)`: the cross entropy of a
/// label from 0 to 1 and the probability `sigmoid(logits[i])`.
///
/// - Shapes: slices of one length.
/// - No finite logit overflows. Infinity gives NaN, and -infinity infinity, or NaN for label 0. NaN stays.
/// - Cost: one read of both operands and one write of the output, streamed if it is large, and a logarithm and an
///   exponential for each.
/// - Parts: any; [`Elements`] [splits](crate::Split) them.
/// - Source: Gluon's `SigmoidBinaryCrossEntropyLoss` before it takes means.
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// let mut out = [9.0; 3];
/// lacuna::loss::sigmoid_cross_entropy(&[0.0_f32, 100.0, -100.0], &[0.0, 1.0, 1.0], &mut out)?;
/// assert_eq!(out, [0.6931472, 3.783506e-44, 100.0]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias = "SigmoidBCELoss")]
#[inline]
pub fn sigmoid_cross_entropy<V: Value>(logits: &[V], labels: &[V], out: &mut [V]) -> Result<(), KernelError> {
    Elements { function: SigmoidCrossEntropy, inputs: [logits, labels], out }.call()
}

/// `out[i] = (sigmoid(logits[i]) - labels[i]) * scale`: the gradient of [`sigmoid_cross_entropy`], times a scale.
///
/// - Shapes: slices of one length.
/// - An infinite logit has probability 0 or 1. NaN stays.
/// - Cost: one read of both operands and one write of the output, streamed if it is large, and an exponential for each.
/// - Parts: any; [`Elements`] [splits](crate::Split) them.
/// - Source: MXNet `LogisticRegressionOutput` with both of its passes in one, and Gluon's
///   `SigmoidBinaryCrossEntropyLoss`, whose gradient at a logit of 0 is that of the label's term alone.
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// let mut out = [9.0; 2];
/// lacuna::loss::sigmoid_cross_entropy_gradient(&[0.0_f32, 1.0], &[0.0, 1.0], 2.0, &mut out)?;
/// assert_eq!(out, [1.0, -0.5378828]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias("_backward_logistic_reg_out", "SigmoidBCELoss_backward"))]
#[inline]
pub fn sigmoid_cross_entropy_gradient<V: Value>(
    logits: &[V],
    labels: &[V],
    scale: V,
    out: &mut [V],
) -> Result<(), KernelError> {
    Elements { function: SigmoidCrossEntropyGradient { scale }, inputs: [logits, labels], out }.call()
}
