//! Losses of logits.
use super::backend::{Done, Pair};
use super::entry::entries;
use super::{Backward, Call, Definition};
use crate::array::Array;

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

entries! {
    "SoftmaxCrossEntropyLoss" ("data", "label") |_p| {
        Built::new(SoftmaxCrossEntropy, |shapes| {
            let Some([rows, _]) = shapes.matrix(0, "a matrix")? else { return Ok(()) };
            shapes.inferred(1, &[rows])?;
            shapes.result(&[rows])
        }, Through("_backward_SoftmaxCrossEntropyLoss", &[Gradient, Input(0), Input(1)])).own_dtype(1)
    };
    "SigmoidBinaryCrossEntropyLoss" ("data", "label") |_p| Built::of_one_shape(SigmoidCrossEntropy, Through("_backward_SigmoidBinaryCrossEntropyLoss", &[Gradient, Input(0), Input(1)]));
}

impl Definition for SoftmaxCrossEntropy {
    fn name(&self) -> &'static str {
        "SoftmaxCrossEntropyLoss"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [logits, labels] = call.all_dense()?;
        call.matrix(0, logits)?;
        call.on.softmax_cross_entropy(logits, labels, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let ([logits, labels], mut slopes) = (call.all()?, call.on.temporary());
        call.on.softmax_cross_entropy_slopes(logits, labels, &mut slopes)?;
        call.on.scale_rows(&slopes, backward.gradient, gradient)
    }
}

impl Definition for SigmoidCrossEntropy {
    fn name(&self) -> &'static str {
        "SigmoidBinaryCrossEntropyLoss"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [logits, labels] = call.all_dense()?;
        call.on.sigmoid_cross_entropy(logits, labels, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let ([logits, labels], mut slopes) = (call.all()?, call.on.temporary());
        call.on.sigmoid_cross_entropy_slopes(logits, labels, &mut slopes)?;
        call.on.pair(Pair::Multiply, backward.gradient, &slopes, gradient)
    }
}
