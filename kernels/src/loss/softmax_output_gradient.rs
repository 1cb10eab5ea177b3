use super::{LabelGradient, Probabilities};
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Dense, DenseMut, Index, Value};

/// The gradient of the cross entropy in respect of logits, from their probabilities:
/// `out[r, c] = ((p[c] - 1) + smooth_alpha) * scale` where `c` is the label of row `r`, else
/// `(p[c] - smooth_alpha / (C - 1)) * scale`, with `p` row `r` of the probabilities. A row whose label is ignored has
/// gradient 0.
///
/// MXNet's options: `grad_scale` is the scale, divided by the number of labels for `normalization` batch, by that of
/// labels that are not ignored for valid, in the value type; `ignore_label` is `ignore`, for `use_ignore`, and a number
/// that is no class without it; with `out_grad`, the gradient from above is multiplied to the result, by
/// [`binary::multiply`](crate::binary::multiply()). Labels of the results' shape are
/// [`regression_gradient`](super::regression_gradient())'s.
///
/// - Shapes: `probabilities` and `out` dense R x C, `labels` a slice of R elements.
/// - Labels: classes, or [ignored](crate::loss). MXNet treats a label that is no class as one that matches no column.
/// - NaN stays.
/// - Cost: one read of the probabilities and one write of the output.
/// - Parts: rows; [`LabelGradient`] [splits](crate::Split) them.
/// - Source: MXNet `SoftmaxOutput`, backward.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Ids`] for the first label that is neither a class nor ignored; then
/// nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, loss};
/// let probabilities = Dense::new(1, 3, &[0.25_f32, 0.5, 0.25])?;
/// let mut out = [9.0; 3];
/// loss::softmax_output_gradient(probabilities, &[1], usize::MAX, 0.25, 2.0, DenseMut::new(1, 3, &mut out)?)?;
/// assert_eq!(out, [0.25, -0.5, 0.25]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_backward_SoftmaxOutput")]
#[inline]
pub fn softmax_output_gradient<V: Value, I: Index>(
    probabilities: Dense<'_, V>,
    labels: &[I],
    ignore: usize,
    smooth_alpha: V,
    scale: V,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    LabelGradient { of: Probabilities, input: probabilities, labels, ignore, smooth_alpha, scale, out }.call()
}
