//! The soft sign.
use super::unary::unary;

unary! {
    /// `out[i] = input[i] / (1 + |input[i]|)`. Source: MXNet `softsign`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::softsign(&[-1.0_f32, 0.0, 3.0], &mut out)?;
    /// assert_eq!(out, [-0.5, 0.0, 0.75]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    softsign Softsign, keeps_zero: true, |x| x / (V::ONE + x.magnitude());
    /// `out[i] = gradient[i] * (1 / ((1 + |input[i]|) * (1 + |input[i]|)))`.
    softsign_backward(input), |x| V::ONE / ((V::ONE + x.magnitude()) * (V::ONE + x.magnitude()))
}
