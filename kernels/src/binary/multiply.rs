//! The product of two numbers.
use super::pairs::binary;

binary! {
    /// `out[i] = left[i] * right[i]`. Source: MXNet `elemwise_mul`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::multiply(&[-1.5_f32, 2.0], &[2.0, 0.5], &mut out)?;
    /// assert_eq!(out, [-3.0, 1.0]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    multiply Multiply, Intersection, |x, y| x * y
}
