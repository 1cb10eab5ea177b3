//! A multiple.
use super::unary::unary;

unary! {
    /// `out[i] = input[i] * scalar`; of a sparse array the stored values only, whatever the number is. Its gradient is
    /// [`mul_scalar`](crate::map::mul_scalar()) of the result's. Source: MXNet `_mul_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::mul_scalar(&[-1.5_f32, 0.0, 2.5], 0.5, &mut out)?;
    /// assert_eq!(out, [-0.75, 0.0, 1.25]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    mul_scalar MulScalar { scalar }, keeps_zero: true, |x| x * scalar;
    slope, |_x| scalar
}
