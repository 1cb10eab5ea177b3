//! The smooth distance.
use super::unary::unary;

unary! {
    /// `out[i] = |input[i]| - 0.5 * (1 / (scalar * scalar)) where |input[i]| > 1 / (scalar * scalar), else
    /// 0.5 * input[i] * input[i] * (scalar * scalar)`. Source: MXNet `smooth_l1`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::smooth_l1(&[-3.0_f32, 0.0, 0.5], 1.0, &mut out)?;
    /// assert_eq!(out, [2.5, 0.0, 0.125]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    smooth_l1 SmoothL1 { scalar }, keeps_zero: true, |x| {
        let (factor, half) = (scalar * scalar, V::ONE / (V::ONE + V::ONE));
        let limit = V::ONE / factor;
        let inside = half * x * x * factor;
        if x.magnitude() > limit { x.magnitude() - half * limit } else { inside }
    };
    /// `out[i] = -gradient[i] where input[i] < -(1 / (scalar * scalar)), else gradient[i] where
    /// input[i] > 1 / (scalar * scalar), else gradient[i] * (scalar * scalar * input[i])`.
    smooth_l1_backward(input), |x| {
        let factor = scalar * scalar;
        let limit = V::ONE / factor;
        let above = if x > limit { V::ONE } else { factor * x };
        if x < -limit { -V::ONE } else { above }
    }
}
