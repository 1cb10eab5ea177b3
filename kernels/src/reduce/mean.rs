//! The mean. Source: MXNet `mean`.
use super::Itself;
use super::reduction::reduction;
use crate::{Kernel, KernelError, Value};

/// `out[0] = (sum of x) / count`, `x` all values: of a dense array, or the stored ones of a csr or row_sparse of
/// `count` elements.
///
/// - Shapes: `values` of any length, `out` of one value. `count` is the number of elements, stored or not; of none the
///   mean is NaN.
/// - Order: [`order`](crate::order), sum of a slice of values.
/// - NaN stays; an infinite sum stays infinite.
/// - Cost: one read of `values`. Stays whole. The arguments: [`Whole`](crate::reduce::Whole).
///
/// # Errors
/// [`KernelError::Shape`] if `out` has another length; then nothing is written.
///
/// ```
/// let mut out = [9.0];
/// lacuna::reduce::mean(&[3.0_f32, -4.0], 4, &mut out)?;
/// assert_eq!(out, [-0.25]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[inline]
pub fn mean<V: Value>(values: &[V], count: usize, out: &mut [V]) -> Result<(), KernelError> {
    super::Whole { reduction: Mean, values, count, out }.call()
}

reduction! {
    Mean, "(sum of x) / count", Itself, |sum, count| sum / V::of_count(count);
    mean_rows "[-1.0 / 3.0, 2.0 / 3.0]", mean_columns "[1.5, 0.0, -1.0]", mean_csr_rows, mean_csr_columns
}
