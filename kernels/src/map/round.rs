//! To the nearest integer, halves away from zero.
use super::unary::unary;
use crate::rounding;

unary! {
    /// `out[i] = round(input[i])`: the nearest integer, and of two the one further from 0. A zero has the sign of the
    /// input; NaN and infinities stay. Its gradient is 0. Source: MXNet `round`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::round(&[-1.5_f32, 0.0, 2.5], &mut out)?;
    /// assert_eq!(out, [-2.0, 0.0, 3.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    round Round, keeps_zero: true, |x| rounding::round(x);
    slope, |_x| V::ZERO
}
