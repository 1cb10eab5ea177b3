//! The natural logarithm.
use super::unary::unary;

unary! {
    /// `out[i] = ln(input[i])`. -infinity at zeros, NaN below. In `f32` the exact result, rounded; in `f64` less than 1
    /// unit in the last place from it. Source: MXNet `log`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::log(&[1.0_f32, 2.0, 0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 0.6931472, -0.6931472]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    log Log, keeps_zero: false, |x| x.ln(), quick x.ln_quick();
    /// `out[i] = gradient[i] * (1 / input[i])`.
    log_backward(input), |x| V::ONE / x
}
