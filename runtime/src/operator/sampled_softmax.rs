//! A softmax among a few classes of very many.
use super::dot::{Form, Products};
use super::embedding::integers;
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element};
use lacuna::infer::Stype::Dense;
use lacuna::{Broadcast, DenseMut, RowsMut, Value};

/// The cross entropy of each row with its label among k classes of noise, and its gradients, which [`SampledSoftmaxLoss`] takes the losses from.
///
/// Operands, all dense: `x` (N x P); `weight` (N + k x P) and `bias` (N + k x 1), the rows of a table for the N labels and then for the noise, as [`Embedding`](super::Embedding) gives them; `classes` (N + k), the ids of these
/// rows; and `factors` (N): what each row's loss is multiplied by, such as a mask; a row of factor 0 is not looked at. Noise is drawn log-uniformly, with repetition, as by [`lacuna::random::log_uniform`]: the logarithm of how often a class is
/// expected in it is taken off its logit, and noise that is a row's label does not count there. See [`lacuna::loss::sampled_softmax`].
///
/// The result is one row of numbers: N losses, the N gradients of the labels' logits, and those of the noise's (N x k). Gradients: of `x`, `weight` and `bias`, each one product of matrices. Only [`SampledSoftmaxLoss`] passes
/// gradients to it.
///
/// Source: MXNet `example/rnn/large_word_lm`, `sampled_softmax`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SampledSoftmax {
    /// How many classes there are; the frequent ones first.
    pub classes: usize,
}

/// The losses (N) out of the result of [`SampledSoftmax`]: operands that, and its `factors`. Their gradient goes to each row's part of the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SampledSoftmaxLoss;

const NAME: &str = "SampledSoftmax";

/// As many numbers as belong together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SampledShape {
    pub rows: usize,
    /// Of a row.
    pub length: usize,
    /// Classes of noise.
    pub noise: usize,
}

impl SampledShape {
    pub fn of([x, weight, bias, classes, factors]: [&Array; 5]) -> Result<Self, OperatorError> {
        let wrong =
            |operand, expected, array: &Array| OperatorError::Shape { operator: NAME, operand, expected, found: array.shape().to_vec() };
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

/// For a gradient that comes from another operator.
pub(crate) fn not_its_loss() -> OperatorError {
    OperatorError::Own(format!("{NAME} has a gradient from SampledSoftmaxLoss alone"))
}

/// The operands.
#[derive(Clone, Copy)]
struct Operands<'a, V> {
    shape: SampledShape,
    x: &'a [V],
    weight: &'a [V],
    bias: &'a [V],
    factors: &'a [V],
}

impl<'a, V: Element + Value> Operands<'a, V> {
    fn new(inputs: Inputs<'a>) -> Result<(Self, &'a Array), OperatorError> {
        let [x, weight, bias, classes, factors] = inputs.all(NAME)?;
        if inputs.iter().any(|array| array.stype() != Dense) {
            return Err(inputs.no_path(NAME));
        }
        let shape = SampledShape::of([x, weight, bias, classes, factors])?;
        let [x, weight, bias] = [(0, x), (1, weight), (2, bias)].map(|(operand, array)| values::<V>(NAME, operand, array));
        let own = Self { shape, x: x?, weight: weight?, bias: bias?, factors: values(NAME, 4, factors)? };
        Ok((own, classes))
    }

    /// Rows of labels, and of noise.
    fn weights(&self) -> Result<[lacuna::Dense<'a, V>; 2], OperatorError> {
        let SampledShape { rows, length, noise } = self.shape;
        let (of_labels, of_noise) = self.weight.split_at(rows * length);
        Ok([lacuna::Dense::new(rows, length, of_labels)?, lacuna::Dense::new(noise, length, of_noise)?])
    }

