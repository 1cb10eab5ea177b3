//! To the integer towards zero.
use super::unary::unary;
use crate::rounding;

unary! {
    /// `out[i] = trunc(input[i])`: the integer part. A zero has the sign of the input; NaN and infinities stay. Its
    /// gradient is 0. Source: MXNet `trunc` and `fix`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::trunc(&[-1.5_f32, 0.0, 2.5], &mut out)?;
    /// assert_eq!(out, [-1.0, 0.0, 2.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    trunc Trunc, keeps_zero: true, |x| rounding::trunc(x);
    slope, |_x| V::ZERO
}
