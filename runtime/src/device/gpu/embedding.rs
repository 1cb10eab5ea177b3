//! Rows of a table by their ids.
use super::Machine;
use super::call::Call;
use super::operators::Kernels;
use super::stored::{Form, Kept, matrix};
use crate::array::Array;
use crate::operator::{Backward, Embedding, OperatorError, with_float};
use lacuna::Value;
use lacuna_cuda::{DeviceDense, DeviceRowSparse, DeviceRows, embedding, rows};

impl<D: Machine> Kernels<D> for Embedding {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [ids, weight] = call.all()?;
        with_float!(call.name, weight, V => looked_up::<D, V>(call, ids, weight))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        let [ids, weight] = call.all()?;
        with_float!(call.name, weight, V => summed::<D, V>(call, ids, weight, backward.gradient))
    }
}

fn looked_up<D: Machine, V: Kept + Value>(call: &Call<'_, D>, ids: &Array, weight: &Array) -> Result<Array, OperatorError> {
    let numbers = call.dense::<i64>(0, ids)?.data();
    let (_, row_length) = matrix(weight.shape());
    let mut out = call.zeros::<V>([numbers.len(), row_length])?;
    match call.form::<V>(1, weight)? {
        Form::Dense(weight) => embedding::lookup(call.gpu(), numbers, weight, &mut out)?,
        Form::RowSparse(weight) => embedding::lookup_row_sparse(call.gpu(), numbers, weight, &mut out)?,
        Form::Csr(_) => return Err(call.no_kernel()),
    }
    let shape: Vec<_> = ids.shape().iter().chain(weight.shape().iter().skip(1)).copied().collect();
    let (rows, columns) = matrix(&shape);
    Ok(call.result(&shape, Form::Dense(DeviceDense::from_buffer(rows, columns, out.into_buffer())?)))
}

/// The sums of the rows of equal ids.
fn summed<D: Machine, V: Kept + Value>(call: &mut Call<'_, D>, ids: &Array, weight: &Array, outer: &Array) -> Result<Array, OperatorError> {
    let (count, row_length) = matrix(weight.shape());
    let numbers = call.dense::<i64>(0, ids)?.data();
    let places = call.own.all_rows(numbers.len())?;
    let pattern = places.with_ids(count, numbers.duplicate(call.gpu())?)?;
    let outer = call.dense::<V>(0, outer)?.data();
    let plan = rows::coalesce_plan(call.gpu(), DeviceRows::new(&pattern, row_length, outer)?)?;
    let mut out = DeviceRowSparse::new(call.gpu(), plan.pattern(), row_length)?;
    rows::coalesce(call.gpu(), &plan, DeviceRows::new(&pattern, row_length, outer)?, &mut out)?;
    Ok(call.result(weight.shape(), Form::RowSparse(out)))
}
