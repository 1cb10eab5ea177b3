//! A softmax among a few classes of very many: losses, gradients of the labels' logits and those of the noise's in one
//! row.
use super::Host;
use super::product::{Form, Products};
use crate::operator::backend::Done;
use crate::operator::{OperatorError, SampledShape};
use lacuna::{Broadcast, DenseMut, RowsMut, Value};
use lacuna_arrays::array::{Array, Element};

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
    fn new(
        host: Host<'_>,
        [x, weight, bias, _, factors]: [&'a Array; 5],
        shape: SampledShape,
    ) -> Result<Self, OperatorError> {
        let [x, weight, bias] =
            [(0, x), (1, weight), (2, bias)].map(|(operand, array)| host.values::<V>(operand, array));
        Ok(Self { shape, x: x?, weight: weight?, bias: bias?, factors: host.values(4, factors)? })
    }

    /// Rows of labels, and of noise.
    fn weights(&self) -> Result<[lacuna::Dense<'a, V>; 2], OperatorError> {
        let SampledShape { rows, length, noise } = self.shape;
        let (of_labels, of_noise) = self.weight.split_at(rows * length);
        Ok([lacuna::Dense::new(rows, length, of_labels)?, lacuna::Dense::new(noise, length, of_noise)?])
    }
}

pub(super) fn gradient<V: Element + Value>(
    host: Host<'_>,
    operands: [&Array; 5],
    shape: SampledShape,
    [all, outer]: [&Array; 2],
    operand: usize,
    out: &mut Array,
) -> Done {
    let own = Operands::<V>::new(host, operands, shape)?;
    let (_, slopes) = host.values::<V>(0, all)?.split_at(shape.rows);
    let out = out.reuse_dense(operands.get(operand).map_or(&[][..], |array| array.shape()))?;
    of_operand(host, own, slopes.split_at(shape.rows), host.values(0, outer)?, operand, out)
}

pub(super) fn forward<V: Element + Value>(
    host: Host<'_>,
    operands: [&Array; 5],
    shape: SampledShape,
    all_classes: usize,
    out: &mut Array,
) -> Done {
    let (own, context) = (Operands::<V>::new(host, operands, shape)?, host.context);
    let classes = host.integers(operands[3], all_classes)?;
    let (cpu, SampledShape { rows, length, noise }) = (context.cpu, own.shape);
    let [of_labels, of_noise] = own.weights()?;
    let (counts, logarithms) = (host.scratch(rows + noise), host.scratch(rows + noise));
    cpu.expected_counts(classes, all_classes, noise, counts)?;
    cpu.log(counts, logarithms)?;
    let (products, true_logits) = (host.scratch(rows * length), host.scratch(rows));
    cpu.multiply(own.x, of_labels.data(), products)?;
    cpu.sum_rows(lacuna::Dense::new(rows, length, products)?, true_logits)?;
    let (bias_of_labels, bias_of_noise) = own.bias.split_at(rows);
    true_logits.iter_mut().zip(bias_of_labels).for_each(|(logit, &bias)| *logit = *logit + bias);
    let logits = host.scratch(rows * noise);
    let x = lacuna::Dense::new(rows, length, own.x)?;
    Products::new(context, &[[rows, noise, length]]).multiply(
        Form::Right,
        x,
        of_noise,
        DenseMut::new(rows, noise, logits)?,
    )?;
    cpu.accumulate_rows::<V, i64>(Broadcast::Row(bias_of_noise), DenseMut::new(rows, noise, logits)?)?;
    let (labels, noise_classes) = classes.split_at(rows);
    let (true_counts, noise_counts) = logarithms.split_at(rows);
    let (losses, slopes) = out.reuse_dense::<V>(&[own.shape.numbers()])?.split_at_mut(rows);
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
    host: Host<'_>,
    own: Operands<'_, V>,
    (of_labels, of_noise): (&[V], &[V]),
    outer: &[V],
    operand: usize,
    out: &mut [V],
) -> Done {
    let (context, SampledShape { rows, length, noise }) = (host.context, own.shape);
    let cpu = context.cpu;
    let [label_weights, noise_weights] = own.weights()?;
    let of_noise = lacuna::Dense::new(rows, noise, of_noise)?;
    let scale = |of: lacuna::Dense<'_, V>, by: &[V], to: &mut [V]| {
        let to: RowsMut<'_, V, i64> = DenseMut::new(of.rows(), of.columns(), to)?.into();
        Ok::<_, OperatorError>(cpu.rows_multiply(of.into(), Broadcast::Column(by), to)?)
    };
    match operand {
        0 => {
            let (sums, others) = (host.scratch(rows * length), host.scratch(rows * length));
            let to = DenseMut::new(rows, length, sums)?;
            Products::new(context, &[[rows, length, noise]]).multiply(Form::Neither, of_noise, noise_weights, to)?;
            scale(label_weights, of_labels, others)?;
            let to = DenseMut::new(rows, length, sums)?;
            cpu.accumulate_rows::<V, i64>(Broadcast::from(lacuna::Dense::new(rows, length, others)?), to)?;
            scale(lacuna::Dense::new(rows, length, sums)?, outer, out)
        }
        1 => {
            let x = host.scratch(rows * length);
            scale(lacuna::Dense::new(rows, length, own.x)?, outer, x)?;
            let x = lacuna::Dense::new(rows, length, x)?;
            let (labels, others) = out.split_at_mut(rows * length);
            scale(x, of_labels, labels)?;
            Products::new(context, &[[noise, length, rows]]).multiply(
                Form::Left,
                of_noise,
                x,
                DenseMut::new(noise, length, others)?,
            )
        }
        _ => {
            let (labels, others) = out.split_at_mut(rows);
            cpu.multiply(of_labels, outer, labels)?;
            let outer = lacuna::Dense::new(rows, 1, outer)?;
            Products::new(context, &[[noise, 1, rows]]).multiply(
                Form::Left,
                of_noise,
                outer,
                DenseMut::new(noise, 1, others)?,
            )
        }
    }
}
