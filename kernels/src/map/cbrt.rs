//! The cube root.
use super::unary::unary;

unary! {
    /// `out[i] = cbrt(input[i])`. Of negative numbers too. In `f32` the exact result, rounded; in `f64` less than 1
    /// unit in the last place from it. Source: MXNet `cbrt`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::cbrt(&[0.0_f32, 8.0, -2.0], &mut out)?;
    /// assert_eq!(out, [0.0, 2.0, -1.2599211]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    cbrt Cbrt, keeps_zero: true, |x| x.cbrt(), quick (x.cbrt(), 0);
    /// `out[i] = gradient[i] * (1 / (3 * (result[i] * result[i])))`.
    cbrt_backward(result), |y| V::ONE / ((V::ONE + V::ONE + V::ONE) * (y * y))
}
