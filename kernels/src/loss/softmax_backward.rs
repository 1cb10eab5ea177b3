use super::{RowFunction, Rows};
use crate::error::{KernelError, Operand};
use crate::kernel::Kernel;
use crate::{Dense, DenseMut, Value};

/// The function of [`softmax_backward`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoftmaxBackward;

impl<V: Value> RowFunction<V, 2> for SoftmaxBackward {
    const OPERANDS: [Operand; 2] = [Operand::Gradient, Operand::Input];
    const OF_LARGEST: bool = false;
    #[inline(always)]
    fn term([gradient, y]: [V; 2], _: V) -> V {
        gradient * y
    }
    #[inline(always)]
    fn total(sum: V) -> V {
        sum
    }
    #[inline(always)]
    fn of([gradient, y]: [V; 2], _: V, _: V, sum: V) -> V {
        y * (gradient - sum)
    }
}

/// The gradient of [`softmax`](super::softmax()), from its result: `out[r, c] = y[c] * (g[c] - s)`, with `y` row `r` of
/// the result, `g` that of its gradient and `s` the sum of `g[j] * y[j]` over all `j`.
///
/// - Shapes: all dense R x C.
/// - Order: [`order`](crate::order), sum of a row. NaN and infinities go into the sum, and so into all of their row.
/// - Cost: two reads of both operands, the second from cache, and one write of the output.
/// - Parts: rows; [`Rows`] [splits](crate::Split) them.
/// - Source: MXNet `_backward_softmax`, along the last axis.
///
/// # Errors
/// [`KernelError::Shape`] for different shapes; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, loss};
/// let mut out = [9.0; 2];
/// let (gradient, result) = (Dense::new(1, 2, &[1.0_f32, 3.0])?, Dense::new(1, 2, &[0.25, 0.75])?);
/// loss::softmax_backward(gradient, result, DenseMut::new(1, 2, &mut out)?)?;
/// assert_eq!(out, [-0.375, 0.375]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_backward_softmax")]
#[inline]
pub fn softmax_backward<V: Value>(
    gradient: Dense<'_, V>,
    result: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    Rows { function: SoftmaxBackward, inputs: [gradient, result], out }.call()
}
