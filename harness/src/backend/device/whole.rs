//! Kernels whose function on a device has another form.
use super::OnDevice;
use lacuna::checks::{capacity, expect};
use lacuna::dot::{BlockEnds, CsrTColumn, CsrTDenseScatter, CsrTRowSparseScatter, OutputRows, SellColumn, SellPlan};
use lacuna::error::Operand;
use lacuna::{Csr, Dense, DenseMut, Index, Kernel, KernelError, RowSparse, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, DeviceRowSparse, Error, Gpu, binary, cast, dot};

/// On a device the result is made there, with room for as many entries as the arrays have.
pub(super) fn dense_to_csr_one_pass<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    dense: Dense<V>,
    indptr: &mut [I],
    indices: &mut [I],
    values: &mut [V],
) -> Result<usize, KernelError> {
    device.run(|gpu| {
        capacity(Operand::Indptr, dense.rows() + 1, indptr.len())?;
        let dense = DeviceDense::upload(gpu, dense)?;
        let result = cast::dense_to_csr_one_pass(gpu, &dense, indices.len().min(values.len()))?;
        fetch(gpu, &result, indptr, indices, values)
    })
}

/// Waits for a csr of one pass, and copies it into arrays that may be longer. If there was no room, the first array that
/// is too short is at fault.
fn fetch<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    result: &DeviceCsr<D, V, I>,
    indptr: &mut [I],
    indices: &mut [I],
    values: &mut [V],
) -> Result<usize, Error> {
    let finished = gpu.finish();
    if let Err(Error::Kernel(KernelError::Capacity { operand: Operand::Indices, needed, .. })) = finished {
        capacity(Operand::Indices, needed, indices.len())?;
        capacity(Operand::Values, needed, values.len())?;
    }
    finished?;
    let found = result.download(gpu)?;
    indptr[..found.indptr.len()].copy_from_slice(&found.indptr);
    indices[..found.indices.len()].copy_from_slice(&found.indices);
    values[..found.values.len()].copy_from_slice(&found.values);
    Ok(found.values.len())
}

/// On a device the results are made there, with room for as many entries as the arrays have.
macro_rules! csr_pairs {
    ($($name:ident)*) => {$(
        pub(super) fn $name<D: Driver, V: Value, I: Index>(
            device: &OnDevice<D>,
            a: Csr<V, I>,
            b: Csr<V, I>,
            indptr: &mut [I],
            indices: &mut [I],
            values: &mut [V],
        ) -> Result<usize, KernelError> {
            device.run(|gpu| {
                expect(Operand::Right, 0, a.rows(), b.rows())?;
                expect(Operand::Right, 1, a.columns(), b.columns())?;
                capacity(Operand::Indptr, a.rows() + 1, indptr.len())?;
                let (a, b) = (DeviceCsr::upload(gpu, a)?, DeviceCsr::upload(gpu, b)?);
                let result = binary::$name(gpu, &a, &b, indices.len().min(values.len()))?;
                fetch(gpu, &result, indptr, indices, values)
            })
        }
    )*};
}
csr_pairs! { csr_add_one_pass csr_subtract_one_pass csr_multiply_one_pass }

/// On a device by a plan that is made there, which needs no block ends: the same terms in the same order.
pub(super) fn csr_t_dense_scatter<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    a: Csr<V, I>,
    ends: &BlockEnds<I>,
    b: Dense<V>,
    totals: &mut [V],
    mut out: DenseMut<V>,
) -> Result<(), KernelError> {
    CsrTDenseScatter { a, ends: *ends, b, totals, out: out.reborrow(), rows: OutputRows::ALL }.check()?;
    device.run(|gpu| transposed_product(gpu, a, b, out))
}

/// The same without block ends, which a device does not need.
pub(super) fn csr_t_column<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    a: Csr<V, I>,
    b: Dense<V>,
    columns: &mut [I],
    totals: &mut [V],
    mut out: DenseMut<V>,
) -> Result<(), KernelError> {
    CsrTColumn { a, b, columns, totals, out: out.reborrow() }.check()?;
    device.run(|gpu| transposed_product(gpu, a, b, out))
}

fn transposed_product<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: Csr<V, I>,
    b: Dense<V>,
    out: DenseMut<V>,
) -> Result<(), Error> {
    let values = Buffer::upload_values(gpu, a.values())?;
    let (a, b) = (DeviceCsr::upload(gpu, a)?, DeviceDense::upload(gpu, b)?);
    let mut product = DeviceDense::new(gpu, out.rows(), out.columns())?;
    dot::csr_t_dense_to_dense(gpu, &dot::transpose_plan(gpu, &a)?, &values, &b, &mut product)?;
    gpu.finish()?;
    product.download(gpu, out)
}

/// As [`csr_t_dense_scatter`], and the rows that have terms go to their places.
pub(super) fn csr_t_row_sparse_scatter<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    a: Csr<V, I>,
    ends: &BlockEnds<I>,
    b: RowSparse<V, I>,
    totals: &mut [V],
    mut out: DenseMut<V>,
) -> Result<(), KernelError> {
    CsrTRowSparseScatter { a, ends: *ends, b, totals, out: out.reborrow(), rows: OutputRows::ALL }.check()?;
    device.run(|gpu| {
        let values = Buffer::upload_values(gpu, a.values())?;
        let (a, b) = (DeviceCsr::upload(gpu, a)?, DeviceRowSparse::upload(gpu, b)?);
        let plan = dot::transpose_plan_row_sparse(gpu, &a, &b)?;
        let mut stored = DeviceRowSparse::new(gpu, plan.pattern(), out.columns())?;
        dot::csr_t_row_sparse(gpu, &plan, &values, &b, &mut stored)?;
        let mut product = DeviceDense::new(gpu, out.rows(), out.columns())?;
        cast::row_sparse_to_dense(gpu, &stored, &mut product)?;
        gpu.finish()?;
        product.download(gpu, out)
    })
}

/// On a device with the csr itself, whose rows need no slices there, or with the matrix that it is the transposed of.
pub(super) fn sell_column<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    plan: &SellPlan<I>,
    values: &[V],
    b: Dense<V>,
    mut out: DenseMut<V>,
) -> Result<(), KernelError> {
    SellColumn { plan: *plan, values, b, out: out.reborrow() }.check()?;
    let (shape, mut terms) = (plan.shape(), plan.terms(values).collect::<Vec<_>>());
    let [rows, columns] = if shape.transposed { [shape.columns, shape.rows] } else { [shape.rows, shape.columns] };
    if shape.transposed {
        terms.iter_mut().for_each(|(row, column, _)| std::mem::swap(row, column));
    }
    terms.sort_by_key(|(row, ..)| *row);
    let indptr: Vec<_> = (0..=rows).map(|row| I::from_usize(terms.partition_point(|term| term.0 < row))).collect();
    let indices: Vec<_> = terms.iter().map(|term| I::from_usize(term.1)).collect();
    let values: Vec<_> = terms.iter().map(|term| term.2).collect();
    device.run(|gpu| {
        let a = Csr::trusted(rows, columns, &indptr, &indices, &values)?;
        if shape.transposed {
            return transposed_product(gpu, a, b, out);
        }
        let (a, b) = (DeviceCsr::upload(gpu, a)?, DeviceDense::upload(gpu, b)?);
        let mut product = DeviceDense::new(gpu, out.rows(), 1)?;
        dot::csr_dense(gpu, &a, &b, &mut product)?;
        gpu.finish()?;
        product.download(gpu, out)
    })
}
