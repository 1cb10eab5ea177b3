//! The stored values of a csr times a broadcast operand.
use super::{Entries, Multiply};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Broadcast, Csr, Index, Value};

/// The stored values of a csr times a broadcast operand: `out[k] = a.values[k] * b[r, c]`, where `r` and `c` are row
/// and column of entry `k`.
///
/// - Shapes: `a` csr R x C, `out` a value for each of its entries; `b` is [`Broadcast`] to R x C.
/// - Structure: that of `a`: [`Csr::with_values`](crate::Csr::with_values) makes the csr. What `b` holds elsewhere says
///   nothing, NaN and infinity neither.
/// - Gradients: of the values of `a`, the gradient of the result times `b`, by this kernel; of `b`, the gradient of the
///   result times `a`, by [`csr_multiply`](super::csr_multiply()), on the pattern of `a`, and its sum over an axis if
///   `b` is broadcast.
/// - Cost: one read of the entries, and of `b` where they are.
/// - Parts: rows of `a`; [`Entries`] [splits](crate::Split) them.
/// - Source: MXNet `elemwise_mul` of csr and dense, and `broadcast_mul`, which takes a row for a column where the csr
///   has one row.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, Csr, binary};
/// let a = Csr::new(1, 3, &[0, 3], &[0, 1, 2], &[1.0_f32, 2.0, 3.0])?;
/// let mut out = [9.0; 3];
/// binary::entries_multiply(a, Broadcast::Row(&[10.0, 20.0, 30.0]), &mut out)?;
/// assert_eq!(out, [10.0, 40.0, 90.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("elemwise_mul", "broadcast_mul"))]
#[inline]
pub fn entries_multiply<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Broadcast<'_, V, I>,
    out: &mut [V],
) -> Result<(), KernelError> {
    Entries { function: Multiply, a, b, out }.call()
}
