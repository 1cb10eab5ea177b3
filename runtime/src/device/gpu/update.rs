//! Optimizers on a device.
use super::stored::{Form, Kept, dense_mut, form};
use super::{Machine, Own};
use crate::array::{Array, ArrayError, Dtype, rows_of};
use crate::optimizer::{Optimizer, narrowed};
use lacuna::Value;
use lacuna::optim::{AdaGrad, Adam, Sgd, SgdMomentum};
use lacuna_cuda::{DeviceRows, optim};

/// One update of a dense weight.
pub(super) fn update<D: Machine>(
    own: &mut Own<D>,
    optimizer: &Optimizer,
    step: u64,
    gradient: &Array,
    weight: &mut Array,
    states: &mut [Array],
) -> Result<(), ArrayError> {
    match weight.dtype() {
        Dtype::F64 => of::<D, f64>(own, optimizer, step, gradient, weight, states),
        _ => of::<D, f32>(own, optimizer, step, gradient, weight, states),
    }
}

fn of<D: Machine, V: Kept + Value>(
    own: &mut Own<D>,
    optimizer: &Optimizer,
    step: u64,
    gradient: &Array,
    weight: &mut Array,
    states: &mut [Array],
) -> Result<(), ArrayError> {
    let (rows, row_length) = rows_of(weight.shape())?;
    let every_row;
    let gradient = match form::<D, V>(gradient)? {
        Form::RowSparse(stored) => stored.into(),
        // A dense gradient is one that stores every row.
        Form::Dense(dense) => {
            every_row = own.all_rows(rows)?;
            DeviceRows::new(&every_row, row_length, dense.data())?
        }
        Form::Csr(_) => return Err(ArrayError::Unsupported { operation: "an update", stype: gradient.stype() }),
    };
    let gpu = &own.gpu;
    let weight = dense_mut::<D, V>(gpu, weight)?;
    match (optimizer, states) {
        (Optimizer::Sgd(hyper), []) => optim::sgd(gpu, &narrowed!(Sgd, hyper), gradient, weight.into()),
        (Optimizer::SgdMomentum(hyper), [momentum]) => {
            optim::sgd_momentum(gpu, &narrowed!(SgdMomentum, hyper, momentum), gradient, weight.into(), dense_mut(gpu, momentum)?.into())
        }
        (Optimizer::AdaGrad(hyper), [history]) => {
            optim::adagrad(gpu, &narrowed!(AdaGrad, hyper, epsilon), gradient, weight.into(), dense_mut(gpu, history)?.into())
        }
        (Optimizer::Adam(hyper), [mean, variance]) => {
            let hyper = hyper.bias_corrected(step);
            let hyper = narrowed!(Adam, hyper, beta1, beta2, epsilon);
            optim::adam(gpu, &hyper, gradient, weight.into(), dense_mut(gpu, mean)?.into(), dense_mut(gpu, variance)?.into())
        }
        (other, states) => return Err(ArrayError::Length { shape: vec![], expected: other.states().len(), found: states.len() }),
    }?;
    Ok(())
}
