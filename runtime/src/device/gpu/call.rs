//! The operands of a call on a device.
use super::stored::{Form, Kept, array, stored};
use super::{Machine, Own};
use crate::array::Array;
use crate::device::Device;
use crate::operator::{Inputs, OperatorError, Stypes};
use lacuna_cuda::{DeviceDense, Gpu};

/// A call of an operator.
pub(super) struct Call<'a, D: Machine> {
    pub own: &'a mut Own<D>,
    /// The handle that results hold.
    pub here: &'a Device,
    /// The operator's.
    pub name: &'static str,
    pub inputs: Inputs<'a>,
}

impl<'a, D: Machine> Call<'a, D> {
    pub const fn gpu(&self) -> &Gpu<D> {
        &self.own.gpu
    }

    /// Exactly so many operands.
    pub fn all<const N: usize>(&self) -> Result<[&'a Array; N], OperatorError> {
        self.inputs.all(self.name)
    }

    /// There is no kernel for these operands.
    pub fn no_kernel(&self) -> OperatorError {
        self.no_kernel_for(&self.inputs.iter().collect::<Vec<_>>())
    }

    /// The same for others than the operands of the operator.
    pub fn no_kernel_for(&self, arrays: &[&Array]) -> OperatorError {
        let stypes = Stypes(arrays.iter().map(|array| array.stype()).collect());
        OperatorError::NoKernel { operator: self.name, device: self.here.to_string(), stypes }
    }

    /// An operand as it is stored.
    pub fn form<'x, V: Kept>(&self, operand: usize, array: &'x Array) -> Result<&'x Form<D, V>, OperatorError> {
        let other = || OperatorError::Dtype { operator: self.name, operand, expected: V::DTYPE, found: array.dtype() };
        stored(array).and_then(V::form).ok_or_else(other)
    }

    /// A dense operand.
    pub fn dense<'x, V: Kept>(&self, operand: usize, array: &'x Array) -> Result<&'x DeviceDense<D, V>, OperatorError> {
        match self.form(operand, array)? {
            Form::Dense(dense) => Ok(dense),
            _ => Err(self.no_kernel()),
        }
    }

    /// A dense matrix of unspecified elements.
    pub fn new_dense<V: Kept>(&self, [rows, columns]: [usize; 2]) -> Result<DeviceDense<D, V>, OperatorError> {
        Ok(DeviceDense::new(&self.own.gpu, rows, columns)?)
    }

    /// The same of zeros, for kernels that may refuse to write: what is computed of it until that is reported is of numbers.
    pub fn zeros<V: Kept>(&self, [rows, columns]: [usize; 2]) -> Result<DeviceDense<D, V>, OperatorError> {
        Ok(DeviceDense::zeros(&self.own.gpu, rows, columns)?)
    }

    /// The result.
    pub fn result<V: Kept>(&self, shape: &[usize], form: Form<D, V>) -> Array {
        array(self.here, shape, form)
    }

    /// An operand that must have another shape.
    pub fn wrong_shape(&self, operand: usize, expected: &'static str, array: &Array) -> OperatorError {
        OperatorError::Shape { operator: self.name, operand, expected, found: array.shape().to_vec() }
    }
}
