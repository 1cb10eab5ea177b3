//! The square root.
use super::unary::unary;

unary! {
    /// `out[i] = sqrt(input[i])`. NaN below zero; -0 gives itself. Correctly rounded in both types. Source: MXNet
    /// `sqrt`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::sqrt(&[0.0_f32, 4.0, 2.0], &mut out)?;
    /// assert_eq!(out, [0.0, 2.0, 1.4142135]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    sqrt Sqrt, keeps_zero: true, |x| x.root();
    /// `out[i] = gradient[i] * (0.5 / result[i])`.
    sqrt_backward(result), |y| V::ONE / (V::ONE + V::ONE) / y
}
