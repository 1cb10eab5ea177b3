use super::{Columns, Softmax};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Dense, DenseMut, Value};

/// The probabilities of the classes at each position: the [`softmax`](super::softmax()) of each column of each
/// `classes` rows. An array of the shape \[N, C, positions ..\] in the order of C is a matrix of N C rows, one for each
/// class of each element of the batch, and as many columns as there are positions.
///
/// `out[n C + c, p] = e^(x[c] - m) / s`, with `x[c] = logits[n C + c, p]`, `m` the largest of them and `s` the sum of
/// `e^(x[j] - m)` over all `j`.
///
/// - Shapes: `logits` and `out` dense N C x P, with C = `classes`. For the softmax over axis k of any array, N is the
///   product of the axes before it and P that of those behind.
/// - Order: [`order`](crate::order), sum of a column: so bits may differ from those of [`softmax`](super::softmax()) of
///   the same logits, turned.
/// - NaN and infinities: see the [module](crate::loss), of columns.
/// - Cost: one read of the logits and one write of the output, in which 128 columns are written twice before the next;
///   an exponential and a division for each. Vectors go along the positions: for one alone,
///   [`softmax`](super::softmax()) is faster.
/// - Parts: elements of the batch; [`Columns`] [splits](crate::Split) them.
/// - Source: MXNet `SoftmaxOutput` with `multi_output`, `SoftmaxActivation` of channels, and `softmax` along other axes
///   than the last.
///
/// # Errors
/// [`KernelError::Shape`] for different shapes, and for rows that are no multiple of `classes`; then nothing is
/// written.
///
/// ```
/// use lacuna::{Dense, DenseMut, loss};
/// // Two classes at two positions.
/// let mut out = [9.0; 4];
/// loss::softmax_columns(Dense::new(2, 2, &[0.0_f32, 500.0, 0.0, 700.0])?, 2, DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [0.5, 0.0, 0.5, 1.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "softmax")]
#[inline]
pub fn softmax_columns<V: Value>(
    logits: Dense<'_, V>,
    classes: usize,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    Columns { function: Softmax, inputs: [logits], classes, out }.call()
}
