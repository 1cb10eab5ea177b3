//! The logarithm of the gamma function.
use super::unary::unary;

unary! {
    /// `out[i] = gammaln(input[i])`, the logarithm of the gamma function's magnitude. Infinity at zeros, whole negative
    /// numbers and infinities. In `f32` the exact result, rounded; in `f64` less than 1 unit in the last place from it,
    /// also next to its zeros 1 and 2; below -2, where it has other zeros, less than that or `2^-56`. Source: MXNet
    /// `gammaln`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::gammaln(&[5.0_f32, 2.0, -1.5], &mut out)?;
    /// assert_eq!(out, [3.1780539, 0.0, 0.86004704]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    gammaln Gammaln, keeps_zero: false, |x| x.ln_gamma(), quick (x.ln_gamma(), 0);
    /// `out[i] = gradient[i] * digamma(input[i])`. The slope is -infinity at +0, infinity at -0, and NaN at whole
    /// negative numbers.
    gammaln_backward(input), |x| x.digamma(), quick |x| (x.digamma(), 0)
}
