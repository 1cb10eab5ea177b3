//! The quotient of two numbers.
use super::pairs::binary;

binary! {
    /// `out[i] = left[i] / right[i]`. Source: MXNet `elemwise_div`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::divide(&[-1.5_f32, 2.0], &[2.0, 0.5], &mut out)?;
    /// assert_eq!(out, [-0.75, 4.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    divide Divide, Dense, |x, y| x / y
}