    fn zeros(&self, context: &'a Context, length: usize) -> &'a mut [V] {
        context.arena.alloc_slice_fill_copy(length, V::ZERO)
    }
}

impl Operator for SampledSoftmax {
    fn name(&self) -> &'static str {
        NAME
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [x, ..]: [&Array; 5] = inputs.all(NAME)?;
        with_float!(NAME, x, V => {
            let (own, classes) = Operands::<V>::new(inputs)?;
            forward(context, own, integers(NAME, classes, self.classes, &context.arena)?, self.classes, output)
        })
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand < 3
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let operands: [&Array; 5] = call.inputs.all(NAME)?;
        let shape = operands.get(operand).map_or(&[][..], |array| array.shape());
        with_float!(NAME, call.output, V => {
            let (own, _) = Operands::<V>::new(call.inputs)?;
            let [all, outer] = [call.output, call.gradient].map(|array| values::<V>(NAME, 0, array));
            let (_, slopes) = all?.split_at(own.shape.rows);
            of_operand(context, own, slopes.split_at(own.shape.rows), outer?, operand, gradient.reuse_dense(shape)?)
        })
    }
}

fn forward<V: Element + Value>(
    context: &Context,
    own: Operands<'_, V>,
    classes: &[i64],
    all_classes: usize,
    output: &mut Array,
) -> Result<(), OperatorError> {
    let (cpu, SampledShape { rows, length, noise }) = (context.cpu, own.shape);
    let [of_labels, of_noise] = own.weights()?;
    let (counts, logarithms) = (own.zeros(context, rows + noise), own.zeros(context, rows + noise));
    cpu.expected_counts(classes, all_classes, noise, counts)?;
    cpu.log(counts, logarithms)?;
    let (products, true_logits) = (own.zeros(context, rows * length), own.zeros(context, rows));
    cpu.multiply(own.x, of_labels.data(), products)?;
    cpu.sum_rows(lacuna::Dense::new(rows, length, products)?, true_logits)?;
    let (bias_of_labels, bias_of_noise) = own.bias.split_at(rows);
    true_logits.iter_mut().zip(bias_of_labels).for_each(|(logit, &bias)| *logit = *logit + bias);
    let logits = own.zeros(context, rows * noise);
    let x = lacuna::Dense::new(rows, length, own.x)?;
    Products::new(context, &[[rows, noise, length]]).multiply(Form::Right, x, of_noise, DenseMut::new(rows, noise, logits)?)?;
    cpu.accumulate_rows::<V, i64>(Broadcast::Row(bias_of_noise), DenseMut::new(rows, noise, logits)?)?;
    let (labels, noise_classes) = classes.split_at(rows);
    let (true_counts, noise_counts) = logarithms.split_at(rows);
    let (losses, slopes) = output.reuse_dense::<V>(&[own.shape.numbers()])?.split_at_mut(rows);
    let (true_gradient, out) = slopes.split_at_mut(rows);
    let (noise_logits, out) = (lacuna::Dense::new(rows, noise, logits)?, DenseMut::new(rows, noise, out)?);
    Ok(cpu.sampled_softmax(
        true_logits,
        noise_logits,
        true_counts,
        noise_counts,
        labels,
        noise_classes,
        own.factors,
        losses,
        true_gradient,
        out,
    )?)
}

/// From the gradients of the logits, and what each row's are multiplied by.
fn of_operand<V: Element + Value>(
    context: &Context,
    own: Operands<'_, V>,
    (of_labels, of_noise): (&[V], &[V]),
    outer: &[V],
    operand: usize,
    out: &mut [V],
) -> Result<(), OperatorError> {
    let (cpu, SampledShape { rows, length, noise }) = (context.cpu, own.shape);
    if outer.len() != rows {
        return Err(not_its_loss());
    }
    let [label_weights, noise_weights] = own.weights()?;
    let of_noise = lacuna::Dense::new(rows, noise, of_noise)?;
    let scale = |of: lacuna::Dense<'_, V>, by: &[V], to: &mut [V]| {
        let to: RowsMut<'_, V, i64> = DenseMut::new(of.rows(), of.columns(), to)?.into();
        Ok::<_, OperatorError>(cpu.rows_multiply(of.into(), Broadcast::Column(by), to)?)
    };
    match operand {
        0 => {
            let (sums, others) = (own.zeros(context, rows * length), own.zeros(context, rows * length));
            let to = DenseMut::new(rows, length, sums)?;
            Products::new(context, &[[rows, length, noise]]).multiply(Form::Neither, of_noise, noise_weights, to)?;
            scale(label_weights, of_labels, others)?;
            let to = DenseMut::new(rows, length, sums)?;
            cpu.accumulate_rows::<V, i64>(Broadcast::from(lacuna::Dense::new(rows, length, others)?), to)?;
            scale(lacuna::Dense::new(rows, length, sums)?, outer, out)
        }
        1 => {
            let x = own.zeros(context, rows * length);
            scale(lacuna::Dense::new(rows, length, own.x)?, outer, x)?;
            let x = lacuna::Dense::new(rows, length, x)?;
            let (labels, others) = out.split_at_mut(rows * length);
            scale(x, of_labels, labels)?;
            Products::new(context, &[[noise, length, rows]]).multiply(Form::Left, of_noise, x, DenseMut::new(noise, length, others)?)
        }
        _ => {
            let (labels, others) = out.split_at_mut(rows);
            cpu.multiply(of_labels, outer, labels)?;
            let outer = lacuna::Dense::new(rows, 1, outer)?;
            Products::new(context, &[[noise, 1, rows]]).multiply(Form::Left, of_noise, outer, DenseMut::new(noise, 1, others)?)
        }
    }
}

impl Operator for SampledSoftmaxLoss {
    fn name(&self) -> &'static str {
        "SampledSoftmaxLoss"
    }

    fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [all, factors] = inputs.all(self.name())?;
        if all.stype() != Dense {
            return Err(inputs.no_path(self.name()));
        }
        let rows = factors.size();
        with_float!(self.name(), all, V => {
            let Some(losses) = values::<V>(self.name(), 0, all)?.get(..rows) else {
                let found = all.shape().to_vec();
                return Err(OperatorError::Shape { operator: self.name(), operand: 0, expected: "the result of SampledSoftmax", found });
            };
            output.reuse_dense::<V>(&[rows])?.copy_from_slice(losses);
            Ok(())
        })
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn backward(&self, _: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        Ok(gradient.reuse_copy(call.gradient)?)
    }
}
