//! A number to its power.
use super::unary::unary;

unary! {
    /// `out[i] = scalar^input[i]`: 1 for a power of 0 and of a base of 1, NaN for a negative base and a power that is
    /// not whole. In `f32` the exact result, rounded, except for about one in 10^8; in `f64` less than 1 unit in the
    /// last place from it. Source: MXNet `_rpower_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::rpower_scalar(&[0.0_f32, 3.0, -0.5], 4.0, &mut out)?;
    /// assert_eq!(out, [1.0, 64.0, 0.5]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    rpower_scalar RpowerScalar { scalar }, keeps_zero: false, |x| scalar.pow(x), quick (scalar.pow(x), 0);
    /// `out[i] = gradient[i] * (result[i] * ln(scalar))`.
    rpower_scalar_backward(result), |y| y * scalar.ln()
}
