//! Functions of each element.
use super::Machine;
use super::call::Call;
use super::operators::Kernels;
use super::stored::{Form, Kept};
use crate::array::{Array, Function, for_each_function};
use crate::operator::{Backward, Map, OperatorError, for_each_gradient, with_float};
use lacuna::Value;
use lacuna_cuda::binary::multiply;
use lacuna_cuda::map::*;
use lacuna_cuda::{Buffer, DeviceDense, Error, Gpu};

/// A kernel of each element of a dense array.
pub(super) fn of<D: Machine, V: Kept + Value>(
    call: &Call<'_, D>,
    x: &Array,
    kernel: impl FnOnce(&Gpu<D>, &Buffer<D, V>, &mut Buffer<D, V>) -> Result<(), Error>,
) -> Result<Array, OperatorError> {
    let dense = call.dense::<V>(0, x)?;
    let mut out = call.new_dense::<V>([dense.rows(), dense.columns()])?;
    kernel(call.gpu(), dense.data(), out.data_mut())?;
    Ok(call.result(x.shape(), Form::Dense(out)))
}

impl<D: Machine> Kernels<D> for Map {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [x] = call.all()?;
        with_float!(call.name, x, V => of::<D, V>(call, x, |gpu, input, out| run(self.0, gpu, input, out)))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        let ([x], outer) = (call.all()?, backward.gradient);
        with_float!(call.name, x, V => {
            let [input, result] = [x, backward.output].map(|array| call.dense::<V>(0, array).map(DeviceDense::data));
            let (input, result) = (input?, result?);
            of::<D, V>(call, outer, |gpu, outer, out| gradient(self.0, gpu, [outer, input, result], out))
        })
    }
}

macro_rules! functions {
    ($($variant:ident $kernel:ident,)* ; $($scalar:ident $scalar_kernel:ident,)*) => {
        fn run<D: Machine, V: Value>(function: Function, gpu: &Gpu<D>, input: &Buffer<D, V>, out: &mut Buffer<D, V>) -> Result<(), Error> {
            match function {
                $(Function::$variant => $kernel(gpu, input, out),)*
                $(Function::$scalar(scalar) => $scalar_kernel(gpu, input, V::narrow(scalar), out),)*
                Function::Clip { a_min, a_max } => clip(gpu, input, V::narrow(a_min), V::narrow(a_max), out),
            }
        }
    };
}
for_each_function! { functions }

macro_rules! gradients {
    (input: $($of_input:ident $by_input:ident,)*; result: $($of_result:ident $by_result:ident,)*;
        scalar: $($scalar:ident $by_scalar:ident $operand:ident,)*; alone: $($alone:ident $by_alone:ident,)*;) => {
        fn gradient<D: Machine, V: Value>(
            function: Function,
            gpu: &Gpu<D>,
            [outer, input, result]: [&Buffer<D, V>; 3],
            out: &mut Buffer<D, V>,
        ) -> Result<(), Error> {
            match function {
                $(Function::$of_input => $by_input(gpu, outer, input, out),)*
                $(Function::$of_result => $by_result(gpu, outer, result, out),)*
                $(Function::$scalar(scalar) => $by_scalar(gpu, outer, gradients!(@$operand input result), V::narrow(scalar), out),)*
                $(Function::$alone => $by_alone(gpu, outer, out),)*
                Function::Clip { a_min, a_max } => clip_backward(gpu, outer, input, V::narrow(a_min), V::narrow(a_max), out),
                Function::MulScalar(scalar) => mul_scalar(gpu, outer, V::narrow(scalar), out),
                Function::DivScalar(scalar) => div_scalar(gpu, outer, V::narrow(scalar), out),
                Function::RminusScalar(_) => negative(gpu, outer, out),
                Function::MaximumScalar(scalar) => chosen(gpu, outer, out, |ones| greater_equal_scalar(gpu, input, V::narrow(scalar), ones)),
                Function::MinimumScalar(scalar) => chosen(gpu, outer, out, |ones| lesser_equal_scalar(gpu, input, V::narrow(scalar), ones)),
                Function::PlusScalar(_) | Function::ModScalar(_) => outer.duplicate(gpu).map(|copy| *out = copy),
                _ => DeviceDense::zeros(gpu, out.len(), 1).map(|zeros| *out = zeros.into_buffer()),
            }
        }
    };
    (@input $input:ident $result:ident) => { $input };
    (@result $input:ident $result:ident) => { $result };
}
for_each_gradient! { gradients }

/// The gradient where a comparison is 1.
fn chosen<D: Machine, V: Value>(
    gpu: &Gpu<D>,
    outer: &Buffer<D, V>,
    out: &mut Buffer<D, V>,
    compare: impl FnOnce(&mut Buffer<D, V>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut ones = DeviceDense::new(gpu, outer.len(), 1)?;
    compare(ones.data_mut())?;
    multiply(gpu, outer, ones.data(), out)
}
