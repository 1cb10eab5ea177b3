//! The square.
use super::unary::unary;

unary! {
    /// `out[i] = input[i] * input[i]`. Source: MXNet `square`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::square(&[-1.5_f32, 0.0, 2.0], &mut out)?;
    /// assert_eq!(out, [2.25, 0.0, 4.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    square Square, keeps_zero: true, |x| x * x;
    /// `out[i] = gradient[i] * (input[i] + input[i])`.
    square_backward(input), |x| x + x
}
