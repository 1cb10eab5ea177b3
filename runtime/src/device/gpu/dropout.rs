//! Numbers that are left out at random, and gradients that are multiplied on their way.
use super::Machine;
use super::call::Call;
use super::function;
use super::operators::Kernels;
use super::stored::Kept;
use crate::array::Array;
use crate::operator::{Backward, Dropout, OperatorError, ScaleGradient, with_float};
use lacuna::Value;
use lacuna_cuda::{DeviceDense, binary, map, random};

impl<D: Machine> Kernels<D> for Dropout {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [x, step] = call.all()?;
        with_float!(call.name, x, V => applied::<D, V>(self, call, step, x))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        let [x, step] = call.all()?;
        with_float!(call.name, x, V => applied::<D, V>(self, call, step, backward.gradient))
    }
}

fn applied<D: Machine, V: Kept + Value>(dropout: &Dropout, call: &Call<'_, D>, step: &Array, of: &Array) -> Result<Array, OperatorError> {
    let dense = call.dense::<V>(0, of)?;
    if !dropout.works(call.training)? {
        return Ok(of.clone());
    }
    let (distribution, stream) = dropout.factors::<V>(call.number(1, step)?);
    let mut mask = DeviceDense::new(call.gpu(), dense.rows(), dense.columns())?;
    random::bernoulli(call.gpu(), stream, distribution.probability, distribution.value, mask.data_mut())?;
    function::of::<D, V>(call, of, |gpu, values, out| binary::multiply(gpu, values, mask.data(), out))
}

impl<D: Machine> Kernels<D> for ScaleGradient {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [x] = call.all()?;
        with_float!(call.name, x, V => call.dense::<V>(0, x).map(|_| x.clone()))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        let outer = backward.gradient;
        with_float!(call.name, outer, V => function::of::<D, V>(call, outer, |gpu, x, out| map::mul_scalar(gpu, x, V::narrow(self.factor), out)))
    }
}
