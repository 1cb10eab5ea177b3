use super::{LabelGradient, Logits};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Dense, DenseMut, Index, Value};

/// The gradient of [`softmax_cross_entropy`](super::softmax_cross_entropy()), times a scale:
/// `out[r, c] = (p[c] - 1) * scale` where `c` is the label of row `r`, else `p[c] * scale`, with `p` the
/// [`softmax`](super::softmax()) of row `r` of the logits. A row whose label is ignored has gradient 0.
///
/// - Shapes: `logits` and `out` dense R x C, `labels` a slice of R elements.
/// - Labels: classes, or [ignored](crate::loss).
/// - Order: [`order`](crate::order), sum of a row.
/// - NaN and infinities: see the [module](crate::loss).
/// - Cost: one read of the logits and one write of the output; an exponential and a division for each. An output row is
///   written twice, in cache.
/// - Parts: rows; [`LabelGradient`] [splits](crate::Split) them.
/// - Source: MXNet `SoftmaxOutput` with both of its passes in one, and Gluon's `SoftmaxCrossEntropyLoss`.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Ids`] for the first label that is neither a class nor ignored; then
/// nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, loss};
/// let logits = Dense::new(2, 2, &[0.0_f32, 0.0, 500.0, 600.0])?;
/// let mut out = [9.0; 4];
/// loss::softmax_cross_entropy_gradient(logits, &[1, 7], 7, 0.5, DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [0.25, -0.25, 0.0, 0.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_backward_SoftmaxOutput")]
#[inline]
pub fn softmax_cross_entropy_gradient<V: Value, I: Index>(
    logits: Dense<'_, V>,
    labels: &[I],
    ignore: usize,
    scale: V,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    LabelGradient { of: Logits, input: logits, labels, ignore, smooth_alpha: V::ZERO, scale, out }.call()
}
