//! A part.
use super::unary::unary;

unary! {
    /// `out[i] = input[i] / scalar`; of a sparse array the stored values only, whatever the number is. Its gradient is
    /// [`div_scalar`](crate::map::div_scalar()) of the result's. Source: MXNet `_div_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::div_scalar(&[-1.5_f32, 0.0, 2.5], 0.5, &mut out)?;
    /// assert_eq!(out, [-3.0, 0.0, 5.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    div_scalar DivScalar { scalar }, keeps_zero: true, |x| x / scalar;
    slope, |_x| V::ONE / scalar
}
