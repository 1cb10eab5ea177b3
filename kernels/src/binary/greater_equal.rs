//! Whether one number is at least another.
use super::pairs::binary;

binary! {
    /// `out[i] = (left[i] >= right[i])`: 1 or 0; 0 where one of them is NaN. MXNet's `_lesser_equal` has the operands
    /// the other way round. Source: MXNet `_greater_equal`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::greater_equal(&[-1.5_f32, 2.0], &[2.0, 0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 1.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    greater_equal GreaterEqual, Dense, |x, y| if x >= y { V::ONE } else { V::ZERO }
}
