//! A softmax among a few classes of very many: the products and sums of the host, in their order. What it has computed lies in parts, and not in one row.
use super::Machine;
use super::call::Call;
use super::operators::Kernels;
use super::stored::{Form, Kept, matrix, parts};
use crate::array::Array;
use crate::operator::{Backward, OperatorError, SampledShape, SampledSoftmax, SampledSoftmaxLoss, not_its_loss, with_float};
use lacuna::Value;
use lacuna_cuda::{Buffer, DeviceBroadcast, DeviceDense, binary, dot, loss, map, random, reduce};

/// The result.
#[derive(Debug)]
struct Sampled<D: Machine, V> {
    losses: Array,
    /// Gradients of the labels' logits (N), and of the noise's (N x k).
    of_labels: Buffer<D, V>,
    of_noise: DeviceDense<D, V>,
    /// The rows of the weight for the noise.
    noise: DeviceDense<D, V>,
}

impl<D: Machine> Kernels<D> for SampledSoftmax {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let operands = call.all()?;
        with_float!(call.name, operands[0], V => forward::<D, V>(call, operands, self.classes))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, operand: usize) -> Result<Array, OperatorError> {
        with_float!(call.name, backward.output, V => of_operand::<D, V>(call, backward, operand))
    }
}

fn forward<D: Machine, V: Kept + Value>(
    call: &Call<'_, D>,
    operands @ [x, weight, bias, classes, factors]: [&Array; 5],
    all_classes: usize,
) -> Result<Array, OperatorError> {
    let shape @ SampledShape { rows, length, noise } = SampledShape::of(operands)?;
    let (gpu, classes) = (call.gpu(), call.dense::<i64>(3, classes)?.data());
    let (x, weight, bias) = (call.dense::<V>(0, x)?, call.dense::<V>(1, weight)?, call.dense::<V>(2, bias)?.data());
    let factors = call.dense::<V>(4, factors)?.data();
    let (labels, others) = (0..rows, rows..rows + noise);
    let mut counts = call.zeros::<V>([rows + noise, 1])?;
    random::expected_counts(gpu, classes, all_classes, noise, counts.data_mut())?;
    let logarithms = call.one(map::log, counts.data())?;
    let [mut products, mut sums] = [call.new_dense([rows, length])?, call.new_dense([rows, 1])?];
    binary::rows_multiply::<_, V, i64>(gpu, x.into(), DeviceBroadcast::Part(weight, [0, 0]), (&mut products).into())?;
    reduce::sum_rows(gpu, &products, sums.data_mut())?;
    let true_logits = call.two(binary::add, sums.data(), &bias.part(gpu, labels.clone())?)?;
    let noise_rows = DeviceDense::from_buffer(noise, length, weight.data().part(gpu, rows * length..(rows + noise) * length)?)?;
    let mut logits = call.new_dense([rows, noise])?;
    dot::dense_dense_t(gpu, x, &noise_rows, &mut logits)?;
    binary::accumulate_rows::<_, V, i64>(gpu, DeviceBroadcast::Row(&bias.part(gpu, others.clone())?), &mut logits)?;
    let (mut losses, mut of_labels) = (call.new_dense([rows, 1])?, call.new_dense([rows, 1])?.into_buffer());
    let mut of_noise = call.new_dense([rows, noise])?;
    loss::sampled_softmax(
        gpu,
        &true_logits,
        &logits,
        &logarithms.part(gpu, labels.clone())?,
        &logarithms.part(gpu, others.clone())?,
        &classes.part(gpu, labels)?,
        &classes.part(gpu, others)?,
        factors,
        losses.data_mut(),
        &mut of_labels,
        &mut of_noise,
    )?;
    let losses = call.result(&[rows], Form::Dense(losses));
    Ok(parts(call.here, &[shape.numbers()], V::DTYPE, Sampled { losses, of_labels, of_noise, noise: noise_rows }))
}

/// From the gradients of the logits, and what each row's are multiplied by.
fn of_operand<D: Machine, V: Kept + Value>(call: &Call<'_, D>, backward: &Backward<'_>, operand: usize) -> Result<Array, OperatorError> {
    let operands @ [x, weight, _, _, _] = call.all()?;
    let SampledShape { rows, length, noise } = SampledShape::of(operands)?;
    let Sampled::<D, V> { of_labels, of_noise, noise: noise_rows, .. } = call.parts(backward.output)?;
    if backward.gradient.size() != rows {
        return Err(not_its_loss());
    }
    let (gpu, outer) = (call.gpu(), call.dense::<V>(0, backward.gradient)?.data());
    let scaled = |of: DeviceBroadcast<'_, D, V, i64>, by: &Buffer<D, V>| {
        let mut out = call.new_dense([rows, length])?;
        binary::rows_multiply(gpu, of, DeviceBroadcast::Column(by), (&mut out).into())?;
        Ok::<_, OperatorError>(out)
    };
    let out = match operand {
        0 => {
            let mut sums = call.new_dense([rows, length])?;
            dot::dense_dense(gpu, of_noise, noise_rows, &mut sums)?;
            let others = scaled(DeviceBroadcast::Part(call.dense::<V>(1, weight)?, [0, 0]), of_labels)?;
            binary::accumulate_rows::<_, V, i64>(gpu, (&others).into(), &mut sums)?;
            scaled((&sums).into(), outer)?
        }
        1 => {
            let x = scaled(call.dense::<V>(0, x)?.into(), outer)?;
            let mut others = call.new_dense([noise, length])?;
            dot::dense_t_dense(gpu, of_noise, &x, &mut others)?;
            joined(call, scaled((&x).into(), of_labels)?.data(), &others)?
        }
        _ => {
            let (mut column, mut others) = (call.new_dense([rows, 1])?, call.new_dense([noise, 1])?);
            column.data_mut().place(gpu, 0, outer)?;
            dot::dense_t_dense(gpu, of_noise, &column, &mut others)?;
            joined(call, &call.two(binary::multiply, of_labels, outer)?, &others)?
        }
    };
    let shape = operands.get(operand).map_or(&[][..], |array| array.shape());
    let (rows, columns) = matrix(shape);
    Ok(call.result(shape, Form::Dense(DeviceDense::from_buffer(rows, columns, out.into_buffer())?)))
}

/// What belongs to the labels, and below it what belongs to the noise.
fn joined<D: Machine, V: Kept + Value>(
    call: &Call<'_, D>,
    labels: &Buffer<D, V>,
    noise: &DeviceDense<D, V>,
) -> Result<DeviceDense<D, V>, OperatorError> {
    let mut out = call.new_dense([labels.len() + noise.data().len(), 1])?;
    out.data_mut().place(call.gpu(), 0, labels)?;
    out.data_mut().place(call.gpu(), labels.len(), noise.data())?;
    Ok(out)
}

impl<D: Machine> Kernels<D> for SampledSoftmaxLoss {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [all, _] = call.all()?;
        with_float!(call.name, all, V => Ok(call.parts::<Sampled<D, V>>(all)?.losses.clone()))
    }

    fn backward(&self, _: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        Ok(backward.gradient.clone())
    }
}
