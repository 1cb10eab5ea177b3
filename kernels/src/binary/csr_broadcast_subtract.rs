//! The difference of a csr and a broadcast operand.
use super::{CsrBroadcast, Subtract};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Broadcast, Csr, DenseMut, Index, Value};

/// The difference of a csr and a broadcast operand, dense: `out[r, c] = a[r, c] - b[r, c]`, where an entry that is not
/// stored is +0.
///
/// - Shapes: `a` csr R x C, `out` dense R x C, overwritten; `b` is [`Broadcast`] to it.
/// - Gradients: that of the result at the pattern of `a` (by [`entries_gather`](super::entries_gather())) and its sum
///   over the axis that `b` does not have, one of them negated.
/// - Cost: one read of `b` and one write of the output, streamed if it is large.
/// - Parts: rows of all; [`CsrBroadcast`] [splits](crate::Split) them.
/// - Source: MXNet `elemwise_sub` and `broadcast_sub`, which give -0.0 for 0 - 0 where nothing is stored; its column of
///   a matrix with one row is taken for a row.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, Csr, DenseMut, binary};
/// let a = Csr::new(2, 2, &[0, 1, 1], &[1], &[5.0_f32])?;
/// let mut out = [9.0; 4];
/// binary::csr_broadcast_subtract(a, Broadcast::Row(&[1.0, 2.0]), DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [-1.0, 3.0, -1.0, -2.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("elemwise_sub", "broadcast_sub"))]
#[inline]
pub fn csr_broadcast_subtract<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Broadcast<'_, V, I>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    CsrBroadcast { function: Subtract, a, b, out }.call()
}
