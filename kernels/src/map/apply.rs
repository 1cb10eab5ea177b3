//! Any function of one number, on slices.
use super::{Backward, Unary};
use crate::elements::{Elements, InPlace};
use crate::error::KernelError;
use crate::kernel::{How, perform};
use crate::{Number, Value};

/// `out[i] = F(input[i])`, for any function.
///
/// Shapes: slices of one length. Cost: one read of the input and one write of the output, streamed if it is large.
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// use lacuna::{Value, map};
///
/// #[derive(Clone, Copy)]
/// struct Cube;
/// impl<V: Value> map::Unary<V> for Cube {
///     const NAME: &'static str = "cube";
///     fn keeps_zero(&self) -> bool {
///         true
///     }
///     fn of(&self, x: V) -> V {
///         x * x * x
///     }
///     fn slope(&self, x: V) -> V {
///         (V::ONE + V::ONE + V::ONE) * x * x
///     }
/// }
///
/// let mut out = [0.0; 3];
/// map::unary(Cube, &[-1.0_f32, 2.0, 0.0], &mut out)?;
/// assert_eq!(out, [-1.0, 8.0, 0.0]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn unary<F: Unary<V>, V: Number>(function: F, input: &[V], out: &mut [V]) -> Result<(), KernelError> {
    perform(Elements { function, inputs: [input], out }, How::CALL)
}

/// `values[i] = F(values[i])`, for any function.
///
/// Cost: one read and one write of the values.
///
/// ```
/// let mut values = [-1.0_f32, 2.0, 0.0];
/// lacuna::map::unary_in_place(lacuna::map::Square, &mut values);
/// assert_eq!(values, [1.0, 4.0, 0.0]);
/// ```
pub fn unary_in_place<F: Unary<V>, V: Number>(function: F, values: &mut [V]) {
    // Nothing is refused.
    let _ = perform(InPlace { function, values }, How::CALL);
}

/// `out[i] = gradient[i] * F'(at[i])`, for any function: `at` is what [`Unary::slope`] takes.
///
/// Shapes: slices of one length. Cost: one read of both operands and one write of the output, streamed if it is large.
/// An infinite gradient where the slope is 0 gives NaN, as the product does, except for functions that
/// [select](Unary::SELECTS).
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// let mut out = [0.0; 3];
/// lacuna::map::backward(lacuna::map::Square, &[1.0_f32, 0.5, 1.0], &[3.0, -4.0, 0.0], &mut out)?;
/// assert_eq!(out, [6.0, -4.0, 0.0]);
/// lacuna::map::square_backward(&[1.0_f32, 0.5, 1.0], &[3.0, -4.0, 0.0], &mut out)?;
/// assert_eq!(out, [6.0, -4.0, 0.0]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn backward<F: Unary<V>, V: Value>(
    function: F,
    gradient: &[V],
    at: &[V],
    out: &mut [V],
) -> Result<(), KernelError> {
    perform(Elements { function: Backward(function), inputs: [gradient, at], out }, How::CALL)
}
