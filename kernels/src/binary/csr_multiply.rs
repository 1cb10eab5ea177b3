//! The product of two csr matrices.
use super::{CsrPairs, Multiply};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Csr, CsrMut, Index, Value};

/// The product of two csr matrices: `out[r, c] = a[r, c] * b[r, c]`.
///
/// - Shapes: `a`, `b` and `out` R x C. The pointers of `out` are those of
///   [`csr_intersection_nnz`](super::csr_intersection_nnz) and [`accumulate_indptr`](crate::cast::accumulate_indptr);
///   columns and values are written. For one pass see [`csr_multiply_one_pass`](super::csr_multiply_one_pass()).
/// - Structure: the intersection of both patterns: what only one matrix stores is left out, NaN and infinity too. It
///   depends on the patterns alone, so that pointers can be used again for other values. Columns ascend.
/// - Gradients: that of one matrix is the gradient of the result times the other, by this kernel where it is a csr, by
///   [`entries_multiply`](super::entries_multiply()) where it is dense.
/// - Cost: one read of both matrices, one write of the result.
/// - Parts: rows of all; [`CsrPairs`] [splits](crate::Split) them.
/// - Source: MXNet `elemwise_mul`, whose columns are in no order, whose arrays are longer than what is stored, and
///   which drops what is 0.
///
/// # Errors
/// [`KernelError::Shape`], with nothing written; [`KernelError::Pattern`] at the first row of which the result stores
/// more or fewer entries than the pointers of `out` say, with the rows before it, and parts of it and the next,
/// written.
///
/// ```
/// use lacuna::{Csr, CsrMut, binary, cast};
/// let a = Csr::new(1, 3, &[0, 2], &[0, 2], &[1.0_f32, 2.0])?;
/// let b = Csr::new(1, 3, &[0, 2], &[0, 1], &[3.0, 4.0])?;
/// let mut indptr = [0; 2];
/// binary::csr_intersection_nnz(a, b, &mut indptr[1..])?;
/// let nnz = cast::accumulate_indptr(&mut indptr)?;
/// let (mut indices, mut values) = (vec![0; nnz], vec![0.0; nnz]);
/// binary::csr_multiply(a, b, CsrMut::new(1, 3, &indptr, &mut indices, &mut values)?)?;
/// assert_eq!((&indices[..], &values[..]), (&[0][..], &[3.0][..]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "elemwise_mul")]
#[inline]
pub fn csr_multiply<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Csr<'_, V, I>,
    out: CsrMut<'_, V, I>,
) -> Result<(), KernelError> {
    CsrPairs { function: Multiply, a, b, out }.call()
}
