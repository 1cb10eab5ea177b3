//! The sum of a csr and a broadcast operand.
use super::{Add, CsrBroadcast};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Broadcast, Csr, DenseMut, Index, Value};

/// The sum of a csr and a broadcast operand, dense: `out[r, c] = a[r, c] + b[r, c]`, where an entry that is not stored
/// is +0.
///
/// - Shapes: `a` csr R x C, `out` dense R x C, overwritten; `b` is [`Broadcast`] to it.
/// - Gradients: that of the result at the pattern of `a` (by [`entries_gather`](super::entries_gather())) and its sum
///   over the axis that `b` does not have.
/// - Cost: one read of `b` and one write of the output, streamed if it is large.
/// - Parts: rows of all; [`CsrBroadcast`] [splits](crate::Split) them.
/// - Source: MXNet `elemwise_add` and `broadcast_add`, which keep the sign of a -0.0 where nothing is stored; its
///   column of a matrix with one row is taken for a row.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, Csr, DenseMut, binary};
/// let a = Csr::new(2, 2, &[0, 1, 1], &[1], &[5.0_f32])?;
/// let mut out = [9.0; 4];
/// binary::csr_broadcast_add(a, Broadcast::Row(&[1.0, 2.0]), DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [1.0, 7.0, 1.0, 2.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("elemwise_add", "broadcast_add"))]
#[inline]
pub fn csr_broadcast_add<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Broadcast<'_, V, I>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    CsrBroadcast { function: Add, a, b, out }.call()
}
