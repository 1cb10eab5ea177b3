//! Products of a csr.
use crate::array::{DeviceCsr, DeviceDense, DeviceRowSparse};
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::launch::{Groups, Launch};
use crate::segments::{LongRows, Operand, Target};
use crate::{Error, Gpu, expect};
use lacuna::error::Operand as Named;
use lacuna::{Index, Value};

/// `out = a b`: [`lacuna::dot::csr_dense`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn csr_dense<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    b: &DeviceDense<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Named::Right, 0, a.columns, b.rows)?;
    expect(Named::Output, 0, a.rows, out.rows)?;
    expect(Named::Output, 1, b.columns, out.columns)?;
    let operand = Operand { data: &b.data, rows: b.rows, stride: b.stride, columns: b.columns };
    product(gpu, "csr_dense", a, &a.indices, operand, out)
}

/// `out = a b`: [`lacuna::dot::csr_row_sparse`].
///
/// Where the host does not know that `b` stores every row, the places of the entries' rows are looked up first, into memory of one index for each entry.
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
    let operand = Operand { data: &b.data, rows: pattern.capacity(), stride: b.row_length, columns: b.row_length };
    if pattern.is_complete() {
        return product(gpu, "csr_row_sparse", a, &a.indices, operand, out);
    }
    let mut positions = Buffer::new(gpu.driver(), a.capacity())?;
    let launch = Launch::of_indices::<I>(gpu.driver(), "stored_positions").read(&a.indices).size(a.capacity()).read(&pattern.ids);
    launch.read(&pattern.stored).size(pattern.capacity()).size(pattern.rows).write(&mut positions).run(a.capacity())?;
    product(gpu, "csr_row_sparse", a, &positions, operand, out)
}

fn product<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    entry: &str,
    a: &DeviceCsr<D, V, I>,
    indices: &Buffer<D, I>,
    operand: Operand<'_, D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    let (driver, columns) = (gpu.driver(), operand.columns);
    if columns == 0 {
        return Ok(());
    }
    // Without rows to add there are no terms, whatever the pointers say.
    let terms = if operand.rows == 0 { 0 } else { a.capacity() };
    let groups = if columns == 1 { Groups::lanes() } else { Groups::new::<V>(columns, &[operand.stride, out.stride]) };
    let arguments = |entry| {
        let launch = Launch::of_values::<V, I>(driver, entry).read(&a.indptr).read(indices).read(&a.values).size(terms).size(a.rows);
        launch.read(operand.data).size(operand.rows).size(operand.stride).size(columns)
    };
    arguments(entry).write(&mut out.data).size(out.stride).groups(groups).run_groups(a.rows, groups)?;
    let long = LongRows { bounds: &a.indptr, stored: None, count: a.rows, terms, longest: a.longest_row };
    let mut target = Target { data: &mut out.data, rows: out.rows, stride: out.stride, by_id: false };
    long.run(driver, columns, groups, None, &mut target, arguments("csr_blocks"))
}
