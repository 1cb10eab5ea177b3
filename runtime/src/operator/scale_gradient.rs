//! A gradient, multiplied on its way.
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::Array;
use lacuna::Value;
use lacuna::infer::Stype::Dense;

/// The dense operand as it is. Gradient: that of the result, times a number.
///
/// Source: MXNet `example/rnn/large_word_lm`, which multiplies the gradient of its embedding so (`rescale_embed`).
///
/// ```
/// use lacuna::infer::Stype;
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::autograd::{GradientRequest, Tape};
/// use lacuna_runtime::operator::ScaleGradient;
/// let mut tape = Tape::new();
/// let x = tape.parameter(Array::dense(&[1], vec![3.0_f32])?, GradientRequest::Write, Stype::Dense)?;
/// let y = tape.apply(ScaleGradient { factor: 256.0 }, &[x])?;
/// tape.backward(y)?;
/// assert_eq!((tape.value(y)?.data::<f32>(), tape.gradient(x)?.data::<f32>()), (Some(&[3.0][..]), Some(&[256.0][..])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaleGradient {
    /// The number.
    pub factor: f64,
}

impl Operator for ScaleGradient {
    fn name(&self) -> &'static str {
        "ScaleGradient"
    }

    fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [x] = inputs.all(self.name())?;
        Ok(output.reuse_copy(x)?)
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        if call.gradient.stype() != Dense {
            return Err(call.inputs.no_path(self.name()));
        }
        with_float!(self.name(), call.gradient, V => {
            let outer = values::<V>(self.name(), 0, call.gradient)?;
            Ok(context.cpu.mul_scalar(outer, V::narrow(self.factor), gradient.reuse_dense::<V>(call.gradient.shape())?)?)
        })
    }
}
