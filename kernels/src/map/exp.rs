//! The exponential function.
use super::unary::unary;

unary! {
    /// `out[i] = e^input[i]`. Infinity above 88.7 in `f32` and 709.7 in `f64`; subnormal, then 0 below -87.3 and
    /// -708.3. In `f32` the exact result, rounded; in `f64` less than 1 unit in the last place from it. Its gradient is
    /// [`binary::multiply`](crate::binary::multiply()) of the result and its gradient. Source: MXNet `exp`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::exp(&[0.0_f32, 1.0, -1.0], &mut out)?;
    /// assert_eq!(out, [1.0, 2.7182817, 0.36787945]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    exp Exp, keeps_zero: false, |x| x.exp(), quick (x.exp(), 0);
    slope, |x| x.exp()
}
