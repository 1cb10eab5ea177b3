//! The inverse of the square root.
use super::unary::unary;

unary! {
    /// `out[i] = 1 / sqrt(input[i])`. Infinity at 0, -infinity at -0, NaN below. In `f32` the exact result, rounded; in
    /// `f64` less than 1 unit in the last place from it. Source: MXNet `rsqrt`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::rsqrt(&[1.0_f32, 4.0, 2.0], &mut out)?;
    /// assert_eq!(out, [1.0, 0.5, 0.70710677]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    rsqrt Rsqrt, keeps_zero: false, |x| x.rsqrt(), quick (x.rsqrt(), 0);
    /// `out[i] = gradient[i] * (-(0.5 * rsqrt(input[i]) / input[i]))`.
    rsqrt_backward(input), |x| {
        let half = V::ONE / (V::ONE + V::ONE);
        -(half * x.rsqrt() / x)
    }
}
