//! The hinge: how far a result is from the right side of a margin.
use super::{Elements, Function};
use crate::Value;
use crate::error::{KernelError, Operand};
use crate::kernel::Kernel;

/// The distance from the right side of the margin, 0 there; NaN stays.
#[inline(always)]
pub(super) fn missing<V: Value>(margin: V, [result, label]: [V; 2]) -> V {
    let missing = margin - result * label;
    if missing <= V::ZERO { V::ZERO } else { missing }
}

/// The function of [`hinge`], with its parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hinge<V> {
    /// From where on a product of result and label has no loss.
    pub margin: V,
}

impl<V: Value> Function<V, 2> for Hinge<V> {
    const OPERANDS: [Operand; 2] = [Operand::Input, Operand::Right];
    #[inline(always)]
    fn of(&self, numbers: [V; 2]) -> V {
        missing(self.margin, numbers)
    }
}

/// The function of [`hinge_gradient`], with its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HingeGradient<V> {
    /// As that of [`Hinge`].
    pub margin: V,
    /// What the gradient is multiplied by.
    pub scale: V,
}

impl<V: Value> Function<V, 2> for HingeGradient<V> {
    const OPERANDS: [Operand; 2] = [Operand::Input, Operand::Right];
    #[inline(always)]
    fn of(&self, numbers: [V; 2]) -> V {
        if missing(self.margin, numbers) > V::ZERO { -numbers[1] * self.scale } else { V::ZERO }
    }
}

/// `out[i] = max(margin - result[i] * label[i], 0)`, for labels 1 and -1.
///
/// - Shapes: slices of one length.
/// - NaN stays, and infinity times 0 is NaN.
/// - Cost: one read of both operands and one write of the output, streamed if it is large.
/// - Parts: any; [`Elements`] [splits](crate::Split) them.
/// - Source: Gluon's `HingeLoss` before it takes means.
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// let mut out = [9.0; 3];
/// lacuna::loss::hinge(&[0.5_f32, 2.0, 2.0], &[1.0, 1.0, -1.0], 1.0, &mut out)?;
/// assert_eq!(out, [0.5, 0.0, 3.0]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias = "HingeLoss")]
#[inline]
pub fn hinge<V: Value>(result: &[V], label: &[V], margin: V, out: &mut [V]) -> Result<(), KernelError> {
    Elements { function: Hinge { margin }, inputs: [result, label], out }.call()
}

/// `out[i] = -label[i] * scale where margin - result[i] * label[i] > 0, else 0`: the gradient of [`hinge`], times a
/// scale. At the margin itself it is 0, and so where the loss is NaN.
///
/// - Shapes: slices of one length.
/// - Cost: one read of both operands and one write of the output, streamed if it is large.
/// - Parts: any; [`Elements`] [splits](crate::Split) them.
/// - Source: Gluon's `HingeLoss`, which gives NaN where the loss is; MXNet `SVMOutput` with `use_linear`, backward:
///   labels are 1 for a row's class and -1 for others, the scale its `regularization_coefficient`.
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// let mut out = [9.0; 3];
/// lacuna::loss::hinge_gradient(&[0.5_f32, 2.0, 2.0], &[1.0, 1.0, -1.0], 1.0, 0.25, &mut out)?;
/// assert_eq!(out, [-0.25, 0.0, 0.25]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias("HingeLoss_backward", "SVMOutput_backward_linear"))]
#[inline]
pub fn hinge_gradient<V: Value>(
    result: &[V],
    label: &[V],
    margin: V,
    scale: V,
    out: &mut [V],
) -> Result<(), KernelError> {
    Elements { function: HingeGradient { margin, scale }, inputs: [result, label], out }.call()
}
