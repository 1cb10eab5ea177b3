//! Where one of two operands with rows is greater.
use super::{Greater, RowPairs};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Broadcast, Index, RowsMut, Value};

/// Where one of two operands with rows is greater: `out[r, c] = (left[r, c] > right[r, c])`, in the rows that `out`
/// has: 1 or 0; nothing is greater than NaN. For lesser elements exchange the operands.
///
/// - Shapes: `out` R x C, dense or row_sparse of any ids, overwritten; `left` and `right` are [`Broadcast`] to it.
/// - Structure: a row that a row_sparse operand does not store counts as +0. Of two row_sparse operands, the ids are
///   those of [`add_n_ids`](crate::rows::add_n_ids).
/// - Gradients: none.
/// - Cost: one read of both operands and one write of the output, streamed if it is large; a search by doubling steps
///   for each row of a row_sparse operand.
/// - Parts: rows of `out`; [`RowPairs`] [splits](crate::Split) them.
/// - Source: MXNet `_greater`, `_lesser`, `broadcast_greater` and `broadcast_lesser`, which compute with dense copies.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, RowSparse, RowSparseMut, binary};
/// let left = RowSparse::new(3, 2, &[1], &[3.0_f32, 4.0])?;
/// let mut out = [9.0; 2];
/// binary::rows_greater(left.into(), Broadcast::Column(&[1.0, 2.0, 4.0]), RowSparseMut::new(3, 2, left.indices(), &mut out)?.into())?;
/// assert_eq!(out, [1.0, 1.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("_greater", "broadcast_greater"))]
#[inline]
pub fn rows_greater<V: Value, I: Index>(
    left: Broadcast<'_, V, I>,
    right: Broadcast<'_, V, I>,
    out: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowPairs { function: Greater, left, right, out }.call()
}
