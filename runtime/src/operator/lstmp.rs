//! A layer of long short-term memory with projected states, over all steps of a batch at once.
use super::dot::{Form, Products};
use super::inputs::values;
use super::lstmp_cell::{CellBackward, CellForward, in_parts};
use super::lstmp_shape::{LstmpPart, LstmpShape, Parts};
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element};
use lacuna::infer::Stype::Dense;
use lacuna::{Broadcast, DenseMut, Value};

/// All that an LSTMP layer computes of a batch, which [`LstmpOutput`] takes its results and gradients from.
///
/// Operands, all dense: `z` (T N x 4H, the rows of a step one after the other: what the inputs add to the gates, with their bias), `h2h_weight` (4H x P), `h2h_bias` (4H), `h2r_weight` (P x H), and the states
/// `r` (N x P) and `c` (N x H) before the first step. In each step, with `[i, f, g, o] = z + r h2h_weight^T + h2h_bias`:
///
/// `c' = sigmoid(f) c + sigmoid(i) tanh(g)`, `h' = sigmoid(o) tanh(c')`, `r' = h' h2r_weight^T`.
///
/// The result is one row of numbers: `r` before and after each step (T + 1 blocks of N x P), `c` likewise (N x H), and for each step the four gates (N x 4H) and `h'` (N x H). It has a gradient for `z` and the parameters;
/// the states are constants, so that none goes back beyond the batch. Only [`LstmpOutput`] passes gradients to it: those of every number in it, the gates' before their functions.
///
/// Source: MXNet `contrib.rnn.LSTMPCell`, unrolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lstmp;

/// The projected states `r'` of all steps (T N x P) out of the result of [`Lstmp`]: operands that, `h2h_weight`, `h2r_weight` and the first states `r`.
///
/// Gradient: of the first operand alone, back through all steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LstmpOutput;

/// States behind the last step, out of the result of [`Lstmp`]: its only operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LstmpLast {
    pub part: LstmpPart,
    pub shape: LstmpShape,
}

/// What a slice of the right length cannot lack.
fn part<T>(found: Option<T>) -> Result<T, OperatorError> {
    found.ok_or(OperatorError::Variable)
}

fn dense<'a, const N: usize>(operator: &'static str, inputs: Inputs<'a>) -> Result<[&'a Array; N], OperatorError> {
    let operands = inputs.all(operator)?;
    if inputs.iter().all(|array| array.stype() == Dense) { Ok(operands) } else { Err(inputs.no_path(operator)) }
}

impl Operator for Lstmp {
    fn name(&self) -> &'static str {
        "Lstmp"
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let operands = dense(self.name(), inputs)?;
        let shape = LstmpShape::of_operands(self.name(), operands)?;
        with_float!(self.name(), operands[0], V => forward::<V>(self.name(), context, shape, operands, output))
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand < 4
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let operands: [&Array; 6] = dense(self.name(), call.inputs)?;
        let shape = LstmpShape::of_operands(self.name(), operands)?;
        with_float!(self.name(), operands[0], V => {
            let [all, outer] = [call.output, call.gradient].map(|array| values::<V>(self.name(), 0, array));
            of_operand::<V>(context, shape, all?, outer?, (operand, operands), gradient)
        })
    }
}

