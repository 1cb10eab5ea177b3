//! To the integer below.
use super::unary::unary;
use crate::rounding;

unary! {
    /// `out[i] = floor(input[i])`: the largest integer that is not above. A zero has the sign of the input; NaN and
    /// infinities stay. Its gradient is 0. Source: MXNet `floor`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::floor(&[-1.5_f32, 0.0, 2.5], &mut out)?;
    /// assert_eq!(out, [-2.0, 0.0, 2.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    floor Floor, keeps_zero: true, |x| rounding::floor(x);
    slope, |_x| V::ZERO
}
