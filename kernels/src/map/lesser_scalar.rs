//! Whether it is less than a number.
use super::unary::unary;

unary! {
    of Number;
    /// `out[i] = (input[i] < scalar)`: 1 or 0. NaN is not equal to anything, and neither greater nor less. Its gradient
    /// is 0. Source: MXNet `_lesser_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::lesser_scalar(&[-1.5_f32, 0.0, 2.5], 0.5, &mut out)?;
    /// assert_eq!(out, [1.0, 1.0, 0.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    lesser_scalar LesserScalar { scalar }, keeps_zero: !(
        V::ZERO < scalar
    ), |x| if x < scalar { V::ONE } else { V::ZERO };
    slope, |_x| V::ZERO
}
