//! A device, for a call of an operator.
use super::dense;
use crate::device::Device;
use crate::operator::backend::{Backend, Done, Temporary};
use crate::operator::{DenseKernel, OperatorError, Stypes, with_float};
use lacuna::Value;
use lacuna_arrays::array::Array;
use lacuna_arrays::device::gpu::Own;
use lacuna_arrays::device::gpu::stored::{Form, Kept, array, parts_of, stored};
use lacuna_arrays::device::gpu::{Buffer, DeviceDense, Gpu};
use lacuna_cuda::Error;
use std::any::Any;

/// A kernel of each element of a list.
type OfOne<V> = fn(&Gpu, &Buffer<V>, &mut Buffer<V>) -> Result<(), Error>;

/// One of the elements at each place of two lists.
type OfTwo<V> = fn(&Gpu, &Buffer<V>, &Buffer<V>, &mut Buffer<V>) -> Result<(), Error>;

/// A device, for a call of an operator. Results are new: those of a step before are freed as they are replaced, and the
/// driver takes their memory again.
pub struct On<'a> {
    pub own: &'a Own,
    /// The handle that results hold.
    pub here: &'a Device,
    pub operator: &'static str,
    pub training: bool,
}

/// A result that is new, in the place of an older one.
pub(super) fn put<E: Into<OperatorError>>(out: &mut Array, made: Result<Array, E>) -> Done {
    *out = made.map_err(E::into)?;
    Ok(())
}

impl Backend for On<'_> {
    fn operator(&self) -> &'static str {
        self.operator
    }

    fn training(&self) -> bool {
        self.training
    }

    fn no_path(&self, stypes: Stypes) -> OperatorError {
        OperatorError::NoKernel { operator: self.operator, device: self.here.to_string(), stypes }
    }

    fn temporary(&self) -> Temporary<'_> {
        Temporary::new()
    }

    fn dense(&self, kernel: DenseKernel, arrays: &[&Array], numbers: &[f64], shape: &[usize], out: &mut Array) -> Done {
        let Some(first) = arrays.first() else { return Ok(()) };
        put(out, with_float!(self.operator, first, V => dense::run::<V>(self, kernel, arrays, numbers, shape)))
    }

    fn reduce_csr(&self, x: &Array, _axis: usize, _mean: bool, _out: &mut Array) -> Done {
        Err(self.no_kernel_for(&[x]))
    }
}

impl On<'_> {
    pub const fn gpu(&self) -> &Gpu {
        &self.own.gpu
    }

    /// There is no kernel for these arrays.
    pub fn no_kernel_for(&self, arrays: &[&Array]) -> OperatorError {
        self.no_path(Stypes(arrays.iter().map(|array| array.stype()).collect()))
    }

    /// An operand as it is stored.
    pub fn form<'x, V: Kept>(&self, operand: usize, array: &'x Array) -> Result<&'x Form<V>, OperatorError> {
        let other =
            || OperatorError::Dtype { operator: self.operator, operand, expected: V::DTYPE, found: array.dtype() };
        stored(array).and_then(V::form).ok_or_else(other)
    }

    /// A dense operand.
    pub fn dense<'x, V: Kept>(&self, operand: usize, array: &'x Array) -> Result<&'x DeviceDense<V>, OperatorError> {
        match self.form(operand, array)? {
            Form::Dense(dense) => Ok(dense),
            _ => Err(self.no_kernel_for(&[array])),
        }
    }

    /// What another operator has computed, for those that go on with it.
    pub fn parts<'x, T: Any>(&self, array: &'x Array) -> Result<&'x T, OperatorError> {
        parts_of(array).ok_or_else(|| {
            OperatorError::Own(format!("{}: an operand is not of the kind that it needs", self.operator))
        })
    }

    /// A function of each element.
    pub fn one<V: Kept + Value>(&self, kernel: OfOne<V>, input: &Buffer<V>) -> Result<Buffer<V>, OperatorError> {
        let mut out = self.new_dense([input.len(), 1])?.into_buffer();
        kernel(&self.own.gpu, input, &mut out)?;
        Ok(out)
    }

    /// A function of the elements at each place.
    pub fn two<V: Kept + Value>(
        &self,
        kernel: OfTwo<V>,
        left: &Buffer<V>,
        right: &Buffer<V>,
    ) -> Result<Buffer<V>, OperatorError> {
        let mut out = self.new_dense([left.len(), 1])?.into_buffer();
        kernel(&self.own.gpu, left, right, &mut out)?;
        Ok(out)
    }

    /// A dense matrix of unspecified elements.
    pub fn new_dense<V: Kept>(&self, [rows, columns]: [usize; 2]) -> Result<DeviceDense<V>, OperatorError> {
        Ok(DeviceDense::new(&self.own.gpu, rows, columns)?)
    }

    /// The same of zeros, for kernels that may refuse to write: what is computed of it until that is reported is of
    /// numbers.
    pub fn zeros<V: Kept>(&self, [rows, columns]: [usize; 2]) -> Result<DeviceDense<V>, OperatorError> {
        Ok(DeviceDense::zeros(&self.own.gpu, rows, columns)?)
    }

    /// A result.
    pub fn result<V: Kept>(&self, shape: &[usize], form: Form<V>) -> Array {
        array(self.here, shape, form)
    }

    /// A dense result of as many elements.
    pub fn dense_result<V: Kept>(&self, shape: &[usize], elements: Buffer<V>) -> Result<Array, OperatorError> {
        let (rows, columns) = lacuna_arrays::device::gpu::stored::matrix(shape);
        Ok(self.result(shape, Form::Dense(DeviceDense::from_buffer(rows, columns, elements)?)))
    }

    /// An operand that must have another shape.
    pub fn wrong_shape(&self, operand: usize, expected: &'static str, array: &Array) -> OperatorError {
        OperatorError::Shape { operator: self.operator, operand, expected, found: array.shape().to_vec() }
    }
}
