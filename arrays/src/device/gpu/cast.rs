//! Storage types and dtypes on a device.
use super::stored::{Form, Kept, array, form, matrix};
use super::{DeviceDense, DeviceRowSparse, Gpu};
use crate::array::{Array, ArrayError, Dtype};
use crate::device::Device;
use lacuna::Value;
use lacuna::cast::CastTo;
use lacuna::infer::Stype;
use lacuna_cuda::cast;

/// From dense to csr waits for the number of entries.
pub fn tostype(gpu: &Gpu, here: &Device, source: &Array, stype: Stype) -> Result<Array, ArrayError> {
    if source.stype() == stype {
        return Ok(source.clone());
    }
    match source.dtype() {
        Dtype::F32 => of::<f32>(gpu, here, source, stype),
        Dtype::F64 => of::<f64>(gpu, here, source, stype),
        _ => source.expect_host("another storage type for integers").map(|()| source.clone()),
    }
}

fn of<V: Kept + Value>(gpu: &Gpu, here: &Device, source: &Array, stype: Stype) -> Result<Array, ArrayError> {
    let shape = source.shape();
    let (rows, columns) = matrix(shape);
    let result = match (form::<V>(source)?, stype) {
        (Form::Dense(dense), Stype::Csr) if shape.len() == 2 => Form::Csr(cast::to_csr(gpu, dense)?),
        (Form::Dense(_), Stype::Csr) => return Err(ArrayError::Rank { stype, expected: "2", found: shape.len() }),
        (Form::Dense(dense), Stype::RowSparse) => {
            let pattern = cast::dense_row_ids(gpu, dense)?;
            let mut out = DeviceRowSparse::new(gpu, &pattern, columns)?;
            cast::dense_to_row_sparse(gpu, dense, &mut out)?;
            Form::RowSparse(out)
        }
        (Form::Csr(csr), Stype::Dense) => {
            let mut out = DeviceDense::new(gpu, rows, columns)?;
            cast::csr_to_dense(gpu, csr, &mut out)?;
            Form::Dense(out)
        }
        (Form::RowSparse(stored), Stype::Dense) => {
            let mut out = DeviceDense::new(gpu, rows, columns)?;
            cast::row_sparse_to_dense(gpu, stored, &mut out)?;
            Form::Dense(out)
        }
        _ => return Err(ArrayError::Stype { from: source.stype(), to: stype }),
    };
    Ok(array(here, shape, result))
}

/// Of a dense array.
pub fn astype(gpu: &Gpu, here: &Device, source: &Array, dtype: Dtype) -> Result<Array, ArrayError> {
    if source.dtype() == dtype {
        return Ok(source.clone());
    }
    match (source.dtype(), dtype) {
        (Dtype::F32, Dtype::F64) => numbers::<f32, f64>(gpu, here, source),
        (Dtype::F32, Dtype::I64) => numbers::<f32, i64>(gpu, here, source),
        (Dtype::F64, Dtype::F32) => numbers::<f64, f32>(gpu, here, source),
        (Dtype::F64, Dtype::I64) => numbers::<f64, i64>(gpu, here, source),
        (Dtype::I64, Dtype::F32) => numbers::<i64, f32>(gpu, here, source),
        (Dtype::I64, Dtype::F64) => numbers::<i64, f64>(gpu, here, source),
        (_, found) => Err(ArrayError::DeviceDtype { device: here.to_string(), found }),
    }
}

fn numbers<A: Kept + CastTo<B>, B: Kept>(gpu: &Gpu, here: &Device, source: &Array) -> Result<Array, ArrayError> {
    let Form::Dense(dense) = form::<A>(source)? else {
        return source.expect_host("another dtype of a sparse array").map(|()| source.clone());
    };
    let mut out = DeviceDense::<B>::new(gpu, dense.rows(), dense.columns())?;
    cast::cast(gpu, dense.data(), out.data_mut())?;
    Ok(array(here, source.shape(), Form::Dense(out)))
}
