//! The lesser of two numbers.
use super::pairs::binary;
use crate::rounding;

binary! {
    /// `out[i] = min(left[i], right[i])`: of two equal ones the right one; NaN where one of them is. Source: MXNet
    /// `_minimum`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::minimum(&[-1.5_f32, 2.0], &[2.0, 0.5], &mut out)?;
    /// assert_eq!(out, [-1.5, 0.5]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    minimum Minimum, Union, |x, y| rounding::minimum(x, y)
}
