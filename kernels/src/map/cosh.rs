//! The hyperbolic cosine.
use super::unary::unary;

unary! {
    /// `out[i] = cosh(input[i])`. Infinity above 89.4 in `f32` and 710.4 in `f64`, and below their negatives. In `f32`
    /// the exact result, rounded; in `f64` less than 1 unit in the last place from it. Source: MXNet `cosh`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::cosh(&[0.0_f32, 1.0, -0.5], &mut out)?;
    /// assert_eq!(out, [1.0, 1.5430807, 1.127626]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    cosh Cosh, keeps_zero: false, |x| x.cosh(), quick (x.cosh(), 0);
    /// `out[i] = gradient[i] * sinh(input[i])`.
    cosh_backward(input), |x| x.sinh(), quick |x| (x.sinh(), 0)
}
