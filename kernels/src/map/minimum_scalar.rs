//! Limited from above.
use super::unary::unary;
use crate::rounding::minimum;

unary! {
    /// `out[i] = min(input[i], scalar)`: of two equal ones the number; NaN where one of them is. Its gradient is the
    /// result's times [`lesser_equal_scalar`](crate::map::lesser_equal_scalar()). Source: MXNet `_minimum_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::minimum_scalar(&[-1.5_f32, 0.0, 2.5], 0.5, &mut out)?;
    /// assert_eq!(out, [-1.5, 0.0, 0.5]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    minimum_scalar MinimumScalar { scalar }, keeps_zero: scalar >= V::ZERO, |x| minimum(x, scalar);
    slope, |x| if x <= scalar { V::ONE } else { V::ZERO }
}
