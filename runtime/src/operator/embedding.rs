//! Rows of a table by their ids.
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element, with_values};
use bumpalo::Bump;
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna::rows::coalesce_plan;
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{DenseMut, RowSparseMut, Value};

/// The rows of `weight` that `ids` name: operands `ids`, dense of any shape and dtype, and `weight` (R x ..), dense or row_sparse. The result is dense, of the shape of the ids and then that of a row.
///
/// Gradient of the weight: row_sparse, the sums of the rows of equal ids in the order in which they come. An id that is no row is an error. Source: MXNet `Embedding`, `SparseEmbedding`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Embedding;

const NAME: &str = "Embedding";

/// Numbers that must be integers from 0 to `end`.
pub(super) fn integers<'a>(operator: &'static str, array: &'a Array, end: usize, arena: &'a Bump) -> Result<&'a [i64], OperatorError> {
    /// Up to the first that is none.
    fn read<V: Element>(values: &[V], ids: &mut [i64], end: f64) -> Result<(), (usize, f64)> {
        for (element, (value, id)) in values.iter().zip(ids).enumerate() {
            let found = V::number(*value);
            *id = found as i64;
            if *id as f64 != found || !(0.0..end).contains(&found) {
                return Err((element, found));
            }
        }
        Ok(())
    }
    if let Some(ids) = array.data::<i64>()
        && ids.iter().all(|&id| usize::try_from(id).is_ok_and(|id| id < end))
    {
        return Ok(ids);
    }
    let ids = arena.alloc_slice_fill_default::<i64>(array.nnz());
    let read = with_values!(array.values(), |values| read(values, ids, end as f64));
    read.map_err(|(element, found)| OperatorError::Id { operator, element, found, end })?;
    Ok(ids)
}

impl Operator for Embedding {
    fn name(&self) -> &'static str {
        NAME
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [ids, weight] = inputs.all(NAME)?;
        if ids.stype() != Dense || weight.stype() == Csr {
            return Err(inputs.no_path(NAME));
        }
        let (rows, row) = table(weight)?;
        let numbers = integers(NAME, ids, rows, &context.arena)?;
        with_float!(NAME, weight, V => {
            let dimensions = ids.shape().iter().chain(row).copied();
            let shape = context.arena.alloc_slice_fill_default(ids.shape().len() + row.len());
            shape.iter_mut().zip(dimensions).for_each(|(to, length)| *to = length);
            let out = output.reuse_dense::<V>(shape)?;
            let out = DenseMut::new(numbers.len(), row.iter().product(), out)?;
            if weight.stype() == RowSparse {
                context.cpu.lookup_row_sparse(numbers, weight.as_row_sparse::<V>()?, out)?;
            } else {
                context.cpu.lookup(numbers, matrix::<V>(weight)?, out)?;
            }
            Ok(())
        })
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 1
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let [ids, weight] = call.inputs.all(NAME)?;
        if call.gradient.stype() != Dense {
            return Err(call.inputs.no_path(NAME));
        }
        with_float!(NAME, weight, V => summed::<V>(context, ids, weight, call.gradient, gradient))
    }
}

/// How many rows there are, and the shape of one.
fn table(weight: &Array) -> Result<(usize, &[usize]), OperatorError> {
    let wrong = || OperatorError::Shape { operator: NAME, operand: 1, expected: "one dimension or more", found: Vec::new() };
    weight.shape().split_first().map(|(&rows, row)| (rows, row)).ok_or_else(wrong)
}

fn matrix<V: Element>(weight: &Array) -> Result<lacuna::Dense<'_, V>, OperatorError> {
    let (rows, row) = table(weight)?;
    Ok(lacuna::Dense::new(rows, row.iter().product(), values::<V>(NAME, 1, weight)?)?)
}

fn summed<V: Element + Value>(context: &Context, ids: &Array, weight: &Array, outer: &Array, to: &mut Array) -> Result<(), OperatorError> {
    let ((rows, row), Context { cpu, arena, .. }) = (table(weight)?, context);
    let ids = integers(NAME, ids, rows, arena)?;
    let (count, row_length) = (ids.len(), row.iter().product());
    let input = lacuna::RowSparse::trusted(rows, row_length, ids, values::<V>(NAME, 0, outer)?)?;
    let buffers = PlanBuffers {
        ids: arena.alloc_slice_fill_default(count),
        segments: arena.alloc_slice_fill_default(count + 1),
        rows: arena.alloc_slice_fill_default(count),
        entries: arena.alloc_slice_fill_default(count),
    };
    let plan = coalesce_plan(input, buffers, arena.alloc_slice_fill_default(plan_scratch(count)))?;
    let out = to.reuse_row_sparse::<V>(weight.shape(), plan.ids())?;
    Ok(cpu.coalesce(&plan, input, RowSparseMut::trusted(rows, row_length, plan.ids(), out)?)?)
}
