//! The sine.
use super::unary::unary;

unary! {
    /// `out[i] = sin(input[i])`. Of radians, reduced with all the bits of pi that an `x` of any size needs; NaN at
    /// infinities. In `f32` the exact result, rounded; in `f64` less than 1 unit in the last place from it. Source:
    /// MXNet `sin`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::sin(&[0.0_f32, 1.0, -2.0], &mut out)?;
    /// assert_eq!(out, [0.0, 0.84147096, -0.9092974]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    sin Sin, keeps_zero: true, |x| x.sin(), quick x.sin_quick();
    /// `out[i] = gradient[i] * cos(input[i])`.
    sin_backward(input), |x| x.cos(), quick |x| x.cos_quick()
}
