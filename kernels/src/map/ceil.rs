//! To the integer above.
use super::unary::unary;
use crate::rounding;

unary! {
    /// `out[i] = ceil(input[i])`: the smallest integer that is not below. A zero has the sign of the input; NaN and
    /// infinities stay. Its gradient is 0. Source: MXNet `ceil`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::ceil(&[-1.5_f32, 0.0, 2.5], &mut out)?;
    /// assert_eq!(out, [-1.0, 0.0, 3.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    ceil Ceil, keeps_zero: true, |x| rounding::ceil(x);
    slope, |_x| V::ZERO
}
