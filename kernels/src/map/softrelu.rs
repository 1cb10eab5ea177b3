//! The smooth form of the rectifier.
use super::unary::unary;

unary! {
    /// `out[i] = ln(1 + e^input[i])`. Nothing overflows: a large `x` gives itself, a large negative one `e^x`. In `f32`
    /// the exact result, rounded; in `f64` less than 1 unit in the last place from it. Source: MXNet `Activation` with
    /// `act_type` softrelu.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::softrelu(&[0.0_f32, 1.0, -1.0], &mut out)?;
    /// assert_eq!(out, [0.6931472, 1.3132616, 0.3132617]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    softrelu Softrelu, keeps_zero: false, |x| x.softrelu(), quick (x.softrelu(), 0);
    /// `out[i] = gradient[i] * sigmoid(input[i])`.
    softrelu_backward(input), |x| x.sigmoid(), quick |x| (x.sigmoid(), 0)
}
