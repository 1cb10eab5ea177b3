//! The absolute value.
use super::unary::unary;
use crate::rounding::sign;

unary! {
    /// `out[i] = |input[i]|`: the sign bit becomes 0, also that of -0 and NaN. Source: MXNet `abs`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::abs(&[-1.5_f32, 0.0, 2.0], &mut out)?;
    /// assert_eq!(out, [1.5, 0.0, 2.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    abs Abs, keeps_zero: true, |x| x.magnitude();
    /// `out[i] = gradient[i] * sign(input[i])`, where the sign of 0 and of NaN is 0.
    abs_backward(input), |x| sign(x)
}
