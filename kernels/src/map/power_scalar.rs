//! A power of it.
use super::unary::unary;

unary! {
    /// `out[i] = input[i]^scalar`: 1 for a power of 0 and of a base of 1, NaN for a negative base and a power that is
    /// not whole. In `f32` the exact result, rounded, except for about one in 10^8; in `f64` less than 1 unit in the
    /// last place from it. Source: MXNet `_power_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::power_scalar(&[4.0_f32, 0.25, 9.0], 1.5, &mut out)?;
    /// assert_eq!(out, [8.0, 0.125, 27.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    power_scalar PowerScalar { scalar }, keeps_zero: scalar > V::ZERO, |x| x.pow(scalar), quick (x.pow(scalar), 0);
    /// `out[i] = gradient[i] * (input[i]^(scalar - 1) * scalar)`.
    power_scalar_backward(input), |x| x.pow(scalar - V::ONE) * scalar
}
