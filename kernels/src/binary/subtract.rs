//! The difference of two numbers.
use super::pairs::binary;

binary! {
    /// `out[i] = left[i] - right[i]`. Source: MXNet `elemwise_sub`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::subtract(&[-1.5_f32, 2.0], &[2.0, 0.5], &mut out)?;
    /// assert_eq!(out, [-3.5, 1.5]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    subtract Subtract, Union, |x, y| x - y
}
