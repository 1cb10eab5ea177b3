//! Losses of logits.
use super::embedding::integers;
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element};
use lacuna::infer::Stype::Dense;
use lacuna::{Broadcast, DenseMut, RowsMut, Value};

/// The cross entropy of each row of logits (N x C) with its label (N classes, of any dtype): N losses.
///
/// Gradient of the logits: `(softmax - 1 at the label) g`. Source: Gluon's `SoftmaxCrossEntropyLoss`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoftmaxCrossEntropy;

/// The cross entropy of each logit with its label, 0 to 1, of the same shape: `max(x, 0) - x y + ln(1 + e^-|x|)`.
///
/// Gradient of the logits: `(sigmoid(x) - y) g`. Source: Gluon's `SigmoidBinaryCrossEntropyLoss`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SigmoidCrossEntropy;

fn dense(operator: &'static str, inputs: Inputs<'_>) -> Result<(), OperatorError> {
    if inputs.iter().all(|array| array.stype() == Dense) { Ok(()) } else { Err(inputs.no_path(operator)) }
}

fn classes(operator: &'static str, logits: &Array) -> Result<[usize; 2], OperatorError> {
    logits.shape().try_into().map_err(|_| OperatorError::Shape {
        operator,
        operand: 0,
        expected: "a matrix",
        found: logits.shape().to_vec(),
    })
}

impl Operator for SoftmaxCrossEntropy {
    fn name(&self) -> &'static str {
        "SoftmaxCrossEntropyLoss"
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [logits, labels] = inputs.all(self.name())?;
        dense(self.name(), inputs)?;
        let [rows, columns] = classes(self.name(), logits)?;
        let labels = integers(self.name(), labels, columns, &context.arena)?;
        with_float!(self.name(), logits, V => {
            Ok(context.cpu.softmax_cross_entropy(logits.as_dense::<V>()?, labels, usize::MAX, output.reuse_dense(&[rows])?)?)
        })
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let [logits, labels] = call.inputs.all(self.name())?;
        let shape = classes(self.name(), logits)?;
        let labels = integers(self.name(), labels, shape[1], &context.arena)?;
        with_float!(self.name(), logits, V => {
            let slopes = context.arena.alloc_slice_fill_copy(logits.nnz(), V::default());
            let out = DenseMut::new(shape[0], shape[1], slopes)?;
            context.cpu.softmax_cross_entropy_gradient(logits.as_dense::<V>()?, labels, usize::MAX, V::narrow(1.0), out)?;
            scaled(context, shape, slopes, values::<V>(self.name(), 0, call.gradient)?, gradient)
        })
    }
}

/// Rows times a number for each.
fn scaled<V: Element + Value>(
    context: &Context,
    [rows, columns]: [usize; 2],
    slopes: &[V],
    outer: &[V],
    gradient: &mut Array,
) -> Result<(), OperatorError> {
    gradient.reuse_dense::<V>(&[rows, columns])?;
    let slopes = lacuna::Dense::new(rows, columns, slopes)?;
    let out: RowsMut<'_, V, i64> = gradient.as_dense_mut()?.into();
    Ok(context.cpu.rows_multiply(slopes.into(), Broadcast::Column(outer), out)?)
}

impl Operator for SigmoidCrossEntropy {
    fn name(&self) -> &'static str {
        "SigmoidBinaryCrossEntropyLoss"
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [logits, labels] = inputs.all(self.name())?;
        dense(self.name(), inputs)?;
        with_float!(self.name(), logits, V => {
            let labels = values::<V>(self.name(), 1, labels)?;
            Ok(context.cpu.sigmoid_cross_entropy(values::<V>(self.name(), 0, logits)?, labels, output.reuse_dense(logits.shape())?)?)
        })
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let [logits, labels] = call.inputs.all(self.name())?;
        with_float!(self.name(), logits, V => {
            let slopes = context.arena.alloc_slice_fill_copy(logits.nnz(), V::default());
            let [x, labels, outer] = [logits, labels, call.gradient].map(|array| values::<V>(self.name(), 0, array));
            context.cpu.sigmoid_cross_entropy_gradient(x?, labels?, V::narrow(1.0), slopes)?;
            Ok(context.cpu.multiply(outer?, slopes, gradient.reuse_dense(logits.shape())?)?)
        })
    }
}
