use super::{RowFunction, Rows};
use crate::error::{KernelError, Operand};
use crate::kernel::Kernel;
use crate::{Dense, DenseMut, Value};

/// The function of [`log_softmax_backward`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogSoftmaxBackward;

impl<V: Value> RowFunction<V, 2> for LogSoftmaxBackward {
    const OPERANDS: [Operand; 2] = [Operand::Gradient, Operand::Input];
    const OF_LARGEST: bool = false;
    #[inline(always)]
    fn term([gradient, _]: [V; 2], _: V) -> V {
        gradient
    }
    #[inline(always)]
    fn total(sum: V) -> V {
        sum
    }
    #[inline(always)]
    fn of([gradient, y]: [V; 2], _: V, _: V, sum: V) -> V {
        gradient - y.exp() * sum
    }
}

/// The gradient of [`log_softmax`](super::log_softmax()), from its result: `out[r, c] = g[c] - e^y[c] * s`, with `y`
/// row `r` of the result, `g` that of its gradient and `s` the sum of `g[j]` over all `j`.
///
/// - Shapes: all dense R x C.
/// - Order: [`order`](crate::order), sum of a row. NaN and infinities go into the sum, and so into all of their row.
/// - Cost: a read of both operands, another of the gradient from cache, and one write of the output; an exponential for
///   each.
/// - Parts: rows; [`Rows`] [splits](crate::Split) them.
/// - Source: MXNet `_backward_log_softmax`, along the last axis.
///
/// # Errors
/// [`KernelError::Shape`] for different shapes; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, loss};
/// let mut out = [9.0; 2];
/// let (gradient, result) = (Dense::new(1, 2, &[1.0_f32, 3.0])?, Dense::new(1, 2, &[f32::NEG_INFINITY, 0.0])?);
/// loss::log_softmax_backward(gradient, result, DenseMut::new(1, 2, &mut out)?)?;
/// assert_eq!(out, [1.0, -1.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_backward_log_softmax")]
#[inline]
pub fn log_softmax_backward<V: Value>(
    gradient: Dense<'_, V>,
    result: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    Rows { function: LogSoftmaxBackward, inputs: [gradient, result], out }.call()
}
