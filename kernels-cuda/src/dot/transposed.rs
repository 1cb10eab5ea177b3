//! Products of a csr's transpose, and their plans.
use crate::array::{DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, Pattern};
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::launch::{Groups, Launch};
use crate::segments::{Keys, Operand, Target, plan, segment_sums};
use crate::{Error, Gpu, expect};
use lacuna::error::Operand as Named;
use lacuna::rows::PlanShape;
use lacuna::{Index, Value};

/// Groups the entries of `a` by column: [`lacuna::dot::transpose_plan`] for all columns, by a sort on the device.
///
/// # Errors
/// [`Error::Driver`].
pub fn transpose_plan<D: Driver, V: Value, I: Index>(gpu: &Gpu<D>, a: &DeviceCsr<D, V, I>) -> Result<DevicePlan<D, I>, Error> {
    plan_of(gpu, a, None, a.rows)
}

/// Groups by column those entries of `a` whose row `b` stores: [`lacuna::dot::transpose_plan_row_sparse`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) if `a` and `b` differ in their number of rows; [`Error::Driver`].
pub fn transpose_plan_row_sparse<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    b: &DeviceRowSparse<D, V, I>,
) -> Result<DevicePlan<D, I>, Error> {
    expect(Named::Right, 0, a.rows, b.rows())?;
    plan_of(gpu, a, Some(&b.pattern), b.pattern.capacity())
}

fn plan_of<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    stored: Option<&Pattern<D, I>>,
    operand_rows: usize,
) -> Result<DevicePlan<D, I>, Error> {
    let (driver, entries) = (gpu.driver(), a.capacity());
    let new = || Buffer::new(driver, entries);
    let (mut keys, mut places, mut sources) = (new()?, new()?, new()?);
    let launch =
        Launch::of_indices::<I>(driver, "transpose_keys").read(&a.indptr).read(&a.indices).size(entries).size(a.rows).size(a.columns);
    let launch = match stored {
        None => launch.null().null().size(0),
        Some(pattern) => launch.read(&pattern.ids).read(&pattern.stored).size(pattern.capacity()),
    };
    launch.write(&mut keys).write(&mut places).write(&mut sources).run(entries)?;
    let shape = PlanShape { values: entries, operand_rows, output_rows: a.columns };
    // A column stands at most once in a row.
    plan(gpu, Keys { keys, entries: places, sources: Some(sources) }, shape, a.rows, None)
}

/// `out = a^T b` for the values of `a`: [`lacuna::dot::csr_t_dense`]. `out` was made with the plan's [`pattern`](DevicePlan::pattern).
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) and [`KernelError::Pattern`](lacuna::KernelError::Pattern), with nothing begun; [`Error::Driver`].
pub fn csr_t_dense<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    plan: &DevicePlan<D, I>,
    values: &Buffer<D, V>,
    b: &DeviceDense<D, V>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    let operand = Operand { data: &b.data, rows: b.rows, stride: b.stride, columns: b.columns };
    to_stored_rows(gpu, "csr_t_dense", plan, values, operand, out)
}

/// `out = a^T b` for the values of `a`: [`lacuna::dot::csr_t_row_sparse`]. `out` was made with the plan's [`pattern`](DevicePlan::pattern).
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) and [`KernelError::Pattern`](lacuna::KernelError::Pattern), with nothing begun; [`Error::Driver`].
pub fn csr_t_row_sparse<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    plan: &DevicePlan<D, I>,
    values: &Buffer<D, V>,
    b: &DeviceRowSparse<D, V, I>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    let operand = Operand { data: &b.data, rows: b.pattern.capacity(), stride: b.row_length, columns: b.row_length };
    to_stored_rows(gpu, "csr_t_row_sparse", plan, values, operand, out)
}

fn to_stored_rows<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    entry: &str,
    plan: &DevicePlan<D, I>,
    values: &Buffer<D, V>,
    operand: Operand<'_, D, V>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    expect(Named::Values, 0, plan.values, values.len())?;
    expect(Named::Right, 0, plan.operand_rows, operand.rows)?;
    plan.check_output(operand.columns, out)?;
    let target = Target { data: &mut out.data, rows: out.pattern.capacity(), stride: out.row_length, by_id: false };
    segment_sums(gpu, entry, plan, Some(values), operand, target)
}

/// `out = a^T b` for the values of `a`: [`lacuna::dot::csr_t_dense_to_dense`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn csr_t_dense_to_dense<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    plan: &DevicePlan<D, I>,
    values: &Buffer<D, V>,
    b: &DeviceDense<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Named::Values, 0, plan.values, values.len())?;
    expect(Named::Right, 0, plan.operand_rows, b.rows)?;
    expect(Named::Output, 0, plan.pattern.rows, out.rows)?;
    expect(Named::Output, 1, b.columns, out.columns)?;
    if b.columns == 0 {
        return Ok(());
    }
    let (pattern, groups) = (&plan.pattern, Groups::new::<V>(b.columns, &[out.stride]));
    let absent =
        Launch::of_values::<V, I>(gpu.driver(), "zero_absent_rows").read(&pattern.ids).read(&pattern.stored).size(pattern.capacity());
    let absent = absent.size(out.rows).size(b.columns).write(&mut out.data).size(out.stride).groups(groups);
    absent.run_groups(out.rows, groups)?;
    let operand = Operand { data: &b.data, rows: b.rows, stride: b.stride, columns: b.columns };
    let target = Target { data: &mut out.data, rows: out.rows, stride: out.stride, by_id: true };
    segment_sums(gpu, "csr_t_dense_to_dense", plan, Some(values), operand, target)
}
