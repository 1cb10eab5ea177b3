//! The hyperbolic sine.
use super::unary::unary;

unary! {
    /// `out[i] = sinh(input[i])`. Infinity above 89.4 in `f32` and 710.4 in `f64`. In `f32` the exact result, rounded;
    /// in `f64` less than 1 unit in the last place from it. Source: MXNet `sinh`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::sinh(&[0.0_f32, 1.0, -0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 1.1752012, -0.5210953]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    sinh Sinh, keeps_zero: true, |x| x.sinh(), quick (x.sinh(), 0);
    /// `out[i] = gradient[i] * cosh(input[i])`.
    sinh_backward(input), |x| x.cosh(), quick |x| (x.cosh(), 0)
}
