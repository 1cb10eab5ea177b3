//! Dense columns beside each other.
use super::Machine;
use super::call::Call;
use super::operators::Kernels;
use super::stored::{Form, Kept};
use crate::array::Array;
use crate::operator::{Backward, Concat, OperatorError, concat_begin, concat_shape, with_float};
use lacuna::Value;
use lacuna_cuda::slice::copy_part;

impl<D: Machine> Kernels<D> for Concat {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let Some(first) = call.inputs.get(0) else {
            return Err(OperatorError::Operands { operator: call.name, expected: 1, found: 0 });
        };
        with_float!(call.name, first, V => joined::<D, V>(call))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, operand: usize) -> Result<Array, OperatorError> {
        with_float!(call.name, backward.gradient, V => columns_of::<D, V>(call, backward.gradient, operand))
    }
}

fn joined<D: Machine, V: Kept + Value>(call: &Call<'_, D>) -> Result<Array, OperatorError> {
    let shape = concat_shape(call.inputs)?;
    let mut out = call.new_dense::<V>(shape)?;
    for (operand, array) in call.inputs.iter().enumerate() {
        let own = call.dense::<V>(operand, array)?;
        copy_part(call.gpu(), [own.rows(), own.columns()], own, [0, 0], &mut out, [0, concat_begin(call.inputs, operand)])?;
    }
    Ok(call.result(&shape, Form::Dense(out)))
}

fn columns_of<D: Machine, V: Kept + Value>(call: &Call<'_, D>, outer: &Array, operand: usize) -> Result<Array, OperatorError> {
    let missing = OperatorError::NoGradient { operator: call.name, operand };
    let own = call.inputs.get(operand).ok_or(missing)?;
    let dense = call.dense::<V>(operand, own)?;
    let shape = [dense.rows(), dense.columns()];
    let mut out = call.new_dense::<V>(shape)?;
    copy_part(call.gpu(), shape, call.dense(0, outer)?, [0, concat_begin(call.inputs, operand)], &mut out, [0, 0])?;
    Ok(call.result(&shape, Form::Dense(out)))
}
