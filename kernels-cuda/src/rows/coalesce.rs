//! The sums of rows of equal id.
use crate::array::{DevicePlan, DeviceRowSparse, DeviceRows};
use crate::buffer::Buffer;
use crate::check::Check;
use crate::driver::Driver;
use crate::entries;
use crate::entries::groups::{Matrix, MatrixMut};
use crate::segments::{Keys, plan, segment_sums};
use crate::{Error, Gpu};
use lacuna::checks::expect;
use lacuna::error::Operand as Named;
use lacuna::segments::PlanShape;
use lacuna::{Index, Number, Storage};

/// The structure call of [`coalesce`]: groups the stored rows by id, by a sort on the device:
/// [`lacuna::rows::coalesce_plan`].
///
/// # Errors
/// [`Error::Driver`]. By [`Gpu::finish`]: [`KernelError::Ids`](lacuna::KernelError::Ids) for an id out of range; the
/// plan is then empty.
pub fn coalesce_plan<'a, D: Driver + 'a, V: Number, I: Index>(
    gpu: &Gpu<D>,
    input: impl Into<DeviceRows<'a, D, V, I>>,
) -> Result<DevicePlan<D, I>, Error> {
    let (driver, DeviceRows { pattern, .. }) = (gpu.driver(), input.into());
    let (rows, length) = (pattern.rows, pattern.capacity());
    let (mut keys, mut places) = (Buffer::new(driver, length)?, Buffer::new(driver, length)?);
    let mut check = gpu.begin(&[Check::Ids { rows }])?;
    let entry = entries::id_keys { ids: pattern.into(), keys: &mut keys, entries: &mut places, check: check.words(0) };
    entry.on(driver).run(length)?;
    let shape = PlanShape { values: length, operand_rows: length, output_rows: rows };
    plan(gpu, Keys { keys, entries: places, sources: None }, shape, length, Some((check, &pattern.ids)))
}

/// Adds the rows of equal id: [`lacuna::rows::coalesce`], of any [`Storage`]. `out` was made with the plan's
/// [`pattern`](DevicePlan::pattern).
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) and [`KernelError::Pattern`](lacuna::KernelError::Pattern), with
/// nothing begun; [`Error::Driver`].
pub fn coalesce<'a, D: Driver + 'a, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    plan: &DevicePlan<D, I>,
    input: impl Into<DeviceRows<'a, D, V, I>>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    let input = input.into();
    let length = input.row_length;
    expect(Named::Input, 0, plan.operand_rows, input.pattern.capacity())?;
    plan.check_output(length, out)?;
    let b = Matrix { data: input.data, rows: input.pattern.capacity(), stride: length, columns: length };
    let rows = out.pattern.capacity();
    segment_sums(gpu, plan, None, b, MatrixMut { data: &mut out.data, rows, stride: length }, false)
}
