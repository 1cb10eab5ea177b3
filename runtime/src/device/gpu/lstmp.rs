//! A layer of long short-term memory with projected states: the products and sums of the host, in their order. What it
//! has computed lies in parts, and not in one row.
use super::call::On;
use super::lstmp_cell::{self, Cell};
use crate::operator::{LstmpLast, LstmpPart, LstmpShape, OperatorError};
use lacuna::Value;
use lacuna_arrays::array::Array;
use lacuna_arrays::device::gpu::stored::{Form, Kept, parts};
use lacuna_arrays::device::gpu::{Buffer, DeviceBroadcast, DeviceDense};
use lacuna_cuda::{binary, dot, reduce, slice};

/// The result.
#[derive(Debug)]
struct Unrolled<V> {
    /// `r` before each step, T N x P.
    before: DeviceDense<V>,
    /// `r'`, T N x P.
    after: Array,
    /// `h'`, T N x H.
    h: DeviceDense<V>,
    /// `c` before the first step.
    first: Buffer<V>,
    cells: Vec<Cell<V>>,
}

/// Its gradient.
#[derive(Debug)]
struct Gradients<V> {
    /// Of the gates before their functions, T N x 4H.
    gates: Array,
    /// Of `r'`, T N x P.
    after: DeviceDense<V>,
}

/// A dense operand of each.
fn all_dense<'a, V: Kept + Value, const N: usize>(
    on: &On<'_>,
    operands: [&'a Array; N],
) -> Result<Vec<&'a DeviceDense<V>>, OperatorError> {
    operands.into_iter().enumerate().map(|(operand, array)| on.dense::<V>(operand, array)).collect()
}

pub(super) fn forward<V: Kept + Value>(
    on: &On<'_>,
    operands: [&Array; 6],
    shape: LstmpShape,
) -> Result<Array, OperatorError> {
    let LstmpShape { steps, batch, hidden, projection } = shape;
    let (gpu, rows) = (on.gpu(), steps * batch);
    let [z, h2h, bias, h2r, first_r, first_c] = *all_dense::<V, 6>(on, operands)? else {
        return Err(on.no_kernel_for(&operands));
    };
    let bias_of = |gate: usize| bias.data().part(gpu, gate * hidden..(gate + 1) * hidden);
    let biases = [bias_of(0)?, bias_of(1)?, bias_of(2)?, bias_of(3)?];
    let [mut before, mut after] = [on.new_dense([rows, projection])?, on.new_dense([rows, projection])?];
    let (mut all_h, first) = (on.new_dense([rows, hidden])?, first_c.data().duplicate(gpu)?);
    let mut cells: Vec<Cell<V>> = Vec::with_capacity(steps);
    let mut r = DeviceDense::from_buffer(batch, projection, first_r.data().duplicate(gpu)?)?;
    for step in 0..steps {
        before.data_mut().place(gpu, step * batch * projection, r.data())?;
        let mut sums = on.new_dense([batch, 4 * hidden])?;
        dot::dense_dense_t(gpu, &r, h2h, &mut sums)?;
        binary::accumulate_rows::<_, V, i64>(gpu, DeviceBroadcast::Part(z, [step * batch, 0]), &mut sums)?;
        let (cell, h) = lstmp_cell::forward(on, &sums, &biases, cells.last().map_or(&first, |cell| &cell.after))?;
        dot::dense_dense_t(gpu, &h, h2r, &mut r)?;
        after.data_mut().place(gpu, step * batch * projection, r.data())?;
        all_h.data_mut().place(gpu, step * batch * hidden, h.data())?;
        cells.push(cell);
    }
    let after = on.result(&[rows, projection], Form::Dense(after));
    let all = Unrolled { before, after, h: all_h, first, cells };
    Ok(parts(on.here, &[shape.length()], V::DTYPE, all))
}

