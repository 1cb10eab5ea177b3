//! The rectifier.
use super::unary::unary;

unary! {
    /// `out[i] = max(input[i], 0)`: +0 of -0, NaN of NaN. Source: MXNet `relu`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::relu(&[-1.5_f32, 0.0, 2.5], &mut out)?;
    /// assert_eq!(out, [0.0, 0.0, 2.5]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    relu Relu, keeps_zero: true, |x| if x <= V::ZERO { V::ZERO } else { x };
    /// `out[i] = gradient[i] * (1 where result[i] > 0, else 0 where result[i] <= 0, else result[i])`. `result` may also
    /// be the input.
    relu_backward(result), |y| if y > V::ZERO { V::ONE } else if y <= V::ZERO { V::ZERO } else { y }
}
