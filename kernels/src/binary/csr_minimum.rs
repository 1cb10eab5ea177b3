//! The lesser elements of two csr matrices.
use super::{CsrPairs, Minimum};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Csr, CsrMut, Index, Value};

/// The lesser elements of two csr matrices: `out[r, c] = min(a[r, c], b[r, c])`: of two equal ones that of `b`; NaN
/// where one of them is.
///
/// - Shapes: `a`, `b` and `out` R x C. The pointers of `out` are those of [`csr_union_nnz`](super::csr_union_nnz) and
///   [`accumulate_indptr`](crate::cast::accumulate_indptr); columns and values are written.
/// - Structure: the union of both patterns: an entry that only one matrix stores is compared with +0, and a result of 0
///   stays as an explicit zero. It depends on the patterns alone, so that pointers can be used again for other values.
///   Columns ascend.
/// - Gradients: that of `b` is the gradient of the result where [`csr_greater`](super::csr_greater()) of `a` and `b` is
///   1, that of `a` the rest of it.
/// - Cost: one read of both matrices, one write of the result.
/// - Parts: rows of all; [`CsrPairs`] [splits](crate::Split) them.
/// - Source: MXNet `_minimum`, which computes with dense copies.
///
/// # Errors
/// [`KernelError::Shape`], with nothing written; [`KernelError::Pattern`] at the first row of which the result stores
/// more or fewer entries than the pointers of `out` say, with the rows before it, and parts of it and the next,
/// written.
///
/// ```
/// use lacuna::{Csr, CsrMut, binary, cast};
/// let a = Csr::new(1, 3, &[0, 2], &[0, 2], &[1.0_f32, -2.0])?;
/// let b = Csr::new(1, 3, &[0, 2], &[0, 1], &[-3.0, 4.0])?;
/// let mut indptr = [0; 2];
/// binary::csr_union_nnz(a, b, &mut indptr[1..])?;
/// let nnz = cast::accumulate_indptr(&mut indptr)?;
/// let (mut indices, mut values) = (vec![0; nnz], vec![0.0; nnz]);
/// binary::csr_minimum(a, b, CsrMut::new(1, 3, &indptr, &mut indices, &mut values)?)?;
/// assert_eq!((&indices[..], &values[..]), (&[0, 1, 2][..], &[-3.0, 0.0, -2.0][..]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_minimum")]
#[inline]
pub fn csr_minimum<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Csr<'_, V, I>,
    out: CsrMut<'_, V, I>,
) -> Result<(), KernelError> {
    CsrPairs { function: Minimum, a, b, out }.call()
}
