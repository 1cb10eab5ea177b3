//! Casts from and to row_sparse.
use crate::array::{DeviceDense, DeviceRowSparse, Pattern};
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::launch::{Groups, Launch};
use crate::scan::running_totals;
use crate::{Error, Gpu, expect};
use lacuna::error::Operand;
use lacuna::{Index, KernelError, Value};
use std::sync::Arc;

/// The rows that have a stored element: [`lacuna::cast::dense_row_ids`].
///
/// # Errors
/// [`KernelError::Capacity`] if the last row does not fit the index type, [`Error::Driver`].
pub fn dense_row_ids<D: Driver, V: Value, I: Index>(gpu: &Gpu<D>, dense: &DeviceDense<D, V>) -> Result<Pattern<D, I>, Error> {
    let (driver, rows) = (gpu.driver(), dense.rows);
    if rows.saturating_sub(1) > I::MAX {
        return Err(KernelError::Capacity { operand: Operand::Ids, needed: rows - 1, found: I::MAX }.into());
    }
    let (mut ids, mut stored, mut flags) = (Buffer::new(driver, rows)?, Buffer::new(driver, 1)?, Buffer::<D, I>::new(driver, rows)?);
    if rows == 0 {
        stored.fill(driver, 0)?;
    } else {
        let launch =
            Launch::of_values::<V, I>(driver, "dense_row_flags").read(&dense.data).size(rows).size(dense.stride).size(dense.columns);
        launch.write(&mut flags).run_groups(rows, Groups::warp(dense.columns, usize::MAX))?;
        running_totals(driver, &mut flags, None)?;
        let launch = Launch::of_indices::<I>(driver, "compact_ids").read(&flags).size(rows).null().write(&mut ids).size(rows);
        launch.write(&mut stored).run(rows)?;
    }
    Ok(Pattern { rows, ids: Arc::new(ids), stored: Arc::new(stored), full: false })
}

/// Copies the rows that `out` stores: [`lacuna::cast::dense_to_row_sparse`].
///
/// # Errors
/// [`KernelError::Shape`], with nothing begun; [`Error::Driver`].
pub fn dense_to_row_sparse<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    dense: &DeviceDense<D, V>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, dense.rows, out.rows())?;
    expect(Operand::Output, 1, dense.columns, out.row_length)?;
    let (pattern, groups) = (&out.pattern, Groups::new::<V>(dense.columns, &[dense.stride]));
    let launch = Launch::of_values::<V, I>(gpu.driver(), "dense_to_row_sparse").read(&dense.data).size(dense.rows).size(dense.stride);
    let launch = launch.size(dense.columns).read(&pattern.ids).read(&pattern.stored).size(pattern.capacity()).write(&mut out.data);
    Ok(launch.groups(groups).run_groups(pattern.capacity(), groups)?)
}

/// The stored rows at their places, else zero: [`lacuna::cast::row_sparse_to_dense`].
///
/// # Errors
/// [`KernelError::Shape`], with nothing begun; [`Error::Driver`].
pub fn row_sparse_to_dense<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    input: &DeviceRowSparse<D, V, I>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, input.rows(), out.rows)?;
    expect(Operand::Output, 1, input.row_length, out.columns)?;
    let (pattern, groups) = (&input.pattern, Groups::new::<V>(out.columns, &[out.stride]));
    let launch = Launch::of_values::<V, I>(gpu.driver(), "row_sparse_to_dense").read(&pattern.ids).read(&pattern.stored);
    let launch = launch.size(pattern.capacity()).read(&input.data).size(out.rows).size(out.columns).write(&mut out.data).size(out.stride);
    Ok(launch.groups(groups).run_groups(out.rows, groups)?)
}
