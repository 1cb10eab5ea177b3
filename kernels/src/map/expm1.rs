//! The exponential function less 1.
use super::unary::unary;

unary! {
    /// `out[i] = e^input[i] - 1`. Exact also where `e^x` is near 1; the zero of `x` keeps its sign. In `f32` the exact
    /// result, rounded; in `f64` less than 1 unit in the last place from it. Source: MXNet `expm1`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::expm1(&[0.0_f32, 1.0, -1.0], &mut out)?;
    /// assert_eq!(out, [0.0, 1.7182819, -0.63212055]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    expm1 Expm1, keeps_zero: true, |x| x.exp_m1(), quick (x.exp_m1(), 0);
    /// `out[i] = gradient[i] * e^input[i]`.
    expm1_backward(input), |x| x.exp(), quick |x| (x.exp(), 0)
}
