//! Terms of a sum of arrays of any storage.
use crate::array::{DeviceBroadcast, DeviceCsr, DeviceDense};
use crate::driver::Driver;
use crate::entries;
use crate::launch::Groups;
use crate::{Error, Gpu};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::{Index, Value};

/// Adds the stored entries to a dense sum: [`lacuna::binary::accumulate_csr`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn accumulate_csr<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    input: &DeviceCsr<D, V, I>,
    sum: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, input.rows, sum.rows)?;
    expect(Operand::Output, 1, input.columns, sum.columns)?;
    let entry = entries::accumulate_csr { input: input.into(), columns: input.columns, sum: sum.into() };
    Ok(entry.on(gpu.driver()).run_groups(input.rows, Groups::warp(1, 1))?)
}

/// Adds dense rows, or those that are stored, to a dense sum: [`lacuna::binary::accumulate_rows`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn accumulate_rows<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    input: DeviceBroadcast<'_, D, V, I>,
    sum: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    input.check(Operand::Input, sum.rows, sum.columns)?;
    let (rows, columns) = (sum.rows, sum.columns);
    // Accesses of one element.
    let groups = Groups::new::<V>(columns, &[1]);
    let entry = entries::accumulate_rows { input: input.into(), columns, sum: sum.into(), groups: groups.into() };
    Ok(entry.on(gpu.driver()).run_groups(if columns == 0 { 0 } else { rows }, groups)?)
}
