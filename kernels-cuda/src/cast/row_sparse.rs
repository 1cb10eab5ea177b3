//! Casts from and to row_sparse.
use crate::array::{DeviceDense, DeviceRowSparse, Pattern};
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::entries;
use crate::launch::Groups;
use crate::scan::running_totals;
use crate::{Error, Gpu};
use lacuna::checks::{expect, index_fits};
use lacuna::error::Operand;
use lacuna::{Index, Value};
use std::sync::Arc;

/// The rows that have a stored element: [`lacuna::cast::dense_row_ids`].
///
/// # Errors
/// [`KernelError::Index`](lacuna::KernelError::Index) if the last row does not fit the index type, [`Error::Driver`].
pub fn dense_row_ids<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    dense: &DeviceDense<D, V>,
) -> Result<Pattern<D, I>, Error> {
    let (driver, rows) = (gpu.driver(), dense.rows);
    index_fits::<I>(rows.saturating_sub(1))?;
    let (mut ids, mut stored, mut flags) =
        (Buffer::new(driver, rows)?, Buffer::new(driver, 1)?, Buffer::<D, I>::new(driver, rows)?);
    if rows == 0 {
        stored.fill(driver, 0)?;
    } else {
        let groups = Groups::warp(dense.columns, usize::MAX);
        entries::dense_row_flags { dense: dense.into(), flags: &mut flags }.on(driver).run_groups(rows, groups)?;
        running_totals(driver, &mut flags, None)?;
        let entry = entries::compact_ids {
            totals: &flags,
            length: rows,
            values: None,
            ids: &mut ids,
            capacity: rows,
            stored: &mut stored,
        };
        entry.on(driver).run(rows)?;
    }
    Ok(Pattern { rows, ids: Arc::new(ids), stored: Arc::new(stored), full: false })
}

/// Copies the rows that `out` stores: [`lacuna::cast::dense_to_row_sparse`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn dense_to_row_sparse<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    dense: &DeviceDense<D, V>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, dense.rows, out.rows())?;
    expect(Operand::Output, 1, dense.columns, out.row_length)?;
    let (pattern, groups) = (&out.pattern, Groups::new::<V>(dense.columns, &[dense.stride]));
    let entry = entries::dense_to_row_sparse {
        dense: dense.into(),
        stored: pattern.into(),
        out: &mut out.data,
        groups: groups.into(),
    };
    Ok(entry.on(gpu.driver()).run_groups(pattern.capacity(), groups)?)
}

/// The stored rows at their places, else zero: [`lacuna::cast::row_sparse_to_dense`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn row_sparse_to_dense<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    input: &DeviceRowSparse<D, V, I>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, input.rows(), out.rows)?;
    expect(Operand::Output, 1, input.row_length, out.columns)?;
    let (rows, groups) = (out.rows, Groups::new::<V>(out.columns, &[out.stride]));
    let entry = entries::row_sparse_to_dense { input: input.into(), out: out.into(), groups: groups.into() };
    Ok(entry.on(gpu.driver()).run_groups(rows, groups)?)
}
