//! The sum of two operands with rows.
use super::{Add, RowPairs};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Broadcast, Index, RowsMut, Value};

/// The sum of two operands with rows: `out[r, c] = left[r, c] + right[r, c]`, in the rows that `out` has.
///
/// - Shapes: `out` R x C, dense or row_sparse of any ids, overwritten; `left` and `right` are [`Broadcast`] to it.
/// - Structure: a row that a row_sparse operand does not store counts as +0. Of two row_sparse operands, the ids are
///   those of [`add_n_ids`](crate::rows::add_n_ids). (The sum of many, from +0, is [`add_n`](crate::rows::add_n()).)
/// - Gradients: both gradients are that of the result; of an operand that is broadcast, its sum over the other axis.
/// - Cost: one read of both operands and one write of the output, streamed if it is large; a search by doubling steps
///   for each row of a row_sparse operand.
/// - Parts: rows of `out`; [`RowPairs`] [splits](crate::Split) them.
/// - Source: MXNet `elemwise_add` and `broadcast_add`.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, RowSparse, RowSparseMut, binary};
/// let left = RowSparse::new(3, 2, &[1], &[3.0_f32, 4.0])?;
/// let mut out = [9.0; 2];
/// binary::rows_add(left.into(), Broadcast::Column(&[1.0, 2.0, 4.0]), RowSparseMut::new(3, 2, left.indices(), &mut out)?.into())?;
/// assert_eq!(out, [5.0, 6.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("elemwise_add", "broadcast_add"))]
#[inline]
pub fn rows_add<V: Value, I: Index>(
    left: Broadcast<'_, V, I>,
    right: Broadcast<'_, V, I>,
    out: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowPairs { function: Add, left, right, out }.call()
}
