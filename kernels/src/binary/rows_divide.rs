//! The quotient of two operands with rows.
use super::{Divide, RowPairs};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Broadcast, Index, RowsMut, Value};

/// The quotient of two operands with rows: `out[r, c] = left[r, c] / right[r, c]`, in the rows that `out` has.
///
/// - Shapes: `out` R x C, dense or row_sparse of any ids, overwritten; `left` and `right` are [`Broadcast`] to it.
/// - Structure: a row that a row_sparse operand does not store counts as +0. Of two row_sparse operands the result is
///   dense, 0 / 0 = NaN in a row that neither stores; or it has the ids of the left one.
/// - Gradients: `g / right` and `-(g * left) / right^2`, by these kernels.
/// - Cost: one read of both operands and one write of the output, streamed if it is large; a search by doubling steps
///   for each row of a row_sparse operand.
/// - Parts: rows of `out`; [`RowPairs`] [splits](crate::Split) them.
/// - Source: MXNet `elemwise_div`, `_scatter_elemwise_div` (with the ids of the left operand) and `broadcast_div`.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, RowSparse, RowSparseMut, binary};
/// let left = RowSparse::new(3, 2, &[1], &[3.0_f32, 4.0])?;
/// let mut out = [9.0; 2];
/// binary::rows_divide(left.into(), Broadcast::Column(&[1.0, 2.0, 4.0]), RowSparseMut::new(3, 2, left.indices(), &mut out)?.into())?;
/// assert_eq!(out, [1.5, 2.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("elemwise_div", "broadcast_div", "_scatter_elemwise_div"))]
#[inline]
pub fn rows_divide<V: Value, I: Index>(
    left: Broadcast<'_, V, I>,
    right: Broadcast<'_, V, I>,
    out: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    RowPairs { function: Divide, left, right, out }.call()
}
