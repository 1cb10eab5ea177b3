//! A layer of long short-term memory with projected states, over all steps of a batch at once.
use super::product::{Form, Products};
use super::{Host, lstmp_cell};
use crate::operator::backend::Done;
use crate::operator::lstmp_shape::{LstmpPart, LstmpShape, Parts};
use crate::operator::{LstmpLast, OperatorError};
use lacuna::{Broadcast, DenseMut, Value};
use lacuna_arrays::array::{Array, Element};

/// What a slice of the right length cannot lack.
fn part<T>(found: Option<T>) -> Result<T, OperatorError> {
    found.ok_or(OperatorError::Variable)
}

pub(super) fn forward<V: Element + Value>(
    host: Host<'_>,
    operands: [&Array; 6],
    shape: LstmpShape,
    output: &mut Array,
) -> Done {
    let (context, LstmpShape { steps, batch, hidden, projection }) = (host.context, shape);
    for (operand, array) in operands.iter().enumerate() {
        host.values::<V>(operand, array)?;
    }
    let [z, h2h, bias, h2r, first_r, first_c] = operands.map(|array| array.data::<V>().unwrap_or_default());
    let Parts { r, c, gates, h } = part(shape.parts_mut(output.reuse_dense::<V>(&[shape.length()])?))?;
    part(r.get_mut(..first_r.len()))?.copy_from_slice(first_r);
    part(c.get_mut(..first_c.len()))?.copy_from_slice(first_c);
    let h2h = lacuna::Dense::new(4 * hidden, projection, h2h)?;
    let h2r = lacuna::Dense::new(projection, hidden, h2r)?;
    let mut products = Products::new(context, &[[batch, 4 * hidden, projection], [batch, projection, hidden]]);
    let sums = host.scratch(batch * 4 * hidden);
    let rows = z
        .chunks_exact(batch * 4 * hidden)
        .zip(gates.chunks_exact_mut(batch * 4 * hidden))
        .zip(h.chunks_exact_mut(batch * hidden));
    for (step, ((z, gates), h)) in rows.enumerate() {
        let (before_r, after_r) = part(r.split_at_mut_checked((step + 1) * batch * projection))?;
        let (before_c, after_c) = part(c.split_at_mut_checked((step + 1) * batch * hidden))?;
        let before_r = part(before_r.get(step * batch * projection..))?;
        let before = lacuna::Dense::new(batch, projection, before_r)?;
        products.multiply(Form::Right, before, h2h, DenseMut::new(batch, 4 * hidden, sums)?)?;
        let z = lacuna::Dense::new(batch, 4 * hidden, z)?;
        context.cpu.accumulate_rows::<V, i64>(Broadcast::from(z), DenseMut::new(batch, 4 * hidden, sums)?)?;
        context.cpu.accumulate_rows::<V, i64>(Broadcast::Row(bias), DenseMut::new(batch, 4 * hidden, sums)?)?;
        let (before, after) = (part(before_c.get(step * batch * hidden..))?, part(after_c.get_mut(..batch * hidden))?);
        let [of_sums, gates] = [&mut *sums, gates].map(|gates| DenseMut::new(batch, 4 * hidden, gates));
        let written = [of_sums?, gates?, DenseMut::new(batch, hidden, after)?, DenseMut::new(batch, hidden, &mut *h)?];
        lstmp_cell::forward(context.cpu, lacuna::Dense::new(batch, hidden, before)?, written)?;
        let after = part(after_r.get_mut(..batch * projection))?;
        products.multiply(
            Form::Right,
            lacuna::Dense::new(batch, hidden, h)?,
            h2r,
            DenseMut::new(batch, projection, after)?,
        )?;
    }
    debug_assert_eq!(z.len(), steps * batch * 4 * hidden);
    Ok(())
}

/// From the gradients of all numbers, in one product each.
pub(super) fn gradient<V: Element + Value>(
    host: Host<'_>,
    operands: [&Array; 6],
    shape: LstmpShape,
    [all, outer]: [&Array; 2],
    operand: usize,
    gradient: &mut Array,
) -> Done {
    let (context, LstmpShape { steps, batch, hidden, projection }) = (host.context, shape);
    let [all, outer] = [all, outer].map(|array| host.values::<V>(0, array));
    let (own, outer) = (part(shape.parts(all?))?, part(shape.parts(outer?))?);
    let rows = steps * batch;
    let of_gates = lacuna::Dense::new(rows, 4 * hidden, outer.gates)?;
    let out = gradient.reuse_dense::<V>(operands.get(operand).map_or(&[], |array| array.shape()))?;
    match operand {
        0 => out.copy_from_slice(outer.gates),
        1 => {
            let before = lacuna::Dense::new(rows, projection, part(own.r.get(..rows * projection))?)?;
            let mut products = Products::new(context, &[[4 * hidden, projection, rows]]);
            products.multiply(Form::Left, of_gates, before, DenseMut::new(4 * hidden, projection, out)?)?;
        }
        2 => context.cpu.sum_columns(of_gates, out)?,
        _ => {
            let after = lacuna::Dense::new(rows, projection, part(outer.r.get(batch * projection..))?)?;
            let mut products = Products::new(context, &[[projection, hidden, rows]]);
            products.multiply(
                Form::Left,
                after,
                lacuna::Dense::new(rows, hidden, own.h)?,
                DenseMut::new(projection, hidden, out)?,
            )?;
        }
    }
    Ok(())
}

