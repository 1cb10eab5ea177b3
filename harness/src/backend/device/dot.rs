//! Products on a device.
use super::rows::{download_row_sparse, upload_row_sparse};
use super::{OnDevice, settle};
use lacuna::rows::SegmentPlan;
use lacuna::{Csr, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, dot};

pub(in super::super) fn csr_dense<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    a: Csr<V, I>,
    b: Dense<V>,
    out: DenseMut<V>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let (a, b) = (DeviceCsr::upload(gpu, a)?, DeviceDense::upload(gpu, b)?);
        let mut result = DeviceDense::upload(gpu, out.as_dense())?;
        settle(gpu, dot::csr_dense(gpu, &a, &b, &mut result), || result.download(gpu, out))
    })
}

pub(in super::super) fn csr_row_sparse<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    a: Csr<V, I>,
    b: RowSparse<V, I>,
    out: DenseMut<V>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let (a, b) = (DeviceCsr::upload(gpu, a)?, DeviceRowSparse::upload(gpu, b)?);
        let mut result = DeviceDense::upload(gpu, out.as_dense())?;
        settle(gpu, dot::csr_row_sparse(gpu, &a, &b, &mut result), || result.download(gpu, out))
    })
}

pub(in super::super) fn csr_t_dense<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: Dense<V>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let (plan_there, values, b) = (DevicePlan::upload(gpu, plan)?, Buffer::upload_values(gpu, values)?, DeviceDense::upload(gpu, b)?);
        let mut result = upload_row_sparse(gpu, &out, Some((plan, &plan_there)))?;
        settle(gpu, dot::csr_t_dense(gpu, &plan_there, &values, &b, &mut result), || download_row_sparse(gpu, &result, out))
    })
}

pub(in super::super) fn csr_t_row_sparse<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: RowSparse<V, I>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let (plan_there, values) = (DevicePlan::upload(gpu, plan)?, Buffer::upload_values(gpu, values)?);
        let b = DeviceRowSparse::upload(gpu, b)?;
        let mut result = upload_row_sparse(gpu, &out, Some((plan, &plan_there)))?;
        settle(gpu, dot::csr_t_row_sparse(gpu, &plan_there, &values, &b, &mut result), || download_row_sparse(gpu, &result, out))
    })
}

pub(in super::super) fn csr_t_dense_to_dense<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: Dense<V>,
    out: DenseMut<V>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let (plan, values, b) = (DevicePlan::upload(gpu, plan)?, Buffer::upload_values(gpu, values)?, DeviceDense::upload(gpu, b)?);
        let mut result = DeviceDense::upload(gpu, out.as_dense())?;
        settle(gpu, dot::csr_t_dense_to_dense(gpu, &plan, &values, &b, &mut result), || result.download(gpu, out))
    })
}
