//! An angle in radians.
use super::unary::unary;

/// What a degree has.
const RADIANS: f64 = core::f64::consts::PI / 180.0;

unary! {
    /// `out[i] = f64(input[i] * (pi / 180))`: computed in `f64`. Its gradient is [`radians`](crate::map::radians()) of
    /// the result's. Source: MXNet `radians`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::map::radians(&[180.0_f64, 0.0], &mut out)?;
    /// assert_eq!(out, [std::f64::consts::PI, 0.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    radians Radians, keeps_zero: true, |x| V::narrow(x.widen() * RADIANS);
    slope, |_x| V::narrow(RADIANS)
}
