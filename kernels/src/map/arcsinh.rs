//! The inverse of the hyperbolic sine.
use super::unary::unary;

unary! {
    /// `out[i] = arcsinh(input[i])`. The zero of `x` keeps its sign, and infinities stay. In `f32` the exact result,
    /// rounded; in `f64` less than 1 unit in the last place from it. Source: MXNet `arcsinh`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::arcsinh(&[0.0_f32, 1.0, -0.5], &mut out)?;
    /// assert_eq!(out, [0.0, 0.8813736, -0.4812118]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    arcsinh Arcsinh, keeps_zero: true, |x| x.asinh(), quick (x.asinh(), 0);
    /// `out[i] = gradient[i] * (r / sqrt(1 + r * r)) where |input[i]| > 1, else
    /// gradient[i] * (1 / sqrt(input[i] * input[i] + 1)), with r = 1 / |input[i]|`.
    arcsinh_backward(input), |x| {
        // Nothing overflows: the larger of x and 1 is divided out.
        let far = x.magnitude() > V::ONE;
        let inverse = if far { V::ONE / x.magnitude() } else { V::ONE };
        let near = if far { V::ONE } else { x };
        inverse / (near * near + inverse * inverse).root()
    }
}
