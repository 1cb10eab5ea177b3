//! A number divided.
use super::unary::unary;

unary! {
    /// `out[i] = scalar / input[i]`; the reciprocal, for 1. Source: MXNet `_rdiv_scalar`, `reciprocal`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::rdiv_scalar(&[-0.5_f32, 2.0, 4.0], 1.0, &mut out)?;
    /// assert_eq!(out, [-2.0, 0.5, 0.25]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    rdiv_scalar RdivScalar { scalar }, keeps_zero: false, |x| scalar / x;
    /// `out[i] = gradient[i] * (-scalar / (input[i] * input[i]))`.
    rdiv_scalar_backward(input), |x| -scalar / (x * x)
}
