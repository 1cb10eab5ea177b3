//! Casts from and to csr.
use crate::array::{DeviceCsr, DeviceDense};
use crate::buffer::Buffer;
use crate::check::Check;
use crate::driver::Driver;
use crate::entries;
use crate::launch::Groups;
use crate::scan::running_totals;
use crate::{Error, Gpu};
use lacuna::checks::{expect, index_fits};
use lacuna::error::Operand;
use lacuna::{Index, KernelError, Storage, Value};

/// Columns of a row that a warp fills before another one does.
const PIECE: usize = 1024;

/// The number of stored elements of each row, as `indptr[1..]`; `indptr[0]` becomes 0: [`lacuna::cast::dense_row_nnz`].
///
/// # Errors
/// [`KernelError::Index`] if a count of all columns does not fit the index type, [`KernelError::Capacity`] if `indptr`
/// is not one longer than the rows, [`Error::Driver`].
pub fn dense_row_nnz<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    dense: &DeviceDense<D, V>,
    indptr: &mut Buffer<D, I>,
) -> Result<(), Error> {
    index_fits::<I>(dense.columns)?;
    let (needed, found) = (dense.rows.saturating_add(1), indptr.len());
    if found != needed {
        return Err(KernelError::Capacity { operand: Operand::Indptr, needed, found }.into());
    }
    let driver = gpu.driver();
    indptr.fill(driver, 0)?;
    let groups = Groups::in_warp::<V>(dense.columns, &[dense.stride]);
    let entry = entries::dense_row_nnz { dense: dense.into(), counts: (indptr, 1), groups: groups.into() };
    Ok(entry.on(driver).run_groups(dense.rows, groups)?)
}

/// Turns counts into pointers: [`lacuna::cast::accumulate_indptr`].
///
/// # Errors
/// [`Error::Driver`]. By [`Gpu::finish`]: [`KernelError::Index`] if a pointer does not fit the index type; then nothing
/// is written.
pub fn accumulate_indptr<D: Driver, I: Index>(gpu: &Gpu<D>, indptr: &mut Buffer<D, I>) -> Result<(), Error> {
    let mut check = gpu.begin(&[Check::Index { max: I::MAX }])?;
    Ok(running_totals(gpu.driver(), indptr, Some((&mut check, I::MAX)))?)
}

/// A csr of `dense`, in two passes: counts, and then [`dense_to_csr`] into arrays of the exact length, which the host
/// asks the device for.
///
/// # Errors
/// [`KernelError::Index`] if the columns or the number of entries do not fit the index type, [`Error::Driver`].
pub fn to_csr<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    dense: &DeviceDense<D, V>,
) -> Result<DeviceCsr<D, V, I>, Error> {
    let driver = gpu.driver();
    let mut indptr = Buffer::new(driver, dense.rows.saturating_add(1))?;
    dense_row_nnz(gpu, dense, &mut indptr)?;
    accumulate_indptr(gpu, &mut indptr)?;
    gpu.finish()?;
    let mut last = [I::default()];
    indptr.read(driver, dense.rows, &mut last)?;
    let stored = last[0].to_usize();
    let (indices, values) = (Buffer::new(driver, stored)?, Buffer::new(driver, stored)?);
    let mut out =
        DeviceCsr { rows: dense.rows, columns: dense.columns, longest_row: dense.columns, indptr, indices, values };
    dense_to_csr(gpu, dense, &mut out)?;
    Ok(out)
}

/// Fills the columns and values of a csr of known pointers: [`lacuna::cast::dense_to_csr`].
///
/// # Errors
/// [`KernelError::Shape`], with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]: [`KernelError::Pattern`] at the
/// first row of which `dense` stores more or fewer elements than the pointers say; other rows are then written.
pub fn dense_to_csr<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    dense: &DeviceDense<D, V>,
    out: &mut DeviceCsr<D, V, I>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, dense.rows, out.rows)?;
    expect(Operand::Output, 1, dense.columns, out.columns)?;
    let driver = gpu.driver();
    let mut check = gpu.begin(&[Check::Pattern])?;
    let groups = Groups::warp(dense.columns, usize::MAX);
    let entry = entries::dense_to_csr { dense: dense.into(), out: out.into(), check: check.words(0) };
    entry.on(driver).run_groups(dense.rows, groups)?;
    let entry = entries::dense_to_csr_refusal { dense: dense.into(), indptr: &out.indptr, check: check.words(0) };
    Ok(entry.on(driver).run_groups(1, groups)?)
}

/// A csr of `dense` in arrays that have room for `capacity` entries, without waiting:
/// [`lacuna::cast::dense_to_csr_one_pass`]. On a device it reads `dense` twice.
///
/// # Errors
/// [`KernelError::Index`] if the columns do not fit the index type, [`Error::Driver`]. By [`Gpu::finish`]:
/// [`KernelError::Capacity`] with the needed number, if there is no room for all entries; what the arrays hold is then
/// unspecified.
pub fn dense_to_csr_one_pass<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    dense: &DeviceDense<D, V>,
    capacity: usize,
) -> Result<DeviceCsr<D, V, I>, Error> {
    let (driver, capacity) = (gpu.driver(), capacity.min(I::MAX));
    let mut indptr = Buffer::new(driver, dense.rows.saturating_add(1))?;
    dense_row_nnz(gpu, dense, &mut indptr)?;
    let (indices, values) = (Buffer::new(driver, capacity)?, Buffer::new(driver, capacity)?);
    let mut check = gpu.begin(&[Check::Capacity { operand: Operand::Indices, room: capacity }])?;
    running_totals(driver, &mut indptr, Some((&mut check, capacity)))?;
    let mut out =
        DeviceCsr { rows: dense.rows, columns: dense.columns, longest_row: dense.columns, indptr, indices, values };
    let entry = entries::dense_to_csr_one_pass { dense: dense.into(), out: (&mut out).into(), check: check.words(0) };
    entry.on(driver).run_groups(dense.rows, Groups::warp(dense.columns, usize::MAX))?;
    Ok(out)
}

/// The entries at their places, else zero: [`lacuna::cast::csr_to_dense`], of any [`Storage`].
///
/// # Errors
/// [`KernelError::Shape`], with nothing begun; [`Error::Driver`].
pub fn csr_to_dense<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    csr: &DeviceCsr<D, V, I>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, csr.rows, out.rows)?;
    expect(Operand::Output, 1, csr.columns, out.columns)?;
    let wide = Groups::new::<V>(csr.columns, &[out.stride]).wide;
    let entry = entries::csr_to_dense { csr: csr.into(), columns: csr.columns, out: out.into(), wide: u32::from(wide) };
    Ok(entry.on(gpu.driver()).run_groups(csr.rows, Groups::warp(csr.columns, PIECE))?)
}
