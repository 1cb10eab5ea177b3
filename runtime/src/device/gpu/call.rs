//! The operands of a call on a device.
use super::stored::{Form, Kept, array, known, parts_of, stored};
use super::{Machine, Own};
use crate::array::Array;
use crate::device::Device;
use crate::operator::{Inputs, OperatorError, Stypes};
use lacuna::Value;
use lacuna_cuda::{Buffer, DeviceDense, Error, Gpu};
use std::any::Any;

/// A kernel of each element of a list.
type OfOne<D, V> = fn(&Gpu<D>, &Buffer<D, V>, &mut Buffer<D, V>) -> Result<(), Error>;

/// One of the elements at each place of two lists.
type OfTwo<D, V> = fn(&Gpu<D>, &Buffer<D, V>, &Buffer<D, V>, &mut Buffer<D, V>) -> Result<(), Error>;

/// A call of an operator.
pub(super) struct Call<'a, D: Machine> {
    pub own: &'a mut Own<D>,
    /// The handle that results hold.
    pub here: &'a Device,
    /// The operator's.
    pub name: &'static str,
    pub training: bool,
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

    /// The number in an operand of one `int64`, which the host remembers where it has copied it there.
    pub fn number(&self, operand: usize, array: &Array) -> Result<i64, OperatorError> {
        let numbers = self.dense::<i64>(operand, array)?.data();
        match known(array) {
            Some(number) => Ok(number),
            None => match *numbers.download(self.gpu())? {
                [number] => Ok(number),
                _ => Err(self.wrong_shape(operand, "one int64", array)),
            },
        }
    }

    /// What another operator has computed, for those that go on with it.
    pub fn parts<'x, T: Any>(&self, array: &'x Array) -> Result<&'x T, OperatorError> {
        parts_of(array).ok_or_else(|| OperatorError::Own(format!("{}: an operand is not of the kind that it needs", self.name)))
    }

    /// A function of each element.
    pub fn one<V: Kept + Value>(&self, kernel: OfOne<D, V>, input: &Buffer<D, V>) -> Result<Buffer<D, V>, OperatorError> {
        let mut out = self.new_dense([input.len(), 1])?.into_buffer();
        kernel(&self.own.gpu, input, &mut out)?;
        Ok(out)
    }

    /// A function of the elements at each place.
    pub fn two<V: Kept + Value>(
        &self,
        kernel: OfTwo<D, V>,
        left: &Buffer<D, V>,
        right: &Buffer<D, V>,
    ) -> Result<Buffer<D, V>, OperatorError> {
        let mut out = self.new_dense([left.len(), 1])?.into_buffer();
        kernel(&self.own.gpu, left, right, &mut out)?;
        Ok(out)
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
