//! The inverse of the hyperbolic cosine.
use super::unary::unary;

unary! {
    /// `out[i] = arccosh(input[i])`. NaN below 1. In `f32` the exact result, rounded; in `f64` less than 1 unit in the
    /// last place from it. Source: MXNet `arccosh`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::arccosh(&[1.0_f32, 2.0, 3.0], &mut out)?;
    /// assert_eq!(out, [0.0, 1.316958, 1.7627472]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    arccosh Arccosh, keeps_zero: false, |x| x.acosh(), quick (x.acosh(), 0);
    /// `out[i] = gradient[i] * (1 / (sqrt(|input[i]| - 1) * sqrt(|input[i]| + 1)))`.
    arccosh_backward(input), |x| V::ONE / ((x.magnitude() - V::ONE).root() * (x.magnitude() + V::ONE).root())
}
