//! The difference of a broadcast operand and a csr.
use super::{CsrBroadcast, Subtract, Swapped};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Broadcast, Csr, DenseMut, Index, Value};

/// The difference of a broadcast operand and a csr, dense: `out[r, c] = b[r, c] - a[r, c]`, where an entry that is not
/// stored is +0.
///
/// - Shapes: `a` csr R x C, `out` dense R x C, overwritten; `b` is [`Broadcast`] to it.
/// - Gradients: that of the result at the pattern of `a` (by [`entries_gather`](super::entries_gather())) and its sum
///   over the axis that `b` does not have, one of them negated.
/// - Cost: one read of `b` and one write of the output, streamed if it is large.
/// - Parts: rows of all; [`CsrBroadcast`] [splits](crate::Split) them.
/// - Source: MXNet `elemwise_sub` and `broadcast_sub`; its column of a matrix with one row is taken for a row.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, Csr, DenseMut, binary};
/// let a = Csr::new(2, 2, &[0, 1, 1], &[1], &[5.0_f32])?;
/// let mut out = [9.0; 4];
/// binary::broadcast_subtract_csr(Broadcast::Row(&[1.0, 2.0]), a, DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [1.0, -3.0, 1.0, 2.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("elemwise_sub", "broadcast_sub"))]
#[inline]
pub fn broadcast_subtract_csr<V: Value, I: Index>(
    b: Broadcast<'_, V, I>,
    a: Csr<'_, V, I>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    CsrBroadcast { function: Swapped(Subtract), a, b, out }.call()
}
