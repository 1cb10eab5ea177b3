//! An angle in degrees.
use super::unary::unary;

/// What a radian has.
const DEGREES: f64 = 180.0 / core::f64::consts::PI;

unary! {
    /// `out[i] = f64(input[i] * (180 / pi))`: computed in `f64`. Its gradient is [`degrees`](crate::map::degrees()) of
    /// the result's. Source: MXNet `degrees`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::map::degrees(&[std::f64::consts::PI, 0.0], &mut out)?;
    /// assert_eq!(out, [180.0, 0.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    degrees Degrees, keeps_zero: true, |x| V::narrow(x.widen() * DEGREES);
    slope, |_x| V::narrow(DEGREES)
}
