//! The sign.
use super::unary::unary;
use crate::rounding;

unary! {
    /// `out[i] = sign(input[i])`: 1, -1, or 0 of both zeros and of NaN. Its gradient is 0. Source: MXNet `sign`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::sign(&[-1.5_f32, 0.0, 2.5], &mut out)?;
    /// assert_eq!(out, [-1.0, 0.0, 1.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    sign Sign, keeps_zero: true, |x| rounding::sign(x);
    slope, |_x| V::ZERO
}
