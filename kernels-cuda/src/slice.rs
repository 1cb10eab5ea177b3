//! Parts of matrices: [`lacuna::slice`] on a device. Pointers of csr matrices are made on the host, or by transfers.
use crate::array::{DeviceBroadcast, DeviceCsr, DeviceDense};
use crate::buffer::Buffer;
use crate::check::Check;
use crate::driver::Driver;
use crate::entries::{self, groups};
use crate::launch::Groups;
use crate::{Error, Gpu};
use lacuna::checks::{expect, range_inside};
use lacuna::error::Operand;
use lacuna::{Index, Number, Storage, Value};

/// As many threads for a row as it has entries on average, a warp at most.
fn by_entries<D: Driver, V: Number, I: Index>(csr: &DeviceCsr<D, V, I>) -> Groups {
    Groups::in_warp::<V>(csr.capacity().checked_div(csr.rows).unwrap_or(0), &[1])
}

/// Rows by ids: [`lacuna::slice::take`], of any [`Storage`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]:
/// [`KernelError::Ids`](lacuna::KernelError::Ids) and [`KernelError::Pattern`](lacuna::KernelError::Pattern); then
/// nothing is written.
pub fn take<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    csr: &DeviceCsr<D, V, I>,
    ids: &Buffer<D, I>,
    out: &mut DeviceCsr<D, V, I>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, ids.len(), out.rows)?;
    expect(Operand::Output, 1, csr.columns, out.columns)?;
    let (driver, rows, length, groups) = (gpu.driver(), csr.rows, ids.len(), by_entries(csr));
    let mut check = gpu.begin(&[Check::Ids { rows }, Check::Pattern])?;
    entries::check_take { indptr: &csr.indptr, rows, ids, length, stored: &out.indptr, checks: check.words(0) }
        .on(driver)
        .run(length)?;
    let entry =
        entries::take { csr: csr.into(), ids, length, out: out.into(), groups: groups.into(), checks: check.words(0) };
    Ok(entry.on(driver).run_groups(length, groups)?)
}

/// A range of columns: [`lacuna::slice::columns`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) and [`KernelError::Range`](lacuna::KernelError::Range), with
/// nothing begun; [`Error::Driver`]. By [`Gpu::finish`]: [`KernelError::Pattern`](lacuna::KernelError::Pattern); then
/// nothing is written.
pub fn columns<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    csr: &DeviceCsr<D, V, I>,
    first_column: usize,
    out: &mut DeviceCsr<D, V, I>,
) -> Result<(), Error> {
    let (rows, columns) = (csr.rows, out.columns);
    expect(Operand::Output, 0, rows, out.rows)?;
    range_inside(&(first_column..first_column.saturating_add(columns)), 1, csr.columns)?;
    let (driver, groups) = (gpu.driver(), by_entries(csr));
    let mut check = gpu.begin(&[Check::Pattern])?;
    let (indptr, indices, capacity, stored) = (&csr.indptr, &csr.indices, csr.capacity(), &out.indptr);
    entries::check_columns { indptr, indices, capacity, rows, first_column, columns, stored, check: check.words(0) }
        .on(driver)
        .run(rows)?;
    let entry = entries::columns {
        csr: csr.into(),
        first_column,
        columns,
        out: out.into(),
        groups: groups.into(),
        check: check.words(0),
    };
    Ok(entry.on(driver).run_groups(rows, groups)?)
}

/// An array to its place in a concatenation: [`lacuna::slice::concat`].
///
/// # Errors
/// As [`columns`].
pub fn concat<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    csr: &DeviceCsr<D, V, I>,
    first_column: usize,
    starts: &Buffer<D, I>,
    out: &mut DeviceCsr<D, V, I>,
) -> Result<(), Error> {
    let rows = csr.rows;
    expect(Operand::Output, 0, rows, out.rows)?;
    expect(Operand::Indices, 2, rows, starts.len())?;
    range_inside(&(first_column..first_column.saturating_add(csr.columns)), 1, out.columns)?;
    let (driver, groups) = (gpu.driver(), by_entries(csr));
    let mut check = gpu.begin(&[Check::Pattern])?;
    entries::check_concat { indptr: &csr.indptr, rows, starts, stored: &out.indptr, check: check.words(0) }
        .on(driver)
        .run(rows)?;
    let entry = entries::concat {
        csr: csr.into(),
        first_column,
        starts,
        out: out.into(),
        groups: groups.into(),
        check: check.words(0),
    };
    Ok(entry.on(driver).run_groups(rows, groups)?)
}