pub(super) fn gradient<V: Kept + Value>(
    on: &On<'_>,
    operands: [&Array; 6],
    [all, outer]: [&Array; 2],
    operand: usize,
) -> Result<Array, OperatorError> {
    let own: &Unrolled<V> = on.parts(all)?;
    let Gradients::<V> { gates, after } = on.parts(outer)?;
    if operand == 0 {
        return Ok(gates.clone());
    }
    let (gpu, of_gates) = (on.gpu(), on.dense::<V>(0, gates)?);
    let shape = operands.get(operand).map_or(&[][..], |array| array.shape());
    let (rows, columns) = lacuna_arrays::device::gpu::stored::matrix(shape);
    let mut out = on.new_dense([rows, columns])?;
    match operand {
        1 => dot::dense_t_dense(gpu, of_gates, &own.before, &mut out)?,
        2 => reduce::sum_columns(gpu, of_gates, out.data_mut())?,
        _ => dot::dense_t_dense(gpu, after, &own.h, &mut out)?,
    }
    Ok(on.result(shape, Form::Dense(out)))
}

pub(super) fn states<V: Kept + Value>(on: &On<'_>, all: &Array) -> Result<Array, OperatorError> {
    Ok(on.parts::<Unrolled<V>>(all)?.after.clone())
}

pub(super) fn through_time<V: Kept + Value>(
    on: &On<'_>,
    [all, h2h, h2r, _]: [&Array; 4],
    shape: LstmpShape,
    outer: &Array,
) -> Result<Array, OperatorError> {
    let LstmpShape { steps, batch, hidden, projection } = shape;
    let (gpu, rows, own) = (on.gpu(), steps * batch, on.parts::<Unrolled<V>>(all)?);
    let (h2h, h2r, outer) = (on.dense::<V>(1, h2h)?, on.dense::<V>(2, h2r)?, on.dense::<V>(0, outer)?);
    let (mut gates, mut after) = (on.new_dense([rows, 4 * hidden])?, on.new_dense([rows, projection])?);
    let mut of_c = on.zeros::<V>([batch, hidden])?.into_buffer();
    let mut backwards: Option<DeviceDense<V>> = None;
    for (step, cell) in own.cells.iter().enumerate().rev() {
        let of_r = outer.data().part(gpu, step * batch * projection..(step + 1) * batch * projection)?;
        let mut of_r = DeviceDense::from_buffer(batch, projection, of_r)?;
        if let Some(backwards) = &backwards {
            binary::accumulate_rows::<_, V, i64>(gpu, backwards.into(), &mut of_r)?;
        }
        after.data_mut().place(gpu, step * batch * projection, of_r.data())?;
        let mut of_h = on.new_dense([batch, hidden])?;
        dot::dense_dense(gpu, &of_r, h2r, &mut of_h)?;
        let before = step.checked_sub(1).and_then(|step| own.cells.get(step)).map_or(&own.first, |cell| &cell.after);
        let (of_sums, of_before) = lstmp_cell::backward(on, cell, before, &of_h, &of_c)?;
        of_c = of_before;
        gates.data_mut().place(gpu, step * batch * 4 * hidden, of_sums.data())?;
        if step > 0 {
            let to = backwards.insert(on.new_dense([batch, projection])?);
            dot::dense_dense(gpu, &of_sums, h2h, to)?;
        }
    }
    let gates = on.result(&[rows, 4 * hidden], Form::Dense(gates));
    Ok(parts(on.here, &[shape.length()], V::DTYPE, Gradients { gates, after }))
}

pub(super) fn last<V: Kept + Value>(operator: LstmpLast, on: &On<'_>, all: &Array) -> Result<Array, OperatorError> {
    let (gpu, own, shape @ [rows, columns]) = (on.gpu(), on.parts::<Unrolled<V>>(all)?, operator.last());
    let states = match operator.part {
        LstmpPart::Projected => {
            let after = on.dense::<V>(0, &own.after)?;
            let mut states = on.new_dense(shape)?;
            slice::copy_part(gpu, shape, after, [after.rows().saturating_sub(rows), 0], &mut states, [0, 0])?;
            states
        }
        LstmpPart::Cell => {
            let last = own.cells.last().map_or(&own.first, |cell| &cell.after);
            DeviceDense::from_buffer(rows, columns, last.duplicate(gpu)?)?
        }
    };
    Ok(on.result(&shape, Form::Dense(states)))
}
