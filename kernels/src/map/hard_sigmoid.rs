//! The sigmoid in straight lines.
use super::unary::unary;

unary! {
    /// `out[i] = clip(alpha * input[i] + beta, 0, 1)`: as [`clip`](crate::map::clip()). Source: MXNet `hard_sigmoid`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::hard_sigmoid(&[-3.0_f32, 0.0, 1.0], 0.25, 0.5, &mut out)?;
    /// assert_eq!(out, [0.0, 0.5, 0.75]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    hard_sigmoid HardSigmoid { alpha, beta }, keeps_zero: beta <= V::ZERO, |x| {
        let y = alpha * x + beta;
        let below = if y < V::ZERO { V::ZERO } else { y };
        if y > V::ONE { V::ONE } else { below }
    };
    /// `out[i] = ((gradient[i] * alpha where alpha != 0, else 0) where y < 1, else 0) where y > 0, else 0,
    /// with y = alpha * input[i] + beta`.
    hard_sigmoid_backward(input) [selects], |x| {
        let y = alpha * x + beta;
        if y > V::ZERO && y < V::ONE { alpha } else { V::ZERO }
    }
}
