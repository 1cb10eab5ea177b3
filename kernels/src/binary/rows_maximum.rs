//! The greater elements of two operands with rows.
use super::{Maximum, RowPairs};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Broadcast, Index, RowsMut, Value};

/// The greater elements of two operands with rows: `out[r, c] = max(left[r, c], right[r, c])`, in the rows that `out`
/// has: of two equal ones that of `right`; NaN where one of them is.
///
/// - Shapes: `out` R x C, dense or row_sparse of any ids, overwritten; `left` and `right` are [`Broadcast`] to it.
/// - Structure: a row that a row_sparse operand does not store counts as +0. Of two row_sparse operands, the ids are
///   those of [`add_n_ids`](crate::rows::add_n_ids).
/// - Gradients: that of `right` is the gradient of the result where [`rows_greater`](super::rows_greater()) of `right`
///   and `left` is 1, that of `left` the rest of it.
/// - Cost: one read of both operands and one write of the output, streamed if it is large; a search by doubling steps
///   for each row of a row_sparse operand.
/// - Parts: rows of `out`; [`RowPairs`] [splits](crate::Split) them.
/// - Source: MXNet `_maximum` and `broadcast_maximum`, which compute with dense copies.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, RowSparse, RowSparseMut, binary};
/// let left = RowSparse::new(3, 2, &[1], &[3.0_f32, 4.0])?;
/// let mut out = [9.0; 2];
/// binary::rows_maximum(left.into(), Broadcast::Column(&[1.0, 2.0, 4.0]), RowSparseMut::new(3, 2, left.indices(), &mut out)?.into())?;
/// assert_eq!(out, [3.0, 4.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("_maximum", "broadcast_maximum"))]
#[inline]
pub fn rows_maximum<V: Value, I: Index>(
    left: Broadcast<'_, V, I>,
    right: Broadcast<'_, V, I>,
    out: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowPairs { function: Maximum, left, right, out }.call()
}
