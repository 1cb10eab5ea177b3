//! The inverse of the cosine.
use super::unary::unary;

unary! {
    /// `out[i] = arccos(input[i])`. NaN outside of -1 to 1. In `f32` the exact result, rounded; in `f64` less than 1
    /// unit in the last place from it. Source: MXNet `arccos`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::arccos(&[0.0_f32, 1.0, -0.5], &mut out)?;
    /// assert_eq!(out, [1.5707964, 0.0, 2.0943952]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    arccos Arccos, keeps_zero: false, |x| x.acos(), quick (x.acos(), 0);
    /// `out[i] = gradient[i] * (-(1 / sqrt((1 - input[i]) * (1 + input[i]))))`.
    arccos_backward(input), |x| -(V::ONE / ((V::ONE - x) * (V::ONE + x)).root())
}
