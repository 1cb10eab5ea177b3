//! The hyperbolic tangent.
use super::unary::unary;

unary! {
    /// `out[i] = tanh(input[i])`. 1 and -1 at infinities. In `f32` the exact result, rounded; in `f64` less than 1 unit
    /// in the last place from it. Source: MXNet `tanh`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::tanh(&[0.0_f32, 1.0, -0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 0.7615942, -0.46211717]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    tanh Tanh, keeps_zero: true, |x| x.tanh(), quick (x.tanh(), 0);
    /// `out[i] = gradient[i] * ((1 - result[i]) * (1 + result[i]))`.
    tanh_backward(result), |y| (V::ONE - y) * (V::ONE + y)
}