pub(super) fn states<V: Element>(host: Host<'_>, all: &Array, shape: LstmpShape, output: &mut Array) -> Done {
    let LstmpShape { steps, batch, projection, .. } = shape;
    let own = part(shape.parts(host.values::<V>(0, all)?))?;
    output.reuse_dense::<V>(&[steps * batch, projection])?.copy_from_slice(part(own.r.get(batch * projection..))?);
    Ok(())
}

pub(super) fn last<V: Element>(host: Host<'_>, last: LstmpLast, all: &Array, output: &mut Array) -> Done {
    let (parts, shape) = (part(last.shape.parts(host.values::<V>(0, all)?))?, last.last());
    let states = match last.part {
        LstmpPart::Projected => parts.r,
        LstmpPart::Cell => parts.c,
    };
    let first = states.len().checked_sub(shape.iter().product());
    output.reuse_dense::<V>(&shape)?.copy_from_slice(part(first.and_then(|first| states.get(first..)))?);
    Ok(())
}

/// The gradients of all numbers of a layer, from those of its results, last step first.
pub(super) fn through_time<V: Element + Value>(
    host: Host<'_>,
    [all, h2h, h2r, _]: [&Array; 4],
    shape: LstmpShape,
    outer: &Array,
    gradient: &mut Array,
) -> Done {
    let (context, LstmpShape { steps, batch, hidden, projection }) = (host.context, shape);
    let outer = host.values::<V>(0, outer)?;
    let own = part(shape.parts(host.values::<V>(0, all)?))?;
    let h2h = lacuna::Dense::new(4 * hidden, projection, host.values::<V>(1, h2h)?)?;
    let h2r = lacuna::Dense::new(projection, hidden, host.values::<V>(2, h2r)?)?;
    let Parts { r, c, gates, h } = part(shape.parts_mut(gradient.reuse_dense::<V>(&[shape.length()])?))?;
    let (of_r, of_c, of_gates) = (batch * projection, batch * hidden, batch * 4 * hidden);
    part(r.get_mut(..of_r))?.fill(V::ZERO);
    part(r.get_mut(of_r..))?.copy_from_slice(outer);
    part(c.get_mut(steps * of_c..))?.fill(V::ZERO);
    let mut products = Products::new(context, &[[batch, hidden, projection], [batch, projection, 4 * hidden]]);
    let backwards = host.scratch(of_r);
    let tangents = host.scratch(of_c);
    for step in (0..steps).rev() {
        let (before_r, after_r) = part(r.split_at_mut_checked((step + 1) * of_r))?;
        let (before_c, after_c) = part(c.split_at_mut_checked((step + 1) * of_c))?;
        let h = part(h.get_mut(step * of_c..(step + 1) * of_c))?;
        let after_r = lacuna::Dense::new(batch, projection, part(after_r.get(..of_r))?)?;
        products.multiply(Form::Neither, after_r, h2r, DenseMut::new(batch, hidden, h)?)?;
        let gates = part(gates.get_mut(step * of_gates..(step + 1) * of_gates))?;
        let read = [
            part(own.c.get(step * of_c..(step + 1) * of_c))?,
            part(own.c.get((step + 1) * of_c..(step + 2) * of_c))?,
            &*h,
        ];
        let [before, after, of_h] = read.map(|states| lacuna::Dense::new(batch, hidden, states));
        let own_gates =
            lacuna::Dense::new(batch, 4 * hidden, part(own.gates.get(step * of_gates..(step + 1) * of_gates))?)?;
        let written = [&mut *tangents, part(after_c.get_mut(..of_c))?, part(before_c.get_mut(step * of_c..))?];
        let [tangent, of_after, of_before] = written.map(|states| DenseMut::new(batch, hidden, states));
        let written = [tangent?, of_after?, of_before?, DenseMut::new(batch, 4 * hidden, &mut *gates)?];
        lstmp_cell::backward(context.cpu, [own_gates, before?, after?, of_h?], written)?;
        if step > 0 {
            let of_sums = lacuna::Dense::new(batch, 4 * hidden, gates)?;
            products.multiply(Form::Neither, of_sums, h2h, DenseMut::new(batch, projection, backwards)?)?;
            let to = DenseMut::new(batch, projection, part(before_r.get_mut(step * of_r..))?)?;
            context
                .cpu
                .accumulate_rows::<V, i64>(Broadcast::from(lacuna::Dense::new(batch, projection, backwards)?), to)?;
        }
    }
    Ok(())
}
