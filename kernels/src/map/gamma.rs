//! The gamma function.
use super::unary::unary;

unary! {
    /// `out[i] = gamma(input[i])`, the factorial of `input[i] - 1`. Infinity above 35.04 in `f32` and 171.6 in `f64`,
    /// and at zeros, with their sign; NaN at whole negative numbers and -infinity; 0 below -42 and -184. In `f32` the
    /// exact result, rounded; in `f64` less than 1 unit in the last place from it. Source: MXNet `gamma`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::gamma(&[5.0_f32, 0.5, -1.5], &mut out)?;
    /// assert_eq!(out, [24.0, 1.7724539, 2.3632717]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    gamma Gamma, keeps_zero: false, |x| x.gamma(), quick (x.gamma(), 0);
    /// `out[i] = gradient[i] * (gamma(input[i]) * digamma(input[i]))`. At zeros the slope is -infinity.
    gamma_backward(input), |x| x.gamma() * x.digamma(), quick |x| (x.gamma() * x.digamma(), 0)
}
