//! The natural logarithm of a number and 1.
use super::unary::unary;

unary! {
    /// `out[i] = ln(1 + input[i])`. Exact also where `1 + x` would round; -infinity at -1, NaN below. In `f32` the
    /// exact result, rounded; in `f64` less than 1 unit in the last place from it. Source: MXNet `log1p`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::log1p(&[0.0_f32, 1.0, -0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 0.6931472, -0.6931472]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    log1p Log1p, keeps_zero: true, |x| x.ln_1p(), quick x.ln_1p_quick();
    /// `out[i] = gradient[i] * (1 / (1 + input[i]))`.
    log1p_backward(input), |x| V::ONE / (V::ONE + x)
}
