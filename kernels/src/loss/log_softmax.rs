use super::{RowFunction, Rows};
use crate::error::{KernelError, Operand};
use crate::kernel::Kernel;
use crate::{Dense, DenseMut, Value};

/// The function of [`log_softmax`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogSoftmax;

impl<V: Value> RowFunction<V, 1> for LogSoftmax {
    const OPERANDS: [Operand; 1] = [Operand::Input];
    const OF_LARGEST: bool = true;
    #[inline(always)]
    fn term([x]: [V; 1], largest: V) -> V {
        (x - largest).exp()
    }
    #[inline(always)]
    fn total(sum: V) -> V {
        sum.ln()
    }
    #[inline(always)]
    fn of([x]: [V; 1], _: V, largest: V, log: V) -> V {
        (x - largest) - log
    }
}

/// The logarithms of the probabilities of each row of logits: `out[r, c] = (x[c] - m) - ln(s)`, with `x` row `r` of the
/// logits, `m` its largest number and `s` the sum of `e^(x[j] - m)` over all `j`.
///
/// - Shapes: `logits` and `out` dense R x C. Rows without elements stay so.
/// - Order: [`order`](crate::order), sum of a row.
/// - NaN and infinities: see the [module](crate::loss); a logit of -infinity stays so.
/// - Cost: two reads of the logits, the second from cache, and one write of the output; an exponential for each.
/// - Parts: rows; [`Rows`] [splits](crate::Split) them.
/// - Source: MXNet `log_softmax`, along the last axis.
///
/// # Errors
/// [`KernelError::Shape`] for different shapes; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, loss};
/// let mut out = [9.0; 4];
/// loss::log_softmax(Dense::new(2, 2, &[0.0_f32, 0.0, 500.0, 600.0])?, DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [-0.6931472, -0.6931472, -100.0, 0.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn log_softmax<V: Value>(logits: Dense<'_, V>, out: DenseMut<'_, V>) -> Result<(), KernelError> {
    Rows { function: LogSoftmax, inputs: [logits], out }.call()
}
