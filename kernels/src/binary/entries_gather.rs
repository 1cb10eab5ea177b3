//! What a broadcast operand has at the places that a csr stores.
use super::{Entries, Second};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Broadcast, Csr, Index, Value};

/// What a broadcast operand has at the places that a csr stores: `out[k] = b[r, c]`, where `r` and `c` are row and
/// column of entry `k`.
///
/// - Shapes: `a` csr R x C, `out` a value for each of its entries; `b` is [`Broadcast`] to R x C.
/// - Structure: that of `a`: [`Csr::with_values`](crate::Csr::with_values) makes the csr. What `b` holds elsewhere says
///   nothing, NaN and infinity neither.
/// - The values of `a` are not read. The gradient of the values of a csr operand is that of a dense result, gathered.
/// - Cost: one read of the entries, and of `b` where they are.
/// - Parts: rows of `a`; [`Entries`] [splits](crate::Split) them.
/// - Source: no operator of its own in MXNet; the gradient of a csr operand, which MXNet gives as a dense matrix.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, Csr, binary};
/// let a = Csr::new(1, 3, &[0, 3], &[0, 1, 2], &[1.0_f32, 2.0, 3.0])?;
/// let mut out = [9.0; 3];
/// binary::entries_gather(a, Broadcast::Row(&[10.0, 20.0, 30.0]), &mut out)?;
/// assert_eq!(out, [10.0, 20.0, 30.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn entries_gather<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Broadcast<'_, V, I>,
    out: &mut [V],
) -> Result<(), KernelError> {
    Entries { function: Second, a, b, out }.call()
}
