//! The inverse of the cube root.
use super::unary::unary;

unary! {
    /// `out[i] = 1 / cbrt(input[i])`. Infinity at 0, -infinity at -0. In `f32` the exact result, rounded; in `f64` less
    /// than 1 unit in the last place from it. Source: MXNet `rcbrt`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::rcbrt(&[1.0_f32, 8.0, -2.0], &mut out)?;
    /// assert_eq!(out, [1.0, 0.5, -0.7937005]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    rcbrt Rcbrt, keeps_zero: false, |x| x.rcbrt(), quick (x.rcbrt(), 0);
    /// `out[i] = gradient[i] * (-(rcbrt(input[i]) / (3 * input[i])))`.
    rcbrt_backward(input), |x| {
        let three = V::ONE + V::ONE + V::ONE;
        -(x.rcbrt() / (three * x))
    }
}
