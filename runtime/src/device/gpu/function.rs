//! Functions of each element, and their gradients.
use crate::operator::gradient_of;
use lacuna::Value;
use lacuna_arrays::array::{Function, for_each_function};
use lacuna_arrays::device::gpu::{Buffer, DeviceDense, Gpu};
use lacuna_cuda::Error;
use lacuna_cuda::binary::multiply;
use lacuna_cuda::map::*;

macro_rules! functions {
    ($($variant:ident $kernel:ident,)* ; $($scalar:ident $scalar_kernel:ident,)*) => {
        pub(super) fn run<V: Value>(
            function: Function, gpu: &Gpu, input: &Buffer<V>, out: &mut Buffer<V>
        ) -> Result<(), Error> {
            match function {
                $(Function::$variant => $kernel(gpu, input, out),)*
                $(Function::$scalar(scalar) => $scalar_kernel(gpu, input, V::narrow(scalar), out),)*
                Function::Clip { a_min, a_max } => clip(gpu, input, V::narrow(a_min), V::narrow(a_max), out),
                Function::HardSigmoid { alpha, beta } => {
                    hard_sigmoid(gpu, input, V::narrow(alpha), V::narrow(beta), out)
                }
                Function::Quadratic { a, b, c } => {
                    quadratic(gpu, input, V::narrow(a), V::narrow(b), V::narrow(c), out)
                }
            }
        }
    };
}
for_each_function! { functions }

pub(super) fn gradient<V: Value>(
    function: Function,
    gpu: &Gpu,
    [outer, input, result]: [&Buffer<V>; 3],
    out: &mut Buffer<V>,
) -> Result<(), Error> {
    macro_rules! launch {
        ($kernel:ident, $($operand:expr),*) => { $kernel(gpu, $($operand,)* out) };
    }
    /// Where a comparison is 1.
    macro_rules! chosen {
        ($compare:ident, $outer:expr, $($operand:expr),*) => {{
            let mut ones = DeviceDense::new(gpu, $outer.len(), 1)?;
            $compare(gpu, $($operand,)* ones.data_mut())?;
            multiply(gpu, $outer, ones.data(), out)
        }};
    }
    macro_rules! copied {
        ($outer:expr) => {
            $outer.duplicate(gpu).map(|copy| *out = copy)
        };
    }
    macro_rules! zeros {
        () => {
            DeviceDense::zeros(gpu, out.len(), 1).map(|zeros| *out = zeros.into_buffer())
        };
    }
    gradient_of!(launch, function, [outer, input, result], chosen copied zeros)
}
