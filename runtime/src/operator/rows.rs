//! Rows of row_sparse arrays.
use super::entry::entries;
use super::host::Host;
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, integers, square_sum_columns, with_float};
use lacuna::infer::Stype::{Dense, RowSparse};
use lacuna::rows::retain_ids;
use lacuna::{Broadcast, DenseMut, RowSparseMut, RowsMut, Value};
use lacuna_arrays::array::{Array, Element};

/// The rows of the ids: operands a row_sparse array and ascending, distinct ids, dense of any dtype; the result is
/// row_sparse, and stores all these rows if the operand stores any.
///
/// Gradient: that of the result, in these rows. Source: MXNet `sparse_retain`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retain;

/// The sum of the squares of each row of a row_sparse array (R x C), with its storage type (`keepdims`: R x 1) or dense
/// (R).
///
/// Gradient: `2 x g`, in the rows that both store. Source: MXNet `_square_sum` with axis 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSum {
    /// The result is row_sparse, with one column.
    pub keepdims: bool,
}

entries! {
    "_square_sum" ("data") |p| {
        p.only("exclude", "False")?;
        let axis = p.choice("axis", "0 or 1", |text| match integers(text)?[..] {
            [axis @ (0 | 1)] => Some(axis),
            _ => None,
        })?;
        let keepdims = p.flag("keepdims")?;
        if axis == 0 {
            return Ok(square_sum_columns::built(keepdims));
        }
        Built::new(SquareSum { keepdims }, move |shapes| {
            let Some([rows, _]) = shapes.matrix(0, "a matrix")? else { return Ok(()) };
            if keepdims { shapes.result(&[rows, 1]) } else { shapes.result(&[rows]) }
        }, Through("_backward_square_sum", &[Gradient, Input(0)]))
    };
    "_sparse_retain" ["sparse_retain"] ("data", "indices") |_p| {
        Built::new(
            Retain,
            |shapes| shapes.get(0).map(<[_]>::to_vec).map_or(Ok(()), |shape| shapes.result(&shape)),
            Rows("_backward_sparse_retain", &[Gradient, Input(1)])
        ).own_dtype(1)
    };
}

fn retained<V: Element + Value>(
    context: &Context,
    data: &Array,
    ids: &[i64],
    output: &mut Array,
) -> Result<(), OperatorError> {
    let view = data.as_row_sparse::<V>()?;
    let ids = retain_ids(view, ids)?;
    let out = output.reuse_row_sparse::<V>(data.shape(), ids)?;
    Ok(context.cpu.retain(view, RowSparseMut::trusted(view.rows(), view.row_length(), ids, out)?)?)
}

impl Operator for Retain {
    fn name(&self) -> &'static str {
        "sparse_retain"
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [data, ids] = inputs.all(self.name())?;
        if data.stype() != RowSparse || ids.stype() != Dense {
            return Err(inputs.no_path(self.name()));
        }
        let rows = data.shape().first().copied().unwrap_or_default();
        let ids = Host { context, operator: self.name() }.integers(ids, rows)?;
        with_float!(self.name(), data, V => retained::<V>(context, data, ids, output))
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn backward(
        &self,
        context: &Context,
        call: &Backward<'_>,
        _operand: usize,
        gradient: &mut Array,
    ) -> Result<(), OperatorError> {
        let [data, ids] = call.inputs.all(self.name())?;
        let rows = data.shape().first().copied().unwrap_or_default();
        let ids = Host { context, operator: self.name() }.integers(ids, rows)?;
        with_float!(self.name(), data, V => {
            if call.gradient.stype() == RowSparse {
                return retained::<V>(context, call.gradient, ids, gradient);
            }
            let row_length = data.shape().iter().skip(1).product();
            let outer = lacuna::Dense::new(rows, row_length, values::<V>(self.name(), 0, call.gradient)?)?;
            let out = gradient.reuse_row_sparse::<V>(data.shape(), ids)?;
            Ok(context.cpu.lookup(ids, outer, DenseMut::new(ids.len(), row_length, out)?)?)
        })
    }
}

impl Operator for SquareSum {
    fn name(&self) -> &'static str {
        "_square_sum"
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [x] = inputs.all(self.name())?;
        if x.stype() != RowSparse {
            return Err(inputs.no_path(self.name()));
        }
        with_float!(self.name(), x, V => {
            let view = x.as_row_sparse::<V>()?;
            let stored = lacuna::Dense::new(view.stored_rows(), view.row_length(), view.data())?;
            if self.keepdims {
                return Ok(
                    context.cpu.square_sum_rows(stored, output.reuse_row_sparse(&[view.rows(), 1], view.indices())?)?
                );
            }
            let sums = context.arena.alloc_slice_fill_copy(view.stored_rows(), V::default());
            context.cpu.square_sum_rows(stored, sums)?;
            let sums = lacuna::RowSparse::trusted(view.rows(), 1, view.indices(), sums)?;
            Ok(
                context.cpu.row_sparse_to_dense(
                    sums, DenseMut::new(view.rows(), 1, output.reuse_dense(&[view.rows()])?)?
                )?
            )
        })
    }

    fn backward(
        &self,
        context: &Context,
        call: &Backward<'_>,
        _operand: usize,
        gradient: &mut Array,
    ) -> Result<(), OperatorError> {
        let [x] = call.inputs.all(self.name())?;
        with_float!(self.name(), x, V => {
            let view = x.as_row_sparse::<V>()?;
            // The rows that count, and their numbers.
            let (ids, outer) = if call.gradient.stype() == RowSparse {
                let outer = call.gradient.as_row_sparse::<V>()?;
                (outer.indices(), outer.data())
            } else {
                let outer = lacuna::Dense::new(view.rows(), 1, values::<V>(self.name(), 0, call.gradient)?)?;
                let numbers = context.arena.alloc_slice_fill_copy(view.stored_rows(), V::default());
                context.cpu.lookup(view.indices(), outer, DenseMut::new(view.stored_rows(), 1, numbers)?)?;
                (view.indices(), &*numbers)
            };
            let (rows, length) = (ids.len(), view.row_length());
            let own = context.arena.alloc_slice_fill_copy(rows * length, V::default());
            context.cpu.retain(view, RowSparseMut::trusted(view.rows(), length, ids, own)?)?;
            let twice = context.arena.alloc_slice_fill_copy(rows, V::default());
            context.cpu.mul_scalar(outer, V::narrow(2.0), twice)?;
            let out = gradient.reuse_row_sparse::<V>(x.shape(), ids)?;
            let out: RowsMut<'_, V, i64> = DenseMut::new(rows, length, out)?.into();
            Ok(context.cpu.rows_multiply(lacuna::Dense::new(rows, length, own)?.into(), Broadcast::Column(twice), out)?)
        })
    }
}
