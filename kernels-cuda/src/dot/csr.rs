//! Products of a csr.
use crate::array::{DeviceCsr, DeviceDense, DeviceRowSparse};
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::entries::groups::{Csr, Matrix, MatrixMut, Segments};
use crate::entries::{self, groups};
use crate::launch::{Groups, Launch};
use crate::segments::BlockSums;
use crate::{Error, Gpu};
use lacuna::checks::expect;
use lacuna::error::Operand as Named;
use lacuna::{Index, Storage, Value};

/// `out = a b`: [`lacuna::dot::csr_dense`], of any [`Storage`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn csr_dense<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    b: &DeviceDense<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Named::Right, 0, a.columns, b.rows)?;
    expect(Named::Output, 0, a.rows, out.rows)?;
    expect(Named::Output, 1, b.columns, out.columns)?;
    product(gpu, a, &a.indices, b.into(), out, |driver, a, b, out, groups| {
        entries::csr_dense { a, b, out, groups }.on(driver)
    })
}

/// `out = a b`: [`lacuna::dot::csr_row_sparse`].
///
/// Where the host does not know that `b` stores every row, the places of the entries' rows are looked up first, into
/// memory of one index for each entry.
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn csr_row_sparse<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    b: &DeviceRowSparse<D, V, I>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Named::Right, 0, a.columns, b.rows())?;
    expect(Named::Output, 0, a.rows, out.rows)?;
    expect(Named::Output, 1, b.row_length, out.columns)?;
    let pattern = &b.pattern;
    let operand = Matrix { data: &b.data, rows: pattern.capacity(), stride: b.row_length, columns: b.row_length };
    let mut positions = None;
    if !pattern.is_complete() {
        let (driver, length) = (gpu.driver(), a.capacity());
        let positions = positions.insert(Buffer::new(driver, length)?);
        entries::stored_positions { indices: &a.indices, length, stored: pattern.into(), positions }
            .on(driver)
            .run(length)?;
    }
    let indices = positions.as_ref().unwrap_or(&a.indices);
    product(gpu, a, indices, operand, out, |driver, a, b, out, groups| {
        entries::csr_row_sparse { a, b, out, groups }.on(driver)
    })
}

/// `entry` is for the rows of at most a block of entries.
fn product<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    indices: &Buffer<D, I>,
    b: Matrix<'_, D, V>,
    out: &mut DeviceDense<D, V>,
    entry: impl for<'a> FnOnce(
        &'a D,
        Csr<'a, D, V, I>,
        Matrix<'a, D, V>,
        MatrixMut<'a, D, V>,
        groups::Groups,
    ) -> Launch<'a, D>,
) -> Result<(), Error> {
    let (driver, columns) = (gpu.driver(), b.columns);
    if columns == 0 {
        return Ok(());
    }
    // Without rows to add there are no terms, whatever the pointers say.
    let terms = if b.rows == 0 { 0 } else { a.capacity() };
    let groups = if columns == 1 { Groups::lanes() } else { Groups::new::<V>(columns, &[b.stride, out.stride]) };
    let with_terms = || Csr { indices, capacity: terms, ..a.into() };
    entry(driver, with_terms(), b, out.into(), groups.into()).run_groups(a.rows, groups)?;
    if let Some(mut blocks) = BlockSums::new(driver, terms, a.longest_row, columns)? {
        let entry = entries::csr_blocks { a: with_terms(), b, sums: &mut blocks.sums, groups: groups.into() };
        entry.on(driver).run_groups(blocks.count, groups)?;
        let segments = Segments { bounds: &a.indptr, stored: None, count: a.rows, terms };
        blocks.add_up(driver, segments, columns, out.into(), None)?;
    }
    Ok(())
}
