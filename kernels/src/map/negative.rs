//! The opposite.
use super::unary::unary;

unary! {
    /// `out[i] = -input[i]`: the other sign, also of 0. Its gradient is [`negative`](crate::map::negative()) of the
    /// result's. Source: MXNet `negative`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::negative(&[-1.5_f32, 0.0, 2.5], &mut out)?;
    /// assert_eq!(out, [1.5, -0.0, -2.5]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    negative Negative, keeps_zero: true, |x| -x;
    slope, |_x| -V::ONE
}
