//! The gradient of the size of an error.
use super::{Elements, Function};
use crate::Value;
use crate::error::{KernelError, Operand};
use crate::kernel::Kernel;
use crate::map::{Sign, Unary};

/// The function of [`mae_gradient`], with its parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaeGradient<V> {
    /// What the sign is multiplied by.
    pub scale: V,
}

impl<V: Value> Function<V, 2> for MaeGradient<V> {
    const OPERANDS: [Operand; 2] = [Operand::Input, Operand::Right];
    #[inline(always)]
    fn of(&self, [result, label]: [V; 2]) -> V {
        Unary::of(&Sign, result - label) * self.scale
    }
}

/// `out[i] = sign(result[i] - label[i]) * scale`: the gradient of `|result - label| * scale`, the mean absolute error
/// where the scale divides by a number of elements.
///
/// - Shapes: slices of one length.
/// - The sign of 0 and of NaN is 0, as that of [`map::sign`](crate::map::sign()).
/// - Cost: one read of both operands and one write of the output, streamed if it is large.
/// - Parts: any; [`Elements`] [splits](crate::Split) them.
/// - Source: MXNet `MAERegressionOutput`, backward, which has `-scale` where both are equal.
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// let mut out = [9.0; 3];
/// lacuna::loss::mae_gradient(&[3.0_f32, -1.0, 2.0], &[1.0, 0.0, 2.0], 0.5, &mut out)?;
/// assert_eq!(out, [0.5, -0.5, 0.0]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias = "_backward_mae_reg_out")]
#[inline]
pub fn mae_gradient<V: Value>(result: &[V], label: &[V], scale: V, out: &mut [V]) -> Result<(), KernelError> {
    Elements { function: MaeGradient { scale }, inputs: [result, label], out }.call()
}
