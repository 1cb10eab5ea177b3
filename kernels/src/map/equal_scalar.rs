//! Whether it is equal to a number.
use super::unary::unary;

unary! {
    of Number;
    /// `out[i] = (input[i] == scalar)`: 1 or 0. For 0 it is the logical not. NaN is not equal to anything, and neither
    /// greater nor less. Its gradient is 0. Source: MXNet `_equal_scalar`, `logical_not`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::equal_scalar(&[-1.5_f32, 0.0, 2.5], 0.5, &mut out)?;
    /// assert_eq!(out, [0.0, 0.0, 0.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    equal_scalar EqualScalar { scalar }, keeps_zero: V::ZERO != scalar, |x| if x == scalar { V::ONE } else { V::ZERO };
    slope, |_x| V::ZERO
}
