//! The remainder of two numbers.
use super::pairs::binary;

binary! {
    /// `out[i] = mod(left[i], right[i])`, with the sign of the right number: `left - floor(left / right) * right`,
    /// exact, and rounded once where the signs differ; 0 for a right number of 0. Its gradients: of the left number
    /// that of the result; of the right one `g * -floor(left / right)`, by [`divide`](super::divide()),
    /// [`floor`](crate::map::floor()), [`negative`](crate::map::negative()) and [`multiply`](super::multiply()).
    /// Source: MXNet `_mod`.
    ///
    /// ```
    /// let mut out = [9.0; 2];
    /// lacuna::binary::modulo(&[5.5_f32, -5.5], &[2.0, 2.0], &mut out)?;
    /// assert_eq!(out, [1.5, 0.5]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    modulo Modulo, Intersection, |x, y| x.modulo(y), quick x.modulo_quick(y)
}
