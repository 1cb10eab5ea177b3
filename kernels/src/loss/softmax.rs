use super::{RowFunction, Rows};
use crate::error::{KernelError, Operand};
use crate::kernel::Kernel;
use crate::{Dense, DenseMut, Value};

/// The function of [`softmax`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Softmax;

impl<V: Value> RowFunction<V, 1> for Softmax {
    const OPERANDS: [Operand; 1] = [Operand::Input];
    const OF_LARGEST: bool = true;
    #[inline(always)]
    fn term([x]: [V; 1], largest: V) -> V {
        (x - largest).exp()
    }
    #[inline(always)]
    fn total(sum: V) -> V {
        sum
    }
    #[inline(always)]
    fn of(_: [V; 1], term: V, _: V, sum: V) -> V {
        term / sum
    }
}

/// The probabilities of each row of logits: `out[r, c] = e^(x[c] - m) / s`, with `x` row `r` of the logits, `m` its
/// largest number and `s` the sum of `e^(x[j] - m)` over all `j`.
///
/// - Shapes: `logits` and `out` dense R x C. Rows without elements stay so.
/// - Order: [`order`](crate::order), sum of a row.
/// - NaN and infinities: see the [module](crate::loss).
/// - Cost: one read of the logits and one write of the output; an exponential and a division for each. An output row is
///   written twice, in cache.
/// - Parts: rows; [`Rows`] [splits](crate::Split) them.
/// - Source: MXNet `softmax`, `SoftmaxOutput` and `SoftmaxActivation`, along the last axis. A temperature is a division
///   of the logits before.
///
/// # Errors
/// [`KernelError::Shape`] for different shapes; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, loss};
/// let mut out = [9.0; 4];
/// loss::softmax(Dense::new(2, 2, &[0.0_f32, 0.0, 500.0, 600.0])?, DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [0.5, 0.5, 3.783506e-44, 1.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn softmax<V: Value>(logits: Dense<'_, V>, out: DenseMut<'_, V>) -> Result<(), KernelError> {
    Rows { function: Softmax, inputs: [logits], out }.call()
}
