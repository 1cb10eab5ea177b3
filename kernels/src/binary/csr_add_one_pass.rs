//! The sum of two csr matrices, in one pass.
use super::{Add, CsrPairsOnePass};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Csr, Index, Value};

/// The sum of two csr matrices in one pass, `out[r, c] = a[r, c] + b[r, c]`, into `indices` and `values` of any
/// sufficient length; gives the number of entries stored.
///
/// - Shapes: `a` and `b` R x C, `indptr` R + 1; the entries of both matrices together are always enough. The result is
///   that of [`csr_add`](super::csr_add()). What the arrays hold behind the stored entries is unspecified.
/// - Cost: one read of both matrices, one write of the result.
/// - Source: MXNet `elemwise_add`.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Capacity`] for `indptr`, with nothing written. Found out while it writes,
/// so that what the slices hold is then unspecified: [`KernelError::Capacity`] with the needed length, and
/// [`KernelError::Index`] for more entries than a pointer can count.
///
/// ```
/// use lacuna::{Csr, binary};
/// let a = Csr::new(1, 3, &[0, 2], &[0, 2], &[1.0_f32, 2.0])?;
/// let b = Csr::new(1, 3, &[0, 2], &[0, 1], &[3.0, 4.0])?;
/// let (mut indptr, mut indices, mut values) = ([0; 2], [0; 4], [0.0; 4]);
/// let nnz = binary::csr_add_one_pass(a, b, &mut indptr, &mut indices, &mut values)?;
/// assert_eq!((&indices[..nnz], &values[..nnz]), (&[0, 1, 2][..], &[4.0, 4.0, 2.0][..]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "elemwise_add")]
#[inline]
pub fn csr_add_one_pass<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Csr<'_, V, I>,
    indptr: &mut [I],
    indices: &mut [I],
    values: &mut [V],
) -> Result<usize, KernelError> {
    CsrPairsOnePass { function: Add, a, b, indptr, indices, values }.call()
}
