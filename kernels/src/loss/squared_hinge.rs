//! The square of the hinge.
use super::hinge::missing;
use super::{Elements, Function};
use crate::Value;
use crate::error::{KernelError, Operand};
use crate::kernel::Kernel;

/// The function of [`squared_hinge`], with its parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquaredHinge<V> {
    /// From where on a product of result and label has no loss.
    pub margin: V,
}

impl<V: Value> Function<V, 2> for SquaredHinge<V> {
    const OPERANDS: [Operand; 2] = [Operand::Input, Operand::Right];
    #[inline(always)]
    fn of(&self, numbers: [V; 2]) -> V {
        let missing = missing(self.margin, numbers);
        missing * missing
    }
}

/// The function of [`squared_hinge_gradient`], with its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquaredHingeGradient<V> {
    /// As that of [`SquaredHinge`].
    pub margin: V,
    /// What the gradient is multiplied by.
    pub scale: V,
}

impl<V: Value> Function<V, 2> for SquaredHingeGradient<V> {
    const OPERANDS: [Operand; 2] = [Operand::Input, Operand::Right];
    #[inline(always)]
    fn of(&self, numbers: [V; 2]) -> V {
        let missing = missing(self.margin, numbers);
        let slope = -numbers[1] * (missing + missing);
        if missing <= V::ZERO { V::ZERO } else { slope * self.scale }
    }
}

/// `out[i] = m * m, with m = max(margin - result[i] * label[i], 0)`, for labels 1 and -1.
///
/// - Shapes: slices of one length.
/// - NaN stays, and infinity times 0 is NaN.
/// - Cost: one read of both operands and one write of the output, streamed if it is large.
/// - Parts: any; [`Elements`] [splits](crate::Split) them.
/// - Source: Gluon's `SquaredHingeLoss` before it takes means.
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// let mut out = [9.0; 3];
/// lacuna::loss::squared_hinge(&[0.5_f32, 2.0, 2.0], &[1.0, 1.0, -1.0], 1.0, &mut out)?;
/// assert_eq!(out, [0.25, 0.0, 9.0]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias = "SquaredHingeLoss")]
#[inline]
pub fn squared_hinge<V: Value>(result: &[V], label: &[V], margin: V, out: &mut [V]) -> Result<(), KernelError> {
    Elements { function: SquaredHinge { margin }, inputs: [result, label], out }.call()
}

/// `out[i] = 0 where m <= 0, else -label[i] * (m + m) * scale, with m = margin - result[i] * label[i]`: the gradient of
/// [`squared_hinge`], times a scale. NaN stays.
///
/// - Shapes: slices of one length.
/// - Cost: one read of both operands and one write of the output, streamed if it is large.
/// - Parts: any; [`Elements`] [splits](crate::Split) them.
/// - Source: Gluon's `SquaredHingeLoss`; MXNet `SVMOutput`, backward: labels are 1 for a row's class and -1 for others,
///   the scale its `regularization_coefficient`.
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// let mut out = [9.0; 3];
/// lacuna::loss::squared_hinge_gradient(&[0.5_f32, 2.0, 2.0], &[1.0, 1.0, -1.0], 1.0, 0.25, &mut out)?;
/// assert_eq!(out, [-0.25, 0.0, 1.5]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias("SquaredHingeLoss_backward", "SVMOutput_backward"))]
#[inline]
pub fn squared_hinge_gradient<V: Value>(
    result: &[V],
    label: &[V],
    margin: V,
    scale: V,
    out: &mut [V],
) -> Result<(), KernelError> {
    Elements { function: SquaredHingeGradient { margin, scale }, inputs: [result, label], out }.call()
}
