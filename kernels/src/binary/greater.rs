//! Whether one number is greater than another.
use super::pairs::binary;

binary! {
    /// `out[i] = (left[i] > right[i])`: 1 or 0; nothing is greater than NaN. MXNet's `_lesser` has the operands the
    /// other way round. Source: MXNet `_greater`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::greater(&[-1.5_f32, 2.0], &[2.0, 0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 1.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    greater Greater, Union, |x, y| if x > y { V::ONE } else { V::ZERO }
}
