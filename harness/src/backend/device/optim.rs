//! Optimizers on a device.
use super::rows::{download_row_sparse, upload_row_sparse};
use super::{OnDevice, settle};
use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::{Index, KernelError, RowSparse, RowsMut, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceDense, DeviceRowSparse, DeviceRowsMut, Error, Gpu, optim};

/// A weight or state on the device.
enum State<D: Driver, V, I> {
    Dense(DeviceDense<D, V>),
    RowSparse(DeviceRowSparse<D, V, I>),
}

impl<D: Driver, V: Value, I: Index> State<D, V, I> {
    fn upload(gpu: &Gpu<D>, rows: &RowsMut<V, I>) -> Result<Self, Error> {
        Ok(match rows {
            RowsMut::Dense(dense) => Self::Dense(DeviceDense::upload(gpu, dense.as_dense())?),
            RowsMut::RowSparse(stored) => Self::RowSparse(upload_row_sparse(gpu, stored, None)?),
        })
    }

    fn rows_mut(&mut self) -> DeviceRowsMut<'_, D, V, I> {
        match self {
            Self::Dense(dense) => dense.into(),
            Self::RowSparse(stored) => stored.into(),
        }
    }

    fn download(&self, gpu: &Gpu<D>, to: RowsMut<V, I>) -> Result<(), Error> {
        match (self, to) {
            (Self::Dense(dense), RowsMut::Dense(to)) => dense.download(gpu, to),
            (Self::RowSparse(stored), RowsMut::RowSparse(to)) => download_row_sparse(gpu, stored, to),
            _ => Ok(()),
        }
    }
}

pub(in super::super) fn sgd<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    hyper: &Sgd<V>,
    gradient: RowSparse<V, I>,
    weight: RowsMut<V, I>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let gradient = DeviceRowSparse::upload(gpu, gradient)?;
        let mut state = State::upload(gpu, &weight)?;
        settle(gpu, optim::sgd(gpu, hyper, &gradient, state.rows_mut()), || state.download(gpu, weight))
    })
}

pub(in super::super) fn sgd_momentum<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    hyper: &SgdMomentum<V>,
    gradient: RowSparse<V, I>,
    weight: RowsMut<V, I>,
    momentum: RowsMut<V, I>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let gradient = DeviceRowSparse::upload(gpu, gradient)?;
        let (mut w, mut m) = (State::upload(gpu, &weight)?, State::upload(gpu, &momentum)?);
        settle(gpu, optim::sgd_momentum(gpu, hyper, &gradient, w.rows_mut(), m.rows_mut()), || {
            w.download(gpu, weight)?;
            m.download(gpu, momentum)
        })
    })
}
