//! Kernels whose function on a device has another form.
use super::OnDevice;
use lacuna::checks::capacity;
use lacuna::dot::{BlockEnds, CsrTDenseScatter, CsrTRowSparseScatter, OutputRows};
use lacuna::error::Operand;
use lacuna::{Csr, Dense, DenseMut, Index, Kernel, KernelError, RowSparse, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, DeviceRowSparse, cast, dot};

/// On a device the result is made there, with room for as many entries as the arrays have.
pub(in super::super) fn dense_to_csr_one_pass<D: Driver, V: Value, I: Index>(
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
        gpu.finish()?;
        let found = result.download(gpu)?;
        indptr[..found.indptr.len()].copy_from_slice(&found.indptr);
        indices[..found.indices.len()].copy_from_slice(&found.indices);
        values[..found.values.len()].copy_from_slice(&found.values);
        Ok(found.values.len())
    })
}

/// On a device by a plan that is made there, which needs no block ends: the same terms in the same order.
pub(in super::super) fn csr_t_dense_scatter<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    a: Csr<V, I>,
    ends: &BlockEnds<I>,
    b: Dense<V>,
    totals: &mut [V],
    mut out: DenseMut<V>,
) -> Result<(), KernelError> {
    CsrTDenseScatter { a, ends: *ends, b, totals, out: out.reborrow(), rows: OutputRows::ALL }.check()?;
    device.run(|gpu| {
        let values = Buffer::upload_values(gpu, a.values())?;
        let (a, b) = (DeviceCsr::upload(gpu, a)?, DeviceDense::upload(gpu, b)?);
        let mut product = DeviceDense::new(gpu, out.rows(), out.columns())?;
        dot::csr_t_dense_to_dense(gpu, &dot::transpose_plan(gpu, &a)?, &values, &b, &mut product)?;
        gpu.finish()?;
        product.download(gpu, out)
    })
}

/// As [`csr_t_dense_scatter`], and the rows that have terms go to their places.
pub(in super::super) fn csr_t_row_sparse_scatter<D: Driver, V: Value, I: Index>(
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
