//! The product of two operands with rows.
use super::{Multiply, RowPairs};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Broadcast, Index, RowsMut, Value};

/// The product of two operands with rows: `out[r, c] = left[r, c] * right[r, c]`, in the rows that `out` has.
///
/// - Shapes: `out` R x C, dense or row_sparse of any ids, overwritten; `left` and `right` are [`Broadcast`] to it.
/// - Structure: a row that a row_sparse operand does not store counts as +0. Of two row_sparse operands, the ids are
///   those of [`rows_intersection_ids`](super::rows_intersection_ids); of one, its own.
/// - Gradients: that of one operand is the gradient of the result times the other, by this kernel, summed over the
///   other axis if the operand is broadcast.
/// - Cost: one read of both operands and one write of the output, streamed if it is large; a search by doubling steps
///   for each row of a row_sparse operand.
/// - Parts: rows of `out`; [`RowPairs`] [splits](crate::Split) them.
/// - Source: MXNet `elemwise_mul` and `broadcast_mul`, whose product of two row_sparse arrays stores the union of rows.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, RowSparse, RowSparseMut, binary};
/// let left = RowSparse::new(3, 2, &[1], &[3.0_f32, 4.0])?;
/// let mut out = [9.0; 2];
/// binary::rows_multiply(left.into(), Broadcast::Column(&[1.0, 2.0, 4.0]), RowSparseMut::new(3, 2, left.indices(), &mut out)?.into())?;
/// assert_eq!(out, [6.0, 8.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("elemwise_mul", "broadcast_mul"))]
#[inline]
pub fn rows_multiply<V: Value, I: Index>(
    left: Broadcast<'_, V, I>,
    right: Broadcast<'_, V, I>,
    out: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowPairs { function: Multiply, left, right, out }.call()
}