/// `out[out_row + r, out_column + c] = from[row + r, column + c]`, for as many rows and columns as `shape` says: rows
/// of a dense matrix, columns of it, or a matrix to its place among others.
///
/// # Errors
/// [`KernelError::Range`](lacuna::KernelError::Range) for a part that is not inside its matrix, with nothing begun;
/// [`Error::Driver`].
pub fn copy_part<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    shape: [usize; 2],
    from: &DeviceDense<D, V>,
    first: [usize; 2],
    out: &mut DeviceDense<D, V>,
    out_first: [usize; 2],
) -> Result<(), Error> {
    for (first, length, axis, of) in [
        (first[0], shape[0], 0, from.rows),
        (first[1], shape[1], 1, from.columns),
        (out_first[0], shape[0], 0, out.rows),
        (out_first[1], shape[1], 1, out.columns),
    ] {
        range_inside(&(first..first.saturating_add(length)), axis, of)?;
    }
    let [rows, columns] = shape;
    if columns == 0 {
        return Ok(());
    }
    // The greater of a number and itself.
    let operand = || DeviceBroadcast::<D, V, i64>::Part(from, first).into();
    // Accesses of one element: a part may begin anywhere.
    let groups = Groups::single(columns);
    let (left, right, out) = (operand(), operand(), groups::State::part(out, out_first));
    let entry = entries::rows_maximum { left, right, out, rows, columns, groups: groups.into() };
    Ok(entry.on(gpu.driver()).run_groups(rows, groups)?)
}

/// The entries that are not zero: [`lacuna::slice::prune`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]:
/// [`KernelError::Pattern`](lacuna::KernelError::Pattern); then nothing is written.
pub fn prune<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    csr: &DeviceCsr<D, V, I>,
    out: &mut DeviceCsr<D, V, I>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, csr.rows, out.rows)?;
    expect(Operand::Output, 1, csr.columns, out.columns)?;
    let driver = gpu.driver();
    let mut check = gpu.begin(&[Check::Pattern])?;
    entries::check_prune { csr: csr.into(), stored: &out.indptr, check: check.words(0) }.on(driver).run(csr.rows)?;
    Ok(entries::prune { csr: csr.into(), out: out.into(), check: check.words(0) }.on(driver).run(csr.rows)?)
}

fn selected<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    condition: &DeviceCsr<D, V, I>,
    [x, y]: [Option<&DeviceDense<D, V>>; 2],
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    let (rows, columns) = (condition.rows, condition.columns);
    // A lone gradient is the left operand, whichever side it is of.
    let [left, right] = if x.is_some() { [x, y] } else { [y, x] };
    for (operand, of) in [(Operand::Left, left), (Operand::Right, right)] {
        if let Some(of) = of {
            expect(operand, 0, rows, of.rows)?;
            expect(operand, 1, columns, of.columns)?;
        }
    }
    expect(Operand::Output, 0, rows, out.rows)?;
    expect(Operand::Output, 1, columns, out.columns)?;
    let stride = |of: Option<&DeviceDense<D, V>>| of.map_or(0, |of| of.stride);
    let (x_stride, y_stride) = (stride(x), stride(y));
    let (x, y) = (x.map(|x| &x.data), y.map(|y| &y.data));
    let entry = entries::select { condition: condition.into(), x, x_stride, y, y_stride, columns, out: out.into() };
    Ok(entry.on(gpu.driver()).run_groups(rows, Groups::warp(columns, usize::MAX))?)
}

/// Selection by a condition: [`lacuna::slice::select`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn select<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    condition: &DeviceCsr<D, V, I>,
    x: &DeviceDense<D, V>,
    y: &DeviceDense<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    selected(gpu, condition, [Some(x), Some(y)], out)
}

/// The gradient of [`select`] for `x`: [`lacuna::slice::select_x_gradient`].
///
/// # Errors
/// As [`select`].
pub fn select_x_gradient<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    condition: &DeviceCsr<D, V, I>,
    gradient: &DeviceDense<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    selected(gpu, condition, [Some(gradient), None], out)
}

/// The gradient of [`select`] for `y`: [`lacuna::slice::select_y_gradient`].
///
/// # Errors
/// As [`select`].
pub fn select_y_gradient<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    condition: &DeviceCsr<D, V, I>,
    gradient: &DeviceDense<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    selected(gpu, condition, [None, Some(gradient)], out)
}

/// A diagonal: [`lacuna::slice::diagonal`].
///
/// # Errors
/// [`KernelError::Range`](lacuna::KernelError::Range) and [`KernelError::Shape`](lacuna::KernelError::Shape), with
/// nothing begun; [`Error::Driver`].
pub fn diagonal<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    csr: &DeviceCsr<D, V, I>,
    first_column: usize,
    out: &mut Buffer<D, V>,
) -> Result<(), Error> {
    range_inside(&(first_column..csr.columns.max(first_column)), 1, csr.columns)?;
    let length = csr.rows.min(csr.columns - first_column);
    expect(Operand::Output, 2, length, out.len())?;
    Ok(entries::diagonal { csr: csr.into(), first_column, out, length }.on(gpu.driver()).run(length)?)
}
