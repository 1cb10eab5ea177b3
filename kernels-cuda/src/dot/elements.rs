//! Products with a sparse result, or with a sparse matrix on the right.
use super::transpose_plan;
use crate::array::{DeviceCsr, DeviceDense, DeviceRowSparse};
use crate::driver::Driver;
use crate::entries;
use crate::entries::groups::Planned;
use crate::{Error, Gpu};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::order::LANES;
use lacuna::{Index, Value};

/// `out = a b` at the places that `out` stores: [`lacuna::dot::csr_csr`]. No scratch: each element searches the rows of
/// `b`.
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn csr_csr<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    b: &DeviceCsr<D, V, I>,
    out: &mut DeviceCsr<D, V, I>,
) -> Result<(), Error> {
    expect(Operand::Right, 0, a.columns, b.rows)?;
    expect(Operand::Output, 0, a.rows, out.rows)?;
    expect(Operand::Output, 1, b.columns, out.columns)?;
    let threads = out.capacity();
    Ok(entries::csr_csr { a: a.into(), b: b.into(), out: out.into() }.on(gpu.driver()).run(threads)?)
}

/// `out = a b`: [`lacuna::dot::dense_csr`]. The entries of `b` are sorted by column first, into memory of six indices
/// for each.
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn dense_csr<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceDense<D, V>,
    b: &DeviceCsr<D, V, I>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Operand::Right, 0, a.columns, b.rows)?;
    expect(Operand::Output, 0, a.rows, out.rows)?;
    expect(Operand::Output, 1, b.columns, out.columns)?;
    let (columns, threads) = (out.columns, out.rows.saturating_mul(out.columns));
    if threads == 0 {
        return Ok(());
    }
    let plan = transpose_plan(gpu, b)?;
    let terms =
        Planned { rows: &plan.rows, entries: &plan.entries, values: Some(&b.values), value_count: b.values.len() };
    let columns_of_b = (&plan.pattern).into();
    let entry =
        entries::dense_csr { a: a.into(), segments: (&plan).into(), terms, columns_of_b, columns, out: out.into() };
    Ok(entry.on(gpu.driver()).run(threads)?)
}

/// `out = a b^T`: [`lacuna::dot::dense_csr_t`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn dense_csr_t<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceDense<D, V>,
    b: &DeviceCsr<D, V, I>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Operand::Right, 1, a.columns, b.columns)?;
    expect(Operand::Output, 0, a.rows, out.rows)?;
    expect(Operand::Output, 1, b.rows, out.columns)?;
    let threads = out.rows.saturating_mul(out.columns);
    Ok(entries::dense_csr_t { a: a.into(), b: b.into(), out: out.into() }.on(gpu.driver()).run(threads)?)
}

/// `out = a b^T`: [`lacuna::dot::dense_row_sparse_t`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn dense_row_sparse_t<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceDense<D, V>,
    b: &DeviceRowSparse<D, V, I>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Operand::Right, 1, a.columns, b.row_length)?;
    expect(Operand::Output, 0, a.rows, out.rows)?;
    expect(Operand::Output, 1, b.rows(), out.columns)?;
    let threads = out.rows.saturating_mul(out.columns).saturating_mul(LANES);
    Ok(entries::dense_row_sparse_t { a: a.into(), b: b.into(), out: out.into() }.on(gpu.driver()).run(threads)?)
}

/// `out = a b^T` at the places that `out` stores: [`lacuna::dot::sddmm`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn sddmm<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceDense<D, V>,
    b: &DeviceDense<D, V>,
    out: &mut DeviceCsr<D, V, I>,
) -> Result<(), Error> {
    expect(Operand::Right, 1, a.columns, b.columns)?;
    expect(Operand::Output, 0, a.rows, out.rows)?;
    expect(Operand::Output, 1, b.rows, out.columns)?;
    let threads = out.capacity().saturating_mul(LANES);
    Ok(entries::sddmm { a: a.into(), b: b.into(), out: out.into() }.on(gpu.driver()).run(threads)?)
}
