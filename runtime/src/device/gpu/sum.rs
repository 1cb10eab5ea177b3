//! Sums of gradients on a device.
use super::stored::{Form, Kept, array, form};
use super::{Machine, cast};
use crate::array::{Array, ArrayError, Dtype};
use crate::device::Device;
use crate::operator::OperatorError;
use lacuna::Value;
use lacuna::infer::Stype;
use lacuna_cuda::{DeviceDense, DeviceRowSparse, Gpu, binary, rows};

/// `sum += gradient`, with the storage types of the host: a sparse sum becomes dense where the gradient is not stored as it is.
pub(super) fn accumulate<D: Machine>(gpu: &Gpu<D>, here: &Device, sum: &mut Array, gradient: &Array) -> Result<(), OperatorError> {
    *sum = match sum.dtype() {
        Dtype::F32 => total::<D, f32>(gpu, here, sum, gradient)?,
        Dtype::F64 => total::<D, f64>(gpu, here, sum, gradient)?,
        found => return Err(OperatorError::NotFloat { operator: "add", found }),
    };
    Ok(())
}

fn total<D: Machine, V: Kept + Value>(gpu: &Gpu<D>, here: &Device, sum: &Array, gradient: &Array) -> Result<Array, ArrayError> {
    let shape = sum.shape();
    Ok(match (form::<D, V>(sum)?, form::<D, V>(gradient)?) {
        (Form::RowSparse(left), Form::RowSparse(right)) => {
            let pattern = rows::add_n_ids(gpu, &[left, right])?;
            let mut out = DeviceRowSparse::new(gpu, &pattern, left.row_length())?;
            binary::rows_add(gpu, left.into(), right.into(), (&mut out).into())?;
            array(here, shape, Form::RowSparse(out))
        }
        (Form::Dense(left), Form::Dense(right)) => {
            let mut out = DeviceDense::<D, V>::new(gpu, left.rows(), left.columns())?;
            binary::add(gpu, left.data(), right.data(), out.data_mut())?;
            array(here, shape, Form::Dense(out))
        }
        // What is dense counts as the sum that the other is added to.
        (Form::RowSparse(stored), Form::Dense(dense)) | (Form::Dense(dense), Form::RowSparse(stored)) => {
            let copy = dense.data().duplicate(gpu)?;
            let mut out = DeviceDense::from_buffer(dense.rows(), dense.columns(), copy)?;
            binary::accumulate_rows(gpu, stored.into(), &mut out)?;
            array(here, shape, Form::Dense(out))
        }
        (Form::Csr(csr), Form::Dense(dense)) | (Form::Dense(dense), Form::Csr(csr)) => {
            let copy = dense.data().duplicate(gpu)?;
            let mut out = DeviceDense::from_buffer(dense.rows(), dense.columns(), copy)?;
            binary::accumulate_csr(gpu, csr, &mut out)?;
            array(here, shape, Form::Dense(out))
        }
        (Form::Csr(_), _) | (_, Form::Csr(_)) => {
            return total::<D, V>(gpu, here, &cast::tostype(gpu, here, sum, Stype::Dense)?, gradient);
        }
    })
}
