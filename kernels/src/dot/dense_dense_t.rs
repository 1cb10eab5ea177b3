use super::{DenseDense, Right};
use crate::kernel::Kernel;
use crate::{Dense, DenseMut, KernelError, Value};

/// `out = a b^T` for two dense matrices: `out[i, j] = sum over k of a[i, k] * b[j, k]`.
///
/// Shapes: `a` R x K, `b` C x K, `out` R x C, overwritten. Everything else is as in
/// [`dense_dense`](super::dense_dense()).
///
/// # Errors
/// As there.
///
/// ```
/// use lacuna::{Dense, DenseMut, dot};
/// let a = Dense::new(1, 2, &[1.0_f32, 2.0])?;
/// let b = Dense::new(3, 2, &[1.0, 10.0, 2.0, 20.0, 3.0, 30.0])?;
/// let mut scratch = vec![0.0; dot::dense_dense_scratch(1, 3, 2)];
/// let mut out = [9.0; 3];
/// dot::dense_dense_t(a, b, &mut scratch, DenseMut::new(1, 3, &mut out)?)?;
/// assert_eq!(out, [21.0, 42.0, 63.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "dot")]
#[inline]
pub fn dense_dense_t<V: Value>(
    a: Dense<'_, V>,
    b: Dense<'_, V>,
    scratch: &mut [V],
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    DenseDense { transposition: Right, a, b, scratch, out }.call()
}
