//! The length of a vector of two.
use super::unary::unary;

unary! {
    /// `out[i] = sqrt(input[i]^2 + scalar^2)`, without overflow between; infinity where one of them is. In `f32` the
    /// exact result, rounded; in `f64` less than 1 unit in the last place from it. Source: MXNet `_hypot_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::hypot_scalar(&[3.0_f32, 0.0, -7.5], 4.0, &mut out)?;
    /// assert_eq!(out, [5.0, 4.0, 8.5]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    hypot_scalar HypotScalar { scalar }, keeps_zero: scalar == V::ZERO, |x| x.hypot(scalar), quick (x.hypot(scalar), 0);
    /// `out[i] = gradient[i] * (input[i] / hypot(input[i], scalar))`.
    hypot_scalar_backward(input), |x| x / x.hypot(scalar)
}
