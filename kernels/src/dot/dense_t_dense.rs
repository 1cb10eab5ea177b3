use super::{DenseDense, Left};
use crate::kernel::Kernel;
use crate::{Dense, DenseMut, KernelError, Value};

/// `out = a^T b` for two dense matrices: `out[i, j] = sum over k of a[k, i] * b[k, j]`.
///
/// Shapes: `a` K x R, `b` K x C, `out` R x C, overwritten. Everything else is as in
/// [`dense_dense`](super::dense_dense()).
///
/// # Errors
/// As there.
///
/// ```
/// use lacuna::{Dense, DenseMut, dot};
/// let a = Dense::new(2, 1, &[1.0_f32, 2.0])?;
/// let b = Dense::new(2, 3, &[1.0, 2.0, 3.0, 10.0, 20.0, 30.0])?;
/// let mut scratch = vec![0.0; dot::dense_dense_scratch(1, 3, 2)];
/// let mut out = [9.0; 3];
/// dot::dense_t_dense(a, b, &mut scratch, DenseMut::new(1, 3, &mut out)?)?;
/// assert_eq!(out, [21.0, 42.0, 63.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "dot")]
#[inline]
pub fn dense_t_dense<V: Value>(
    a: Dense<'_, V>,
    b: Dense<'_, V>,
    scratch: &mut [V],
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    DenseDense { transposition: Left, a, b, scratch, out }.call()
}
