//! Kernels that write a dense array.
use super::call::On;
use crate::operator::{DenseKernel, Operands, OperatorError, for_each_dense_kernel};
use lacuna::Value;
use lacuna_arrays::array::Array;
use lacuna_arrays::device::gpu::stored::{Form, Kept, matrix};
use lacuna_arrays::device::gpu::{Buffer, DeviceBroadcast, DeviceCsr, DeviceDense};

impl<'a> Operands<'a, &'a On<'a>> {
    fn matrix<V: Kept + Value>(&mut self) -> Result<&'a DeviceDense<V>, OperatorError> {
        self.array().and_then(|(operand, array)| self.on.dense(operand, array))
    }

    fn values<V: Kept + Value>(&mut self) -> Result<&'a Buffer<V>, OperatorError> {
        Ok(self.matrix()?.data())
    }

    fn csr<V: Kept + Value>(&mut self) -> Result<&'a DeviceCsr<V>, OperatorError> {
        let (operand, array) = self.array()?;
        if let Form::Csr(csr) = self.on.form(operand, array)? {
            Ok(csr)
        } else {
            Err(self.on.no_kernel_for(self.arrays))
        }
    }

    fn rows<V: Kept + Value>(&mut self) -> Result<DeviceBroadcast<'a, V>, OperatorError> {
        Ok(self.matrix()?.into())
    }

    fn row<V: Kept + Value>(&mut self) -> Result<DeviceBroadcast<'a, V>, OperatorError> {
        Ok(DeviceBroadcast::Row(self.values()?))
    }

    fn column<V: Kept + Value>(&mut self) -> Result<DeviceBroadcast<'a, V>, OperatorError> {
        Ok(DeviceBroadcast::Column(self.values()?))
    }

    fn labels(&mut self) -> Result<&'a Buffer<i64>, OperatorError> {
        let (operand, labels) = self.array()?;
        Ok(self.on.dense::<i64>(operand, labels)?.data())
    }
}

macro_rules! calls {
    ($($kernel:ident $family:ident ($($operand:ident)*) $result:ident;)*) => {
        pub(super) fn run<V: Kept + Value>(
            on: &On<'_>,
            kernel: DenseKernel,
            arrays: &[&Array],
            numbers: &[f64],
            shape: &[usize],
        ) -> Result<Array, OperatorError> {
            let mut operands = Operands { on, arrays, numbers, taken: 0 };
            let (rows, columns) = matrix(shape);
            Ok(match kernel {
                $(DenseKernel::$kernel => {
                    // What a kernel may refuse to write is of numbers.
                    let may_refuse = [$(stringify!($operand)),*].contains(&"labels");
                    let mut out: DeviceDense<V> = if may_refuse { on.zeros([rows, columns])? } else {
                        on.new_dense([rows, columns])?
                    };
                    lacuna_cuda::$family::$kernel(on.gpu(), $(operands.$operand()?,)* calls!(@$result out))?;
                    on.result(shape, Form::Dense(out))
                })*
            })
        }
    };
    (@matrix $out:ident) => { &mut $out };
    (@values $out:ident) => { $out.data_mut() };
    (@rows $out:ident) => { (&mut $out).into() };
}
for_each_dense_kernel! { calls }
