//! The remainder of a number.
use super::unary::unary;
use crate::rounding;

unary! {
    /// `out[i] = mod(scalar, input[i])`, with the sign of the input: `scalar - floor(scalar / input[i]) * input[i]`,
    /// exact, and rounded once where the signs differ; 0 for zeros. Source: MXNet `_rmod_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::rmod_scalar(&[2.0_f32, -2.0, 0.0], 5.5, &mut out)?;
    /// assert_eq!(out, [1.5, -0.5, 0.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    rmod_scalar RmodScalar { scalar }, keeps_zero: true, |x| scalar.modulo(x), quick scalar.modulo_quick(x);
    /// `out[i] = gradient[i] * (-floor(scalar / input[i]))`.
    rmod_scalar_backward(input), |x| -rounding::floor(scalar / x)
}
