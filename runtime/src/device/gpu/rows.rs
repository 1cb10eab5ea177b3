//! Rows by their ids.
use super::call::On;
use crate::operator::backend::{Done, Rows};
use crate::operator::with_float;
use lacuna_arrays::array::Array;
use lacuna_arrays::device::gpu::DeviceRowSparse;
use lacuna_arrays::device::gpu::stored::{Form, matrix};
use lacuna_cuda::{DeviceRows, embedding, rows};

impl Rows for On<'_> {
    fn lookup(&self, ids: &Array, table: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, table, V => {
            let numbers = self.dense::<i64>(0, ids)?.data();
            let (_, row_length) = matrix(table.shape());
            let mut result = self.zeros::<V>([numbers.len(), row_length])?;
            match self.form::<V>(1, table)? {
                Form::Dense(table) => embedding::lookup(self.gpu(), numbers, table, &mut result)?,
                Form::RowSparse(table) => embedding::lookup_row_sparse(self.gpu(), numbers, table, &mut result)?,
                Form::Csr(_) => return Err(self.no_kernel_for(&[ids, table])),
            }
            let shape: Vec<_> = ids.shape().iter().chain(table.shape().iter().skip(1)).copied().collect();
            *out = self.dense_result(&shape, result.into_buffer())?;
            Ok(())
        })
    }

    fn sum_by_id(&self, ids: &Array, outer: &Array, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, outer, V => {
            let ((count, row_length), gpu) = (matrix(shape), self.gpu());
            let numbers = self.dense::<i64>(0, ids)?.data();
            let pattern = self.own.all_rows(numbers.len())?.with_ids(count, numbers.duplicate(gpu)?)?;
            let outer = self.dense::<V>(0, outer)?.data();
            let plan = rows::coalesce_plan(gpu, DeviceRows::new(&pattern, row_length, outer)?)?;
            let mut result = DeviceRowSparse::new(gpu, plan.pattern(), row_length)?;
            rows::coalesce(gpu, &plan, DeviceRows::new(&pattern, row_length, outer)?, &mut result)?;
            *out = self.result(shape, Form::RowSparse(result));
            Ok(())
        })
    }
}
