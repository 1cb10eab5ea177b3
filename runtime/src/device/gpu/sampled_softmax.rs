//! A softmax among a few classes of very many: the products and sums of the host, in their order. What it has computed
//! lies in parts, and not in one row.
use super::call::On;
use crate::operator::{OperatorError, SampledShape};
use lacuna::Value;
use lacuna_arrays::array::Array;
use lacuna_arrays::device::gpu::stored::{Form, Kept, parts};
use lacuna_arrays::device::gpu::{Buffer, DeviceBroadcast, DeviceDense};
use lacuna_cuda::{binary, dot, loss, map, random, reduce};

/// The result.
#[derive(Debug)]
struct Sampled<V> {
    losses: Array,
    /// Gradients of the labels' logits (N), and of the noise's (N x k).
    of_labels: Buffer<V>,
    of_noise: DeviceDense<V>,
    /// The rows of the weight for the noise.
    noise: DeviceDense<V>,
}

pub(super) fn forward<V: Kept + Value>(
    on: &On<'_>,
    [x, weight, bias, classes, factors]: [&Array; 5],
    shape: SampledShape,
    all_classes: usize,
) -> Result<Array, OperatorError> {
    let SampledShape { rows, length, noise } = shape;
    let (gpu, classes) = (on.gpu(), on.dense::<i64>(3, classes)?.data());
    let (x, weight, bias) = (on.dense::<V>(0, x)?, on.dense::<V>(1, weight)?, on.dense::<V>(2, bias)?.data());
    let factors = on.dense::<V>(4, factors)?.data();
    let (labels, others) = (0..rows, rows..rows + noise);
    let mut counts = on.zeros::<V>([rows + noise, 1])?;
    random::expected_counts(gpu, classes, all_classes, noise, counts.data_mut())?;
    let logarithms = on.one(map::log, counts.data())?;
    let [mut products, mut sums] = [on.new_dense([rows, length])?, on.new_dense([rows, 1])?];
    binary::rows_multiply::<_, V, i64>(gpu, x.into(), DeviceBroadcast::Part(weight, [0, 0]), (&mut products).into())?;
    reduce::sum_rows(gpu, &products, sums.data_mut())?;
    let true_logits = on.two(binary::add, sums.data(), &bias.part(gpu, labels.clone())?)?;
    let noise_rows =
        DeviceDense::from_buffer(noise, length, weight.data().part(gpu, rows * length..(rows + noise) * length)?)?;
    let mut logits = on.new_dense([rows, noise])?;
    dot::dense_dense_t(gpu, x, &noise_rows, &mut logits)?;
    binary::accumulate_rows::<_, V, i64>(gpu, DeviceBroadcast::Row(&bias.part(gpu, others.clone())?), &mut logits)?;
    let (mut losses, mut of_labels) = (on.new_dense([rows, 1])?, on.new_dense([rows, 1])?.into_buffer());
    let mut of_noise = on.new_dense([rows, noise])?;
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
    let losses = on.result(&[rows], Form::Dense(losses));
    Ok(parts(on.here, &[shape.numbers()], V::DTYPE, Sampled { losses, of_labels, of_noise, noise: noise_rows }))
}

/// From the gradients of the logits, and what each row's are multiplied by.
pub(super) fn gradient<V: Kept + Value>(
    on: &On<'_>,
    operands @ [x, weight, _, _, _]: [&Array; 5],
    SampledShape { rows, length, noise }: SampledShape,
    [all, outer]: [&Array; 2],
    operand: usize,
) -> Result<Array, OperatorError> {
    let Sampled::<V> { of_labels, of_noise, noise: noise_rows, .. } = on.parts(all)?;
    let (gpu, outer) = (on.gpu(), on.dense::<V>(0, outer)?.data());
    let scaled = |of: DeviceBroadcast<'_, V>, by: &Buffer<V>| {
        let mut out = on.new_dense([rows, length])?;
        binary::rows_multiply(gpu, of, DeviceBroadcast::Column(by), (&mut out).into())?;
        Ok::<_, OperatorError>(out)
    };
    let out = match operand {
        0 => {
            let mut sums = on.new_dense([rows, length])?;
            dot::dense_dense(gpu, of_noise, noise_rows, &mut sums)?;
            let others = scaled(DeviceBroadcast::Part(on.dense::<V>(1, weight)?, [0, 0]), of_labels)?;
            binary::accumulate_rows::<_, V, i64>(gpu, (&others).into(), &mut sums)?;
            scaled((&sums).into(), outer)?
        }
        1 => {
            let x = scaled(on.dense::<V>(0, x)?.into(), outer)?;
            let mut others = on.new_dense([noise, length])?;
            dot::dense_t_dense(gpu, of_noise, &x, &mut others)?;
            joined(on, scaled((&x).into(), of_labels)?.data(), &others)?
        }
        _ => {
            let (mut column, mut others) = (on.new_dense([rows, 1])?, on.new_dense([noise, 1])?);
            column.data_mut().place(gpu, 0, outer)?;
            dot::dense_t_dense(gpu, of_noise, &column, &mut others)?;
            joined(on, &on.two(binary::multiply, of_labels, outer)?, &others)?
        }
    };
    let shape = operands.get(operand).map_or(&[][..], |array| array.shape());
    on.dense_result(shape, out.into_buffer())
}

/// What belongs to the labels, and below it what belongs to the noise.
fn joined<V: Kept + Value>(
    on: &On<'_>,
    labels: &Buffer<V>,
    noise: &DeviceDense<V>,
) -> Result<DeviceDense<V>, OperatorError> {
    let mut out = on.new_dense([labels.len() + noise.data().len(), 1])?;
    out.data_mut().place(on.gpu(), 0, labels)?;
    out.data_mut().place(on.gpu(), labels.len(), noise.data())?;
    Ok(out)
}

pub(super) fn losses<V: Kept + Value>(on: &On<'_>, all: &Array) -> Result<Array, OperatorError> {
    Ok(on.parts::<Sampled<V>>(all)?.losses.clone())
}
