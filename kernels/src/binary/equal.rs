//! Whether two numbers are equal.
use super::pairs::binary;

binary! {
    /// `out[i] = (left[i] == right[i])`: 1 or 0; NaN is not equal to anything. Source: MXNet `_equal`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::equal(&[-1.5_f32, 2.0], &[2.0, 0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 0.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    equal Equal, Dense, |x, y| if x == y { V::ONE } else { V::ZERO }
}