fn forward<V: Element + Value>(
    name: &'static str,
    context: &Context,
    shape: LstmpShape,
    operands: [&Array; 6],
    output: &mut Array,
) -> Result<(), OperatorError> {
    let LstmpShape { steps, batch, hidden, projection } = shape;
    for (operand, array) in operands.iter().enumerate() {
        values::<V>(name, operand, array)?;
    }
    let [z, h2h, bias, h2r, first_r, first_c] = operands.map(|array| array.data::<V>().unwrap_or_default());
    let Parts { r, c, gates, h } = part(shape.parts_mut(output.reuse_dense::<V>(&[shape.length()])?))?;
    part(r.get_mut(..first_r.len()))?.copy_from_slice(first_r);
    part(c.get_mut(..first_c.len()))?.copy_from_slice(first_c);
    let h2h = lacuna::Dense::new(4 * hidden, projection, h2h)?;
    let h2r = lacuna::Dense::new(projection, hidden, h2r)?;
    let mut products = Products::new(context, &[[batch, 4 * hidden, projection], [batch, projection, hidden]]);
    let sums = context.arena.alloc_slice_fill_copy(batch * 4 * hidden, V::ZERO);
    let rows = z.chunks_exact(batch * 4 * hidden).zip(gates.chunks_exact_mut(batch * 4 * hidden)).zip(h.chunks_exact_mut(batch * hidden));
    for (step, ((z, gates), h)) in rows.enumerate() {
        let (before_r, after_r) = part(r.split_at_mut_checked((step + 1) * batch * projection))?;
        let (before_c, after_c) = part(c.split_at_mut_checked((step + 1) * batch * hidden))?;
        let before_r = part(before_r.get(step * batch * projection..))?;
        let before = lacuna::Dense::new(batch, projection, before_r)?;
        products.multiply(Form::Right, before, h2h, DenseMut::new(batch, 4 * hidden, sums)?)?;
        let z = lacuna::Dense::new(batch, 4 * hidden, z)?;
        context.cpu.accumulate_rows::<V, i64>(Broadcast::from(z), DenseMut::new(batch, 4 * hidden, sums)?)?;
        context.cpu.accumulate_rows::<V, i64>(Broadcast::Row(bias), DenseMut::new(batch, 4 * hidden, sums)?)?;
        let cell = CellForward {
            hidden,
            sums: &mut *sums,
            before: part(before_c.get(step * batch * hidden..))?,
            gates,
            after: part(after_c.get_mut(..batch * hidden))?,
            h: &mut *h,
        };
        in_parts(cell, context.cpu.threads)?;
        let after = part(after_r.get_mut(..batch * projection))?;
        products.multiply(Form::Right, lacuna::Dense::new(batch, hidden, h)?, h2r, DenseMut::new(batch, projection, after)?)?;
    }
    debug_assert_eq!(z.len(), steps * batch * 4 * hidden);
    Ok(())
}

/// From the gradients of all numbers, in one product each.
fn of_operand<V: Element + Value>(
    context: &Context,
    shape: LstmpShape,
    all: &[V],
    outer: &[V],
    (operand, operands): (usize, [&Array; 6]),
    gradient: &mut Array,
) -> Result<(), OperatorError> {
    let LstmpShape { steps, batch, hidden, projection } = shape;
    let (own, outer) = (part(shape.parts(all))?, part(shape.parts(outer))?);
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
            products.multiply(Form::Left, after, lacuna::Dense::new(rows, hidden, own.h)?, DenseMut::new(projection, hidden, out)?)?;
        }
    }
    Ok(())
}

impl Operator for LstmpOutput {
    fn name(&self) -> &'static str {
        "LstmpOutput"
    }

    fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let operands: [&Array; 4] = dense(self.name(), inputs)?;
        let shape = LstmpShape::of_output(self.name(), operands)?;
        let LstmpShape { steps, batch, projection, .. } = shape;
        with_float!(self.name(), operands[0], V => {
            let own = part(shape.parts(values::<V>(self.name(), 0, operands[0])?))?;
            let out = output.reuse_dense::<V>(&[steps * batch, projection])?;
            out.copy_from_slice(part(own.r.get(batch * projection..))?);
            Ok(())
        })
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let operands: [&Array; 4] = dense(self.name(), call.inputs)?;
        let shape = LstmpShape::of_output(self.name(), operands)?;
        if call.gradient.stype() != Dense {
            return Err(call.inputs.no_path(self.name()));
        }
        with_float!(self.name(), operands[0], V => {
            let outer = values::<V>(self.name(), 0, call.gradient)?;
            through_time::<V>(self.name(), context, shape, operands, outer, gradient)
        })
    }
}

