//! Limited from both sides.
use super::unary::unary;

unary! {
    /// `out[i] = clip(input[i], a_min, a_max)`: `a_max` where it is above that, else `a_min` where it is below
    /// that; NaN stays. Source: MXNet `clip`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::clip(&[-1.5_f32, 0.25, 2.5], -1.0, 1.0, &mut out)?;
    /// assert_eq!(out, [-1.0, 0.25, 1.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    clip Clip { a_min, a_max }, keeps_zero: a_min <= V::ZERO && V::ZERO <= a_max, |x| {
        let from_below = if x < a_min { a_min } else { x };
        if x > a_max { a_max } else { from_below }
    };
    /// `out[i] = 0 where input[i] < a_min, else 0 where input[i] > a_max, else gradient[i]`: the whole gradient where
    /// the input is NaN.
    clip_backward(input) [selects], |x| if x > a_max || x < a_min { V::ZERO } else { V::ONE }
}
