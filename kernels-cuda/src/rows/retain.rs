//! The rows asked for.
use crate::array::{DeviceRowSparse, Pattern};
use crate::buffer::Buffer;
use crate::check::Check;
use crate::driver::Driver;
use crate::entries::{self, groups};
use crate::launch::Groups;
use crate::{Error, Gpu};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::{Index, Number, Storage};
use std::sync::Arc;

/// The structure call of [`retain`]: checks the ids asked for and gives those that the result stores:
/// [`lacuna::rows::retain_ids`].
///
/// # Errors
/// [`Error::Driver`]. By [`Gpu::finish`]: [`KernelError::Ids`](lacuna::KernelError::Ids); the pattern is then empty.
pub fn retain_ids<D: Driver, V: Number, I: Index>(
    gpu: &Gpu<D>,
    data: &DeviceRowSparse<D, V, I>,
    ids: &Pattern<D, I>,
) -> Result<Pattern<D, I>, Error> {
    let (driver, rows) = (gpu.driver(), data.rows());
    let mut check = gpu.begin(&[Check::Ids { rows }])?;
    let asked = || groups::Pattern { rows, ..ids.into() };
    entries::check_ids { ids: asked(), check: check.words(0) }.on(driver).run(ids.capacity())?;
    let mut stored = Buffer::new(driver, 1)?;
    let (data_stored, check) = (&*data.pattern.stored, check.words(0));
    entries::retain_count { ids: asked(), data_stored, retained_count: &mut stored, check }.on(driver).run_one()?;
    Ok(Pattern { rows, ids: Arc::clone(&ids.ids), stored: Arc::new(stored), full: false })
}

/// Copies the rows that `out` stores: [`lacuna::rows::retain`], of any [`Storage`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn retain<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    data: &DeviceRowSparse<D, V, I>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, data.rows(), out.rows())?;
    expect(Operand::Output, 1, data.row_length, out.row_length)?;
    let (pattern, groups) = (&out.pattern, Groups::new::<V>(data.row_length, &[data.row_length]));
    let entry = entries::retain { data: data.into(), kept: pattern.into(), out: &mut out.data, groups: groups.into() };
    Ok(entry.on(gpu.driver()).run_groups(pattern.capacity(), groups)?)
}
