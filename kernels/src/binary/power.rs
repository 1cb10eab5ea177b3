//! A number to the power of another.
use super::pairs::binary;

binary! {
    /// `out[i] = left[i]^right[i]`: 1 for a power of 0 and of a base of 1, NaN for a negative base and a power that is
    /// not whole. In `f32` the exact result, rounded, except for about one in 10^8; in `f64` less than 1 unit in the
    /// last place from it. Its gradients are compositions: of the left number `g * (left^(right - 1) * right)`, by
    /// [`plus_scalar`](crate::map::plus_scalar()), this and [`multiply`](super::multiply()); of the right one
    /// `g * (left^right * ln(left))`, by [`log`](crate::map::log()) and `multiply`. Source: MXNet `_power`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::power(&[4.0_f32, -2.0], &[1.5, 3.0], &mut out)?;
    /// assert_eq!(out, [8.0, -8.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    power Power, Dense, |x, y| x.pow(y), quick (x.pow(y), 0)
}
