//! A number more.
use super::unary::unary;

unary! {
    /// `out[i] = input[i] + scalar`; of a sparse array the stored values only. A difference is the sum with the
    /// opposite number, and the gradient is that of the result. Source: MXNet `_plus_scalar`, `_minus_scalar`,
    /// `_scatter_plus_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::plus_scalar(&[-1.5_f32, 0.0, 2.5], 0.5, &mut out)?;
    /// assert_eq!(out, [-1.0, 0.5, 3.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    plus_scalar PlusScalar { scalar }, keeps_zero: scalar == V::ZERO, |x| x + scalar;
    slope, |_x| V::ONE
}
