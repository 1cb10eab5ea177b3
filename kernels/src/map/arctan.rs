//! The inverse of the tangent.
use super::unary::unary;

unary! {
    /// `out[i] = arctan(input[i])`. Half of pi at infinities. In `f32` the exact result, rounded; in `f64` less than 1
    /// unit in the last place from it. Source: MXNet `arctan`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::arctan(&[0.0_f32, 1.0, -0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 0.7853982, -0.4636476]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    arctan Arctan, keeps_zero: true, |x| x.atan(), quick (x.atan(), 0);
    /// `out[i] = gradient[i] * (1 / (1 + input[i] * input[i]))`.
    arctan_backward(input), |x| V::ONE / (V::ONE + x * x)
}
