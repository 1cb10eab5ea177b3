//! The sum of two numbers.
use super::pairs::binary;

binary! {
    /// `out[i] = left[i] + right[i]`. Source: MXNet `elemwise_add`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::add(&[-1.5_f32, 2.0], &[2.0, 0.5], &mut out)?;
    /// assert_eq!(out, [0.5, 2.5]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    add Add, Union, |x, y| x + y
}
