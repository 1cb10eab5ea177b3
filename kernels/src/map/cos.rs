//! The cosine.
use super::unary::unary;

unary! {
    /// `out[i] = cos(input[i])`. Of radians, reduced with all the bits of pi that an `x` of any size needs; NaN at
    /// infinities. In `f32` the exact result, rounded; in `f64` less than 1 unit in the last place from it. Source:
    /// MXNet `cos`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::cos(&[0.0_f32, 1.0, -2.0], &mut out)?;
    /// assert_eq!(out, [1.0, 0.5403023, -0.41614684]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    cos Cos, keeps_zero: false, |x| x.cos(), quick x.cos_quick();
    /// `out[i] = gradient[i] * (-sin(input[i]))`.
    cos_backward(input), |x| -x.sin(), quick |x| {
        let (sine, doubt) = x.sin_quick();
        (-sine, doubt)
    }
}
