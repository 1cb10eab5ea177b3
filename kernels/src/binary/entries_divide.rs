//! The stored values of a csr by a broadcast operand.
use super::{Divide, Entries};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Broadcast, Csr, Index, Value};

/// The stored values of a csr by a broadcast operand: `out[k] = a.values[k] / b[r, c]`, where `r` and `c` are row and
/// column of entry `k`.
///
/// - Shapes: `a` csr R x C, `out` a value for each of its entries; `b` is [`Broadcast`] to R x C.
/// - Structure: that of `a`: [`Csr::with_values`](crate::Csr::with_values) makes the csr. What `b` holds elsewhere says
///   nothing, NaN and infinity neither.
/// - Gradients: of the values of `a`, the gradient of the result over `b`, by this kernel; of `b`, `-(g * a) / b^2` on
///   the pattern of `a`, and its sum over an axis if `b` is broadcast.
/// - Cost: one read of the entries, and of `b` where they are.
/// - Parts: rows of `a`; [`Entries`] [splits](crate::Split) them.
/// - Source: MXNet `broadcast_div`, which refuses a matrix of the shape of the csr.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, Csr, binary};
/// let a = Csr::new(1, 3, &[0, 3], &[0, 1, 2], &[1.0_f32, 2.0, 3.0])?;
/// let mut out = [9.0; 3];
/// binary::entries_divide(a, Broadcast::Row(&[10.0, 20.0, 30.0]), &mut out)?;
/// assert_eq!(out, [0.1, 0.1, 0.1]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "broadcast_div")]
#[inline]
pub fn entries_divide<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Broadcast<'_, V, I>,
    out: &mut [V],
) -> Result<(), KernelError> {
    Entries { function: Divide, a, b, out }.call()
}
