//! The tangent.
use super::unary::unary;

unary! {
    /// `out[i] = tan(input[i])`. Of radians, reduced with all the bits of pi that an `x` of any size needs; NaN at
    /// infinities. In `f32` the exact result, rounded; in `f64` less than 1 unit in the last place from it. Source:
    /// MXNet `tan`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::tan(&[0.0_f32, 1.0, -2.0], &mut out)?;
    /// assert_eq!(out, [0.0, 1.5574077, 2.1850398]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    tan Tan, keeps_zero: true, |x| x.tan(), quick x.tan_quick();
    /// `out[i] = gradient[i] * (1 + result[i] * result[i])`.
    tan_backward(result), |y| V::ONE + y * y
}
