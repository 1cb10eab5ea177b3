//! The rows of ids.
use super::check_ids;
use crate::driver::Driver;
use crate::launch::Groups;
use crate::{Buffer, DeviceDense, DeviceRowSparse, Error, Gpu, entries};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::{Index, Storage, Value};

/// The rows of the ids: [`lacuna::embedding::lookup`], of any [`Storage`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]:
/// [`KernelError::Ids`](lacuna::KernelError::Ids); then nothing is written.
pub fn lookup<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    ids: &Buffer<D, I>,
    weight: &DeviceDense<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, ids.len(), out.rows)?;
    expect(Operand::Output, 1, weight.columns, out.columns)?;
    let mut check = check_ids(gpu, ids, weight.rows)?;
    let groups = Groups::new::<V>(out.columns, &[weight.stride, out.stride]);
    let (length, check) = (ids.len(), check.words(0));
    let entry = entries::lookup { ids, length, weight: weight.into(), out: out.into(), groups: groups.into(), check };
    // Refused ids are reported even where rows have no elements.
    Ok(entry.on(gpu.driver()).run_groups(length, groups)?)
}

/// The rows of the ids, zero where the weight does not store one: [`lacuna::embedding::lookup_row_sparse`].
///
/// # Errors
/// As [`lookup`].
pub fn lookup_row_sparse<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    ids: &Buffer<D, I>,
    weight: &DeviceRowSparse<D, V, I>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    let columns = weight.row_length;
    expect(Operand::Output, 0, ids.len(), out.rows)?;
    expect(Operand::Output, 1, columns, out.columns)?;
    let mut check = check_ids(gpu, ids, weight.rows())?;
    let groups = Groups::new::<V>(columns, &[columns, out.stride]);
    let (length, check) = (ids.len(), check.words(0));
    let entry = entries::lookup_row_sparse {
        ids,
        length,
        weight: weight.into(),
        out: out.into(),
        groups: groups.into(),
        check,
    };
    Ok(entry.on(gpu.driver()).run_groups(length, groups)?)
}
