//! To the nearest integer, halves down.
use super::unary::unary;
use crate::rounding;

unary! {
    /// `out[i] = rint(input[i])`: the nearest integer, and of two the lower one (as MXNet does; IEEE 754 takes the even
    /// one). A zero has the sign of the input; NaN and infinities stay. Its gradient is 0. Source: MXNet `rint`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::rint(&[-1.5_f32, 0.0, 2.5], &mut out)?;
    /// assert_eq!(out, [-2.0, 0.0, 2.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    rint Rint, keeps_zero: true, |x| rounding::rint(x);
    slope, |_x| V::ZERO
}
