//! Rows by their ids.
use super::{Host, matrix};
use crate::operator::backend::{Done, Rows};
use crate::operator::{Context, with_float, with_storage};
use lacuna::infer::Stype::RowSparse;
use lacuna::rows::coalesce_plan;
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{Broadcast, Dense, DenseMut, RowSparseMut, RowsMut, Storage, Value};
use lacuna_arrays::array::{Array, Element};

impl Rows for Host<'_> {
    fn lookup(&self, ids: &Array, table: &Array, out: &mut Array) -> Done {
        let (row, dimensions) = (table.shape().iter().skip(1), ids.shape().iter());
        let shape = self.context.arena.alloc_slice_fill_default(row.len() + dimensions.len());
        shape.iter_mut().zip(dimensions.chain(row)).for_each(|(to, length)| *to = *length);
        let ids = self.integers(ids, table.shape().first().copied().unwrap_or_default())?;
        let (cpu, row_length) = (self.context.cpu, table.shape().iter().skip(1).product());
        if table.stype() == RowSparse {
            return with_float!(self.operator, table, V => {
                let out = DenseMut::new(ids.len(), row_length, out.reuse_dense::<V>(shape)?)?;
                Ok(cpu.lookup_row_sparse(ids, table.as_row_sparse::<V>()?, out)?)
            });
        }
        with_storage!(self.operator, table.dtype(), V => {
            let out = DenseMut::new(ids.len(), row_length, out.reuse_dense::<V>(shape)?)?;
            Ok(cpu.lookup(ids, matrix(table, self.values::<V>(1, table)?)?, out)?)
        })
    }

    fn sum_by_id(&self, ids: &Array, rows: &Array, shape: &[usize], out: &mut Array) -> Done {
        with_storage!(self.operator, rows.dtype(), V => sum_by_id::<V>(*self, ids, rows, shape, out))
    }
}

fn sum_by_id<V: Element + Storage>(
    host: Host<'_>,
    ids: &Array,
    rows: &Array,
    shape: &[usize],
    out: &mut Array,
) -> Done {
    let Context { cpu, arena, .. } = host.context;
    let (count, row_length) = (shape.first().copied().unwrap_or_default(), shape.iter().skip(1).product());
    let ids = host.integers(ids, count)?;
    let input = lacuna::RowSparse::trusted(count, row_length, ids, host.values::<V>(0, rows)?)?;
    let buffers = PlanBuffers {
        ids: arena.alloc_slice_fill_default(ids.len()),
        segments: arena.alloc_slice_fill_default(ids.len() + 1),
        rows: arena.alloc_slice_fill_default(ids.len()),
        entries: arena.alloc_slice_fill_default(ids.len()),
    };
    let plan = coalesce_plan(input, buffers, arena.alloc_slice_fill_default(plan_scratch(ids.len())))?;
    let out = out.reuse_row_sparse::<V>(shape, plan.ids())?;
    Ok(cpu.coalesce(&plan, input, RowSparseMut::trusted(count, row_length, plan.ids(), out)?)?)
}

impl Host<'_> {
    /// The sums of the squares of the columns of a row_sparse array.
    pub fn square_sum_columns(&self, x: &Array, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let view = x.as_row_sparse::<V>()?;
            let stored = Dense::new(view.stored_rows(), view.row_length(), view.data())?;
            Ok(self.context.cpu.square_sum_columns(stored, out.reuse_dense(shape)?)?)
        })
    }

    /// `2 x g`, with a number `g` for each column, in the rows that are stored.
    pub fn square_sum_columns_gradient(&self, x: &Array, outer: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let (cpu, view) = (self.context.cpu, x.as_row_sparse::<V>()?);
            let twice = self.scratch::<V>(outer.size());
            cpu.mul_scalar(self.values(0, outer)?, V::narrow(2.0), twice)?;
            let (rows, columns) = (view.stored_rows(), view.row_length());
            let out: RowsMut<'_, V, i64> = DenseMut::new(rows, columns, out.reuse_structure::<V>(x)?)?.into();
            Ok(cpu.rows_multiply(Dense::new(rows, columns, view.data())?.into(), Broadcast::Row(twice), out)?)
        })
    }
}
