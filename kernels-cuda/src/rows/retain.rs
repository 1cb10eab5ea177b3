//! The rows asked for.
use crate::array::{DeviceRowSparse, Pattern};
use crate::buffer::Buffer;
use crate::check::Check;
use crate::driver::Driver;
use crate::launch::{Groups, Launch};
use crate::{Error, Gpu, expect};
use lacuna::error::Operand;
use lacuna::{Index, Value};
use std::sync::Arc;

/// The structure call of [`retain`]: checks the ids asked for and gives those that the result stores: [`lacuna::rows::retain_ids`].
///
/// # Errors
/// [`Error::Driver`]. By [`Gpu::finish`]: [`KernelError::Ids`](lacuna::KernelError::Ids); the pattern is then empty.
pub fn retain_ids<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    data: &DeviceRowSparse<D, V, I>,
    ids: &Pattern<D, I>,
) -> Result<Pattern<D, I>, Error> {
    let (driver, rows, capacity) = (gpu.driver(), data.rows(), ids.capacity());
    let mut check = gpu.begin(&[Check::Ids { rows }])?;
    let (words, first) = check.words(0);
    Launch::of_indices::<I>(driver, "check_ids")
        .read(&ids.ids)
        .read(&ids.stored)
        .size(capacity)
        .size(rows)
        .write_from(words, first)
        .run(capacity)?;
    let mut stored = Buffer::new(driver, 1)?;
    let launch = Launch::of_indices::<I>(driver, "retain_count").read(&ids.ids).read(&ids.stored).size(rows).read(&data.pattern.stored);
    launch.write(&mut stored).write_from(words, first).run_one()?;
    Ok(Pattern { rows, ids: Arc::clone(&ids.ids), stored: Arc::new(stored), full: false })
}

/// Copies the rows that `out` stores: [`lacuna::rows::retain`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn retain<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    data: &DeviceRowSparse<D, V, I>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, data.rows(), out.rows())?;
    expect(Operand::Output, 1, data.row_length, out.row_length)?;
    let (from, to, groups) = (&data.pattern, &out.pattern, Groups::new::<V>(data.row_length, &[data.row_length]));
    let launch = Launch::of_values::<V, I>(gpu.driver(), "retain").read(&from.ids).read(&from.stored).size(from.capacity()).size(from.rows);
    let launch = launch.read(&data.data).size(data.row_length).read(&to.ids).read(&to.stored).size(to.capacity()).write(&mut out.data);
    Ok(launch.groups(groups).run_groups(to.capacity(), groups)?)
}
