//! The logistic function.
use super::unary::unary;

unary! {
    /// `out[i] = 1 / (1 + e^-input[i])`. From 0 to 1; a large negative `x` gives `e^x`, also where that is subnormal.
    /// In `f32` the exact result, rounded; in `f64` less than 1 unit in the last place from it. Source: MXNet
    /// `sigmoid`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::sigmoid(&[0.0_f32, 1.0, -1.0], &mut out)?;
    /// assert_eq!(out, [0.5, 0.7310586, 0.26894143]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    sigmoid Sigmoid, keeps_zero: false, |x| x.sigmoid(), quick (x.sigmoid(), 0);
    /// `out[i] = gradient[i] * (result[i] * (1 - result[i]))`.
    sigmoid_backward(result), |y| y * (V::ONE - y)
}