impl Operator for LstmpLast {
    fn name(&self) -> &'static str {
        "LstmpLast"
    }

    fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [all]: [&Array; 1] = dense(self.name(), inputs)?;
        let shape = self.last();
        with_float!(self.name(), all, V => {
            let parts = part(self.shape.parts(values::<V>(self.name(), 0, all)?))?;
            let states = match self.part {
                LstmpPart::Projected => parts.r,
                LstmpPart::Cell => parts.c,
            };
            let first = states.len().checked_sub(shape.iter().product());
            output.reuse_dense::<V>(&shape)?.copy_from_slice(part(first.and_then(|first| states.get(first..)))?);
            Ok(())
        })
    }

    fn has_gradient(&self, _operand: usize) -> bool {
        false
    }

    fn backward(&self, _: &Context, _: &Backward<'_>, operand: usize, _: &mut Array) -> Result<(), OperatorError> {
        Err(OperatorError::NoGradient { operator: self.name(), operand })
    }
}

impl LstmpLast {
    /// Rows and columns of the states.
    pub const fn last(&self) -> [usize; 2] {
        let LstmpShape { batch, hidden, projection, .. } = self.shape;
        match self.part {
            LstmpPart::Projected => [batch, projection],
            LstmpPart::Cell => [batch, hidden],
        }
    }
}

/// The gradients of all numbers of a layer, from those of its results, last step first.
fn through_time<V: Element + Value>(
    name: &'static str,
    context: &Context,
    shape: LstmpShape,
    [all, h2h, h2r, _]: [&Array; 4],
    outer: &[V],
    gradient: &mut Array,
) -> Result<(), OperatorError> {
    let LstmpShape { steps, batch, hidden, projection } = shape;
    let own = part(shape.parts(values::<V>(name, 0, all)?))?;
    let h2h = lacuna::Dense::new(4 * hidden, projection, values::<V>(name, 1, h2h)?)?;
    let h2r = lacuna::Dense::new(projection, hidden, values::<V>(name, 2, h2r)?)?;
    let Parts { r, c, gates, h } = part(shape.parts_mut(gradient.reuse_dense::<V>(&[shape.length()])?))?;
    let (of_r, of_c, of_gates) = (batch * projection, batch * hidden, batch * 4 * hidden);
    part(r.get_mut(..of_r))?.fill(V::ZERO);
    part(r.get_mut(of_r..))?.copy_from_slice(outer);
    part(c.get_mut(steps * of_c..))?.fill(V::ZERO);
    let mut products = Products::new(context, &[[batch, hidden, projection], [batch, projection, 4 * hidden]]);
    let backwards = context.arena.alloc_slice_fill_copy(of_r, V::ZERO);
    let tangents = context.arena.alloc_slice_fill_copy(of_c, V::ZERO);
    for step in (0..steps).rev() {
        let (before_r, after_r) = part(r.split_at_mut_checked((step + 1) * of_r))?;
        let (before_c, after_c) = part(c.split_at_mut_checked((step + 1) * of_c))?;
        let h = part(h.get_mut(step * of_c..(step + 1) * of_c))?;
        let after_r = lacuna::Dense::new(batch, projection, part(after_r.get(..of_r))?)?;
        products.multiply(Form::Neither, after_r, h2r, DenseMut::new(batch, hidden, h)?)?;
        let gates = part(gates.get_mut(step * of_gates..(step + 1) * of_gates))?;
        let cell = CellBackward {
            hidden,
            gates: part(own.gates.get(step * of_gates..(step + 1) * of_gates))?,
            before: part(own.c.get(step * of_c..(step + 1) * of_c))?,
            after: part(own.c.get((step + 1) * of_c..(step + 2) * of_c))?,
            of_h: h,
            tangents: &mut *tangents,
            of_after: part(after_c.get_mut(..of_c))?,
            of_before: part(before_c.get_mut(step * of_c..))?,
            of_gates: &mut *gates,
        };
        in_parts(cell, context.cpu.threads)?;
        if step > 0 {
            let of_sums = lacuna::Dense::new(batch, 4 * hidden, gates)?;
            products.multiply(Form::Neither, of_sums, h2h, DenseMut::new(batch, projection, backwards)?)?;
            let to = DenseMut::new(batch, projection, part(before_r.get_mut(step * of_r..))?)?;
            context.cpu.accumulate_rows::<V, i64>(Broadcast::from(lacuna::Dense::new(batch, projection, backwards)?), to)?;
        }
    }
    Ok(())
}
