//! What is left of a number.
use super::unary::unary;

unary! {
    /// `out[i] = scalar - input[i]`. Its gradient is [`negative`](crate::map::negative()) of the result's. Source:
    /// MXNet `_rminus_scalar`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::rminus_scalar(&[-1.5_f32, 0.0, 2.5], 0.5, &mut out)?;
    /// assert_eq!(out, [2.0, 0.5, -2.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    rminus_scalar RminusScalar { scalar }, keeps_zero: scalar == V::ZERO, |x| scalar - x;
    slope, |_x| -V::ONE
}
