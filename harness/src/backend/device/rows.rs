//! Kernels on stored rows on a device.
use super::{OnDevice, settle};
use lacuna::rows::SegmentPlan;
use lacuna::{Index, KernelError, RowSparse, RowSparseMut, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DevicePlan, DeviceRowSparse, Error, Gpu, rows};

/// An output as it is; with the pattern of the plan on the device, if it has the plan's ids.
pub(super) fn upload_row_sparse<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    out: &RowSparseMut<V, I>,
    plan: Option<(&SegmentPlan<I>, &DevicePlan<D, I>)>,
) -> Result<DeviceRowSparse<D, V, I>, Error> {
    let array = out.as_row_sparse();
    match plan.filter(|(plan, _)| plan.ids() == out.indices()) {
        Some((_, plan)) => DeviceRowSparse::with_pattern(gpu, plan.pattern(), array.row_length(), array.data()),
        None => DeviceRowSparse::upload(gpu, array),
    }
}

/// Fetches the values.
pub(super) fn download_row_sparse<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    array: &DeviceRowSparse<D, V, I>,
    mut to: RowSparseMut<V, I>,
) -> Result<(), Error> {
    let found = array.download(gpu)?;
    to.data_mut().copy_from_slice(&found.data);
    Ok(())
}

pub(in super::super) fn retain<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    data: RowSparse<V, I>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let data = DeviceRowSparse::upload(gpu, data)?;
        let mut result = upload_row_sparse(gpu, &out, None)?;
        settle(gpu, rows::retain(gpu, &data, &mut result), || download_row_sparse(gpu, &result, out))
    })
}

pub(in super::super) fn coalesce<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    plan: &SegmentPlan<I>,
    input: RowSparse<V, I>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let (plan_there, input) = (DevicePlan::upload(gpu, plan)?, DeviceRowSparse::upload(gpu, input)?);
        let mut result = upload_row_sparse(gpu, &out, Some((plan, &plan_there)))?;
        settle(gpu, rows::coalesce(gpu, &plan_there, &input, &mut result), || download_row_sparse(gpu, &result, out))
    })
}

pub(in super::super) fn add_n<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    inputs: &[RowSparse<V, I>],
    _cursors: &mut [usize],
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let inputs = inputs.iter().map(|&input| DeviceRowSparse::upload(gpu, input)).collect::<Result<Vec<_>, _>>()?;
        let mut result = upload_row_sparse(gpu, &out, None)?;
        let inputs: Vec<_> = inputs.iter().collect();
        settle(gpu, rows::add_n(gpu, &inputs, &mut result), || download_row_sparse(gpu, &result, out))
    })
}
