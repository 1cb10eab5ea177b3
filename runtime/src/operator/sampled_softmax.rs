//! A softmax among a few classes of very many.
use super::backend::Done;
use super::{Backward, Call, Definition, OperatorError};
use lacuna_arrays::array::Array;

/// The cross entropy of each row with its label among k classes of noise, and its gradients, which
/// [`SampledSoftmaxLoss`] takes the losses from.
///
/// Operands, all dense: `x` (N x P); `weight` (N + k x P) and `bias` (N + k x 1), the rows of a table for the N labels
/// and then for the noise, as [`Embedding`](super::Embedding) gives them; `classes` (N + k), the ids of these rows; and
/// `factors` (N): what each row's loss is multiplied by, such as a mask; a row of factor 0 is not looked at. Noise is
/// drawn log-uniformly, with repetition, as by [`lacuna::random::log_uniform`]: the logarithm of how often a class is
/// expected in it is taken off its logit, and noise that is a row's label does not count there. See
/// [`lacuna::loss::sampled_softmax`].
///
/// The result is one row of numbers: N losses, the N gradients of the labels' logits, and those of the noise's (N x k).
/// Gradients: of `x`, `weight` and `bias`, each one product of matrices. Only [`SampledSoftmaxLoss`] passes gradients
/// to it.
///
/// Source: MXNet `example/rnn/large_word_lm`, `sampled_softmax`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SampledSoftmax {
    /// How many classes there are; the frequent ones first.
    pub classes: usize,
}

/// The losses (N) out of the result of [`SampledSoftmax`]: operands that, and its `factors`. Their gradient goes to
/// each row's part of the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SampledSoftmaxLoss;

const NAME: &str = "SampledSoftmax";

/// As many numbers as belong together.
#[derive(Clone, Copy, Debug)]
pub struct SampledShape {
    pub rows: usize,
    /// Of a row.
    pub length: usize,
    /// Classes of noise.
    pub noise: usize,
}

impl SampledShape {
    pub fn of([x, weight, bias, classes, factors]: [&Array; 5]) -> Result<Self, OperatorError> {
        let wrong = |operand, expected, array: &Array| OperatorError::Shape {
            operator: NAME,
            operand,
            expected,
            found: array.shape().to_vec(),
        };
        let &[rows, length] = x.shape() else { return Err(wrong(0, "a matrix", x)) };
        let noise = match *weight.shape() {
            [all, columns] if all > rows && columns == length => all - rows,
            _ => return Err(wrong(1, "more rows than the first has, and as many columns,", weight)),
        };
        if bias.size() != rows + noise {
            return Err(wrong(2, "an element for each row of the second", bias));
        }
        if classes.size() != rows + noise {
            return Err(wrong(3, "an element for each row of the second", classes));
        }
        if factors.size() != rows {
            return Err(wrong(4, "an element for each row of the first", factors));
        }
        Ok(Self { rows, length, noise })
    }

    /// Numbers of the result.
    pub const fn numbers(self) -> usize {
        2 * self.rows + self.rows * self.noise
    }
}

impl Definition for SampledSoftmax {
    fn name(&self) -> &'static str {
        NAME
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let operands = call.all_dense()?;
        call.on.sampled_softmax(operands, SampledShape::of(operands)?, self.classes, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand < 3
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        let operands = call.all_dense()?;
        let shape = SampledShape::of(operands)?;
        if backward.gradient.size() != shape.rows {
            return Err(OperatorError::Own(format!("{NAME} has a gradient from SampledSoftmaxLoss alone")));
        }
        call.on.sampled_softmax_gradient(operands, shape, [backward.output, backward.gradient], operand, gradient)
    }
}

impl Definition for SampledSoftmaxLoss {
    fn name(&self) -> &'static str {
        "SampledSoftmaxLoss"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [all, factors] = call.all()?;
        call.dense(all)?;
        if all.size() < factors.size() {
            return Err(call.wrong_shape(0, "the result of SampledSoftmax", all));
        }
        call.on.sampled_losses(all, factors.size(), output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        call.on.copy(backward.gradient, gradient)
    }
}
