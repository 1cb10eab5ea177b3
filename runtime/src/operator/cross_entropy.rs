//! Losses of logits.
use super::backend::{Done, Pair};
use super::entry::entries;
use super::{Backward, Call, Definition, DenseKernel};
use lacuna_arrays::array::Array;

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

/// The sum of the cross entropies of all rows of logits (N x C) with their labels: one number.
///
/// Gradient of the logits: `(softmax - 1 at the label) g`. Source: MXNet `softmax_cross_entropy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TotalCrossEntropy;

entries! {
    "softmax_cross_entropy" ("data", "label") |_p| {
        Built::new(TotalCrossEntropy, |shapes| {
            let Some([rows, _]) = shapes.matrix(0, "a matrix")? else { return Ok(()) };
            shapes.inferred(1, &[rows])?;
            shapes.result(&[1])
        }, Through("_backward_softmax_cross_entropy", &[Gradient, Input(0), Input(1)])).classes(1)
    };
    "SoftmaxCrossEntropyLoss" ("data", "label") |_p| {
        Built::new(SoftmaxCrossEntropy, |shapes| {
            let Some([rows, _]) = shapes.matrix(0, "a matrix")? else { return Ok(()) };
            shapes.inferred(1, &[rows])?;
            shapes.result(&[rows])
        }, Through("_backward_SoftmaxCrossEntropyLoss", &[Gradient, Input(0), Input(1)])).own_dtype(1)
    };
    "SigmoidBinaryCrossEntropyLoss" ("data", "label") |_p| Built::of_one_shape(
        SigmoidCrossEntropy, Through("_backward_SigmoidBinaryCrossEntropyLoss", &[Gradient, Input(0), Input(1)])
    );
}

impl Definition for SoftmaxCrossEntropy {
    fn name(&self) -> &'static str {
        "SoftmaxCrossEntropyLoss"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [logits, labels] = call.all_dense()?;
        let [rows, _] = call.matrix(0, logits)?;
        call.on.dense(DenseKernel::softmax_cross_entropy, &[logits, labels], &[], &[rows], output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let ([logits, labels], mut slopes) = (call.all()?, call.on.temporary());
        call.on.dense(
            DenseKernel::softmax_cross_entropy_gradient,
            &[logits, labels],
            &[1.0],
            logits.shape(),
            &mut slopes,
        )?;
        call.on.dense(DenseKernel::rows_multiply, &[&slopes, backward.gradient], &[], logits.shape(), gradient)
    }
}

impl Definition for SigmoidCrossEntropy {
    fn name(&self) -> &'static str {
        "SigmoidBinaryCrossEntropyLoss"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [logits, labels] = call.all_dense()?;
        call.on.dense(DenseKernel::sigmoid_cross_entropy, &[logits, labels], &[], logits.shape(), output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let ([logits, labels], mut slopes) = (call.all()?, call.on.temporary());
        call.on.dense(
            DenseKernel::sigmoid_cross_entropy_gradient,
            &[logits, labels],
            &[1.0],
            logits.shape(),
            &mut slopes,
        )?;
        call.on.pair(Pair::Multiply, backward.gradient, &slopes, gradient)
    }
}

impl Definition for TotalCrossEntropy {
    fn name(&self) -> &'static str {
        "softmax_cross_entropy"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let mut losses = call.on.temporary();
        SoftmaxCrossEntropy.result(call, &mut losses)?;
        call.on.dense(DenseKernel::sum, &[&losses], &[], &[1], output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let ([logits, labels], outer) = (call.all_dense()?, backward.gradient);
        let (kernel, mut slopes, mut each) =
            (DenseKernel::softmax_cross_entropy_gradient, call.on.temporary(), call.on.temporary());
        call.dense(outer)?;
        call.on.dense(kernel, &[logits, labels], &[1.0], logits.shape(), &mut slopes)?;
        call.on.fill(outer, logits.shape(), &mut each)?;
        call.on.pair(Pair::Multiply, &each, &slopes, gradient)
    }
}
