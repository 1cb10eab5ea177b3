use super::{OnlyX, Select};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Csr, Dense, DenseMut, Index, Value};

/// The gradient of [`select`](super::select()) for `x`: that of the result where the condition holds, else +0.0:
/// `out[r, j] = if condition[r, j] != 0 { gradient[r, j] } else { 0 }`.
///
/// - Shapes: all R x C; `out` is overwritten. Values are copied bit for bit.
/// - Cost, parts and what counts as a condition: as there.
/// - Source: MXNet `_backward_where` with a csr condition.
///
/// # Errors
/// [`KernelError::Shape`] (the gradient is reported as the left operand); then nothing is written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, slice};
/// let condition = Csr::new(1, 3, &[0, 2], &[1, 2], &[-3.0_f32, 0.0])?;
/// let mut out = [9.0; 3];
/// slice::select_x_gradient(condition, Dense::new(1, 3, &[1.0, 2.0, 3.0])?, DenseMut::new(1, 3, &mut out)?)?;
/// assert_eq!(out, [0.0, 2.0, 0.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_backward_where")]
#[inline]
pub fn select_x_gradient<V: Value, I: Index>(
    condition: Csr<'_, V, I>,
    gradient: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    Select { sides: OnlyX, condition, x: gradient, y: gradient, out }.call()
}
