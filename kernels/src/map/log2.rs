//! The logarithm to the base 2.
use super::unary::unary;

unary! {
    /// `out[i] = log2(input[i])`. -infinity at zeros, NaN below; exact for powers of two. In `f32` the exact result,
    /// rounded; in `f64` less than 1 unit in the last place from it. Source: MXNet `log2`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::log2(&[1.0_f32, 8.0, 0.3], &mut out)?;
    /// assert_eq!(out, [0.0, 3.0, -1.7369655]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    log2 Log2, keeps_zero: false, |x| x.log2(), quick (x.log2(), 0);
    /// `out[i] = gradient[i] * (1 / (input[i] * ln(2)))`.
    log2_backward(input), |x| V::ONE / (x * V::LN_2)
}
