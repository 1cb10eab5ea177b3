//! Arrays to a device, and back.
use super::stored::{Form, Kept, array, form, matrix, resident, with_kept};
use super::{DeviceCsr, DeviceDense, DeviceRowSparse, Gpu};
use crate::array::{Array, ArrayError, Dtype, Storage, rows_of};
use crate::device::{Device, Resident};
use lacuna::optim::GlobalNorm;
use lacuna::{Csr, Dense, DenseMut, RowSparse, Value};
use lacuna_cuda::map;
use std::ops::Range;

pub(super) fn upload(gpu: &Gpu, here: &Device, source: &Array) -> Result<Array, ArrayError> {
    let number = source.data::<i64>().and_then(|numbers| if let &[number] = numbers { Some(number) } else { None });
    with_kept!(here, source.dtype(), V => {
        let resident = Resident { number, ..resident(here, to_device::<V>(gpu, source)?) };
        Ok(Array::resident(source.shape().to_vec(), resident))
    })
}

/// Some of the rows of a dense array.
pub(super) fn rows(gpu: &Gpu, here: &Device, source: &Array, rows: Range<usize>) -> Result<Array, ArrayError> {
    with_kept!(here, source.dtype(), V => {
        let Form::Dense(dense) = form::<V>(source)? else {
            return Err(ArrayError::Unsupported { operation: "rows on a device", stype: source.stype() });
        };
        let columns = dense.columns();
        let own = dense.data().part(gpu, rows.start.saturating_mul(columns)..rows.end.saturating_mul(columns))?;
        let shape: Vec<_> = [rows.len()].iter().chain(source.shape().iter().skip(1)).copied().collect();
        Ok(array(here, &shape, Form::Dense(DeviceDense::from_buffer(rows.len(), columns, own)?)))
    })
}

/// The norm of dense gradients of one dtype.
pub(super) fn global_norm(gpu: &Gpu, gradients: &[&Array]) -> Result<GlobalNorm, ArrayError> {
    match gradients.first().map(|gradient| gradient.dtype()) {
        Some(Dtype::F64) => norm_of::<f64>(gpu, gradients),
        _ => norm_of::<f32>(gpu, gradients),
    }
}

fn norm_of<V: Kept + Value>(gpu: &Gpu, gradients: &[&Array]) -> Result<GlobalNorm, ArrayError> {
    let numbers = gradients.iter().map(|gradient| match form::<V>(gradient)? {
        Form::Dense(dense) => Ok(dense.data()),
        _ => Err(ArrayError::Unsupported { operation: "a norm on a device", stype: gradient.stype() }),
    });
    let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    Ok(lacuna_cuda::optim::global_norm(gpu, &numbers)?)
}

fn to_device<V: Kept>(gpu: &Gpu, source: &Array) -> Result<Form<V>, ArrayError> {
    let (shape, values) = (source.shape(), source.data::<V>().unwrap_or_default());
    Ok(match source.storage() {
        Storage::Csr { indptr, indices, .. } => {
            let (rows, columns) = matrix(shape);
            Form::Csr(DeviceCsr::upload(gpu, Csr::trusted(rows, columns, indptr, indices, values)?)?)
        }
        Storage::RowSparse { indices, .. } => {
            let (rows, row_length) = rows_of(shape)?;
            Form::RowSparse(DeviceRowSparse::upload(gpu, RowSparse::trusted(rows, row_length, indices, values)?)?)
        }
        Storage::Dense { .. } => {
            let (rows, columns) = matrix(shape);
            Form::Dense(DeviceDense::upload(gpu, Dense::new(rows, columns, values)?)?)
        }
        Storage::Device(resident) => return Err(resident.on_device("an upload")),
    })
}

pub(super) fn download(gpu: &Gpu, source: &Array) -> Result<Array, ArrayError> {
    with_kept!(source.context(), source.dtype(), V => to_host::<V>(gpu, source))
}

fn to_host<V: Kept>(gpu: &Gpu, source: &Array) -> Result<Array, ArrayError> {
    let shape = source.shape();
    match form::<V>(source)? {
        Form::Dense(dense) => {
            let mut values = crate::array::zeros(dense.data().len())?;
            dense.download(gpu, DenseMut::new(dense.rows(), dense.columns(), &mut values)?)?;
            Array::dense(shape, values)
        }
        Form::Csr(csr) => {
            let host = csr.download(gpu)?;
            Array::csr(Some([host.rows, host.columns]), host.indptr, host.indices, host.values)
        }
        Form::RowSparse(rows) => {
            let host = rows.download(gpu)?;
            Array::row_sparse(shape, host.indices, host.data)
        }
    }
}

pub(super) fn zeros(gpu: &Gpu, here: &Device, shape: &[usize], dtype: Dtype) -> Result<Array, ArrayError> {
    let (rows, columns) = matrix(shape);
    with_kept!(here, dtype, V => Ok(array(here, shape, Form::<V>::Dense(DeviceDense::zeros(gpu, rows, columns)?))))
}

pub(super) fn ones(gpu: &Gpu, here: &Device, shape: &[usize], dtype: Dtype) -> Result<Array, ArrayError> {
    match dtype {
        Dtype::F32 => ones_of::<f32>(gpu, here, shape),
        Dtype::F64 => ones_of::<f64>(gpu, here, shape),
        found => Err(ArrayError::DeviceDtype { device: here.to_string(), found }),
    }
}

/// `0 + 1`, so that none has to be copied there.
fn ones_of<V: Kept + Value>(gpu: &Gpu, here: &Device, shape: &[usize]) -> Result<Array, ArrayError> {
    let (rows, columns) = matrix(shape);
    let (zeros, mut ones) = (DeviceDense::<V>::zeros(gpu, rows, columns)?, DeviceDense::new(gpu, rows, columns)?);
    map::plus_scalar(gpu, zeros.data(), V::narrow(1.0), ones.data_mut())?;
    Ok(array(here, shape, Form::Dense(ones)))
}
