//! The inverse of the sine.
use super::unary::unary;

unary! {
    /// `out[i] = arcsin(input[i])`. NaN outside of -1 to 1. In `f32` the exact result, rounded; in `f64` less than 1
    /// unit in the last place from it. Source: MXNet `arcsin`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::arcsin(&[0.0_f32, 1.0, -0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 1.5707964, -0.5235988]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    arcsin Arcsin, keeps_zero: true, |x| x.asin(), quick (x.asin(), 0);
    /// `out[i] = gradient[i] * (1 / sqrt((1 - input[i]) * (1 + input[i])))`.
    arcsin_backward(input), |x| V::ONE / ((V::ONE - x) * (V::ONE + x)).root()
}
