//! Whether two numbers differ.
use super::pairs::binary;

binary! {
    /// `out[i] = (left[i] != right[i])`: 1 or 0; NaN differs from everything. Source: MXNet `_not_equal`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::not_equal(&[-1.5_f32, 2.0], &[2.0, 0.5], &mut out)?;
    /// assert_eq!(out, [1.0, 1.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    not_equal NotEqual, Union, |x, y| if x != y { V::ONE } else { V::ZERO }
}
