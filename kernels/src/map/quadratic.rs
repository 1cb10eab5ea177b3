//! A polynomial of degree 2.
use super::unary::unary;

unary! {
    /// `out[i] = (a * input[i] + b) * input[i] + c`. Source: MXNet `_contrib_quadratic`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::quadratic(&[-1.0_f32, 0.0, 2.0], 0.5, 1.0, 3.0, &mut out)?;
    /// assert_eq!(out, [2.5, 3.0, 7.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    quadratic Quadratic { a, b, c }, keeps_zero: c == V::ZERO, |x| (a * x + b) * x + c;
    /// `out[i] = gradient[i] * ((a + a) * input[i] + b)`.
    quadratic_backward(input), |x| (a + a) * x + b
}
