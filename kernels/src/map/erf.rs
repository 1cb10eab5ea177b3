//! The error function.
use super::unary::unary;

unary! {
    /// `out[i] = 2 / sqrt(pi) * integral of e^(-t^2)` from 0 to `input[i]`. 1 and -1 at infinities; the zero of `x`
    /// keeps its sign. In `f32` the exact result, rounded; in `f64` less than 1 unit in the last place from it. Source:
    /// MXNet `erf`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::erf(&[0.0_f32, 1.0, -0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 0.8427008, -0.5204999]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    erf Erf, keeps_zero: true, |x| x.erf(), quick (x.erf(), 0);
    /// `out[i] = gradient[i] * (f64(2 / sqrt(pi)) * e^-(input[i] * input[i]))`.
    erf_backward(input), |x| V::narrow(core::f64::consts::FRAC_2_SQRT_PI) * (-(x * x)).exp(), quick |x| (
        V::narrow(core::f64::consts::FRAC_2_SQRT_PI) * (-(x * x)).exp(), 0
    )
}
