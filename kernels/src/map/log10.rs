//! The logarithm to the base 10.
use super::unary::unary;

unary! {
    /// `out[i] = log10(input[i])`. -infinity at zeros, NaN below. In `f32` the exact result, rounded; in `f64` less
    /// than 1 unit in the last place from it. Source: MXNet `log10`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::log10(&[1.0_f32, 1000.0, 2.0], &mut out)?;
    /// assert_eq!(out, [0.0, 3.0, 0.30103]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    log10 Log10, keeps_zero: false, |x| x.log10(), quick x.log10_quick();
    /// `out[i] = gradient[i] * (1 / (input[i] * ln(10)))`.
    log10_backward(input), |x| V::ONE / (x * V::LN_10)
}
