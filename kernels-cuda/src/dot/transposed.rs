//! Products of a csr's transpose, and their plans.
use crate::array::{DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, Pattern};
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::entries::groups::{Matrix, MatrixMut};
use crate::entries::{self, groups};
use crate::launch::Groups;
use crate::segments::{Keys, plan, segment_sums};
use crate::{Error, Gpu};
use lacuna::checks::expect;
use lacuna::error::Operand as Named;
use lacuna::segments::PlanShape;
use lacuna::{Index, Number, Storage, Value};

/// Groups the entries of `a` by column: [`lacuna::dot::transpose_plan`] for all columns, by a sort on the device.
///
/// # Errors
/// [`Error::Driver`].
pub fn transpose_plan<D: Driver, V: Number, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
) -> Result<DevicePlan<D, I>, Error> {
    plan_of(gpu, a, None, a.rows)
}

/// Groups by column those entries of `a` whose row `b` stores: [`lacuna::dot::transpose_plan_row_sparse`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) if `a` and `b` differ in their number of rows; [`Error::Driver`].
pub fn transpose_plan_row_sparse<D: Driver, V: Number, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    b: &DeviceRowSparse<D, V, I>,
) -> Result<DevicePlan<D, I>, Error> {
    expect(Named::Right, 0, a.rows, b.rows())?;
    plan_of(gpu, a, Some(&b.pattern), b.pattern.capacity())
}

fn plan_of<D: Driver, V: Number, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    stored: Option<&Pattern<D, I>>,
    operand_rows: usize,
) -> Result<DevicePlan<D, I>, Error> {
    let (driver, length) = (gpu.driver(), a.capacity());
    let new = || Buffer::new(driver, length);
    let (mut keys, mut entries, mut sources) = (new()?, new()?, new()?);
    entries::transpose_keys {
        indptr: &a.indptr,
        indices: &a.indices,
        capacity: length,
        rows: a.rows,
        columns: a.columns,
        stored: stored.map_or(groups::Pattern::all(a.rows), Into::into),
        keys: &mut keys,
        entries: &mut entries,
        sources: &mut sources,
    }
    .on(driver)
    .run(length)?;
    let shape = PlanShape { values: length, operand_rows, output_rows: a.columns };
    // A column stands at most once in a row.
    plan(gpu, Keys { keys, entries, sources: Some(sources) }, shape, a.rows, None)
}

/// `out = a^T b` for the values of `a`: [`lacuna::dot::csr_t_dense`], of any [`Storage`]. `out` was made with the
/// plan's [`pattern`](DevicePlan::pattern).
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) and [`KernelError::Pattern`](lacuna::KernelError::Pattern), with
/// nothing begun; [`Error::Driver`].
pub fn csr_t_dense<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    plan: &DevicePlan<D, I>,
    values: &Buffer<D, V>,
    b: &DeviceDense<D, V>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    to_stored_rows(gpu, plan, values, b.into(), out)
}

/// `out = a^T b` for the values of `a`: [`lacuna::dot::csr_t_row_sparse`]. `out` was made with the plan's
/// [`pattern`](DevicePlan::pattern).
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) and [`KernelError::Pattern`](lacuna::KernelError::Pattern), with
/// nothing begun; [`Error::Driver`].
pub fn csr_t_row_sparse<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    plan: &DevicePlan<D, I>,
    values: &Buffer<D, V>,
    b: &DeviceRowSparse<D, V, I>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    let b = Matrix { data: &b.data, rows: b.pattern.capacity(), stride: b.row_length, columns: b.row_length };
    to_stored_rows(gpu, plan, values, b, out)
}

fn to_stored_rows<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    plan: &DevicePlan<D, I>,
    values: &Buffer<D, V>,
    b: Matrix<'_, D, V>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    expect(Named::Values, 2, plan.values, values.len())?;
    expect(Named::Right, 0, plan.operand_rows, b.rows)?;
    plan.check_output(b.columns, out)?;
    let out = MatrixMut { rows: out.pattern.capacity(), stride: out.row_length, data: &mut out.data };
    segment_sums(gpu, plan, Some(values), b, out, false)
}

/// `out = a^T b` for the values of `a`: [`lacuna::dot::csr_t_dense_to_dense`], of any [`Storage`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn csr_t_dense_to_dense<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    plan: &DevicePlan<D, I>,
    values: &Buffer<D, V>,
    b: &DeviceDense<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Named::Values, 2, plan.values, values.len())?;
    expect(Named::Right, 0, plan.operand_rows, b.rows)?;
    expect(Named::Output, 0, plan.pattern.rows, out.rows)?;
    expect(Named::Output, 1, b.columns, out.columns)?;
    if b.columns == 0 {
        return Ok(());
    }
    let (rows, groups) = (out.rows, Groups::new::<V>(b.columns, &[out.stride]));
    let entry = entries::zero_absent_rows {
        stored: (&plan.pattern).into(),
        columns: b.columns,
        out: (&mut *out).into(),
        groups: groups.into(),
    };
    entry.on(gpu.driver()).run_groups(rows, groups)?;
    segment_sums(gpu, plan, Some(values), b.into(), out.into(), true)
}
