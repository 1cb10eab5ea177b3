//! The length of a vector of two.
use super::pairs::binary;

binary! {
    /// `out[i] = sqrt(left[i]^2 + right[i]^2)`, without overflow between; infinity where one of them is. In `f32` the
    /// exact result, rounded; in `f64` less than 1 unit in the last place from it. Its gradients are compositions:
    /// `g * (left / out)` and `g * (right / out)`, by [`divide`](super::divide()) and [`multiply`](super::multiply()).
    /// Source: MXNet `_hypot`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::hypot(&[3.0_f32, -7.5], &[4.0, 4.0], &mut out)?;
    /// assert_eq!(out, [5.0, 8.5]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    hypot Hypot, Union, |x, y| x.hypot(y), quick (x.hypot(y), 0)
}
