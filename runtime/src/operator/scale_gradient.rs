//! A gradient, multiplied on its way.
use super::backend::{Done, Pair};
use super::{Backward, Call, Definition};
use lacuna_arrays::array::{Array, Function};

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

impl Definition for ScaleGradient {
    fn name(&self) -> &'static str {
        "ScaleGradient"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all_dense()?;
        call.on.copy(x, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        call.dense(backward.gradient)?;
        call.on.map(Function::MulScalar(self.factor), backward.gradient, gradient)
    }
}

/// The first dense operand as it is. Gradient: that of the result times the second operand, of the same shape, element
/// by element; of that one there is none. So rows of a batch get weights.
///
/// ```
/// use lacuna::infer::Stype;
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::autograd::{GradientRequest, Tape};
/// use lacuna_runtime::operator::WeightGradient;
/// let mut tape = Tape::new();
/// let x = tape.parameter(Array::dense(&[2], vec![3.0_f32, 4.0])?, GradientRequest::Write, Stype::Dense)?;
/// let weights = tape.constant(Array::dense(&[2], vec![0.5_f32, 2.0])?);
/// let y = tape.apply(WeightGradient, &[x, weights])?;
/// tape.backward(y)?;
/// assert_eq!(tape.value(y)?.data::<f32>(), Some(&[3.0, 4.0][..]));
/// assert_eq!(tape.gradient(x)?.data::<f32>(), Some(&[0.5, 2.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeightGradient;

impl Definition for WeightGradient {
    fn name(&self) -> &'static str {
        "WeightGradient"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x, _] = call.all_dense()?;
        call.fits(call.inputs, |shapes| shapes.same())?;
        call.on.copy(x, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [_, weights] = call.all_dense()?;
        call.dense(backward.gradient)?;
        call.on.pair(Pair::Multiply, backward.gradient, weights, gradient)
    }
}
