//! The remainder.
use super::unary::unary;

unary! {
    /// `out[i] = mod(input[i], scalar)`, with the sign of the number: `input[i] - floor(input[i] / scalar) * scalar`,
    /// exact, and rounded once where the signs differ; 0 for a number of 0. Its gradient is that of the result. Source:
    /// MXNet `_mod_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::mod_scalar(&[5.5_f32, -5.5, 4.0], 2.0, &mut out)?;
    /// assert_eq!(out, [1.5, 0.5, 0.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    mod_scalar ModScalar { scalar }, keeps_zero: !scalar.is_nan(), |x| x.modulo(scalar), quick x.modulo_quick(scalar);
    slope, |_x| V::ONE
}
