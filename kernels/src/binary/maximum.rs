//! The greater of two numbers.
use super::pairs::binary;
use crate::rounding;

binary! {
    /// `out[i] = max(left[i], right[i])`: of two equal ones the right one; NaN where one of them is. Source: MXNet
    /// `_maximum`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::maximum(&[-1.5_f32, 2.0], &[2.0, 0.5], &mut out)?;
    /// assert_eq!(out, [2.0, 2.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    maximum Maximum, Union, |x, y| rounding::maximum(x, y)
}
