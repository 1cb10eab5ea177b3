//! The inverse of the hyperbolic tangent.
use super::unary::unary;

unary! {
    /// `out[i] = arctanh(input[i])`. Infinite at 1 and -1, NaN outside. In `f32` the exact result, rounded; in `f64`
    /// less than 1 unit in the last place from it. Source: MXNet `arctanh`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::arctanh(&[0.0_f32, 0.25, -0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 0.25541282, -0.54930615]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    arctanh Arctanh, keeps_zero: true, |x| x.atanh(), quick (x.atanh(), 0);
    /// `out[i] = gradient[i] * (1 / ((1 - input[i]) * (1 + input[i])))`.
    arctanh_backward(input), |x| V::ONE / ((V::ONE - x) * (V::ONE + x))
}
