//! Limited from below.
use super::unary::unary;
use crate::rounding::maximum;

unary! {
    /// `out[i] = max(input[i], scalar)`: of two equal ones the number; NaN where one of them is. Its gradient is the
    /// result's times [`greater_equal_scalar`](crate::map::greater_equal_scalar()). Source: MXNet `_maximum_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::maximum_scalar(&[-1.5_f32, 0.0, 2.5], 0.5, &mut out)?;
    /// assert_eq!(out, [0.5, 0.5, 2.5]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    maximum_scalar MaximumScalar { scalar }, keeps_zero: scalar <= V::ZERO, |x| maximum(x, scalar);
    slope, |x| if x >= scalar { V::ONE } else { V::ZERO }
}
