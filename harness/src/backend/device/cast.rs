//! Casts on a device.
use super::rows::{download_row_sparse, upload_row_sparse};
use super::{OnDevice, capacity, settle};
use lacuna::error::Operand;
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, DeviceRowSparse, cast};

pub(in super::super) fn dense_row_nnz<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    dense: Dense<V>,
    counts: &mut [I],
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let rows = dense.rows();
        capacity(Operand::Output, rows, counts.len())?;
        let dense = DeviceDense::upload(gpu, dense)?;
        let mut indptr = Buffer::upload(gpu, &vec![I::default(); rows + 1])?;
        cast::dense_row_nnz(gpu, &dense, &mut indptr)?;
        gpu.finish()?;
        counts[..rows].copy_from_slice(&indptr.download(gpu)?[1..]);
        Ok(())
    })
}

pub(in super::super) fn dense_to_csr<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    dense: Dense<V>,
    mut out: CsrMut<V, I>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let dense = DeviceDense::upload(gpu, dense)?;
        let mut result = DeviceCsr::upload(gpu, out.as_csr())?;
        settle(gpu, cast::fill_csr(gpu, &dense, &mut result), || {
            let found = result.download(gpu)?;
            for row in 0..out.rows() {
                let entries = found.indptr[row].to_usize()..found.indptr[row + 1].to_usize();
                let (indices, values) = out.row_mut(row);
                indices.copy_from_slice(&found.indices[entries.clone()]);
                values.copy_from_slice(&found.values[entries]);
            }
            Ok(())
        })
    })
}

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

pub(in super::super) fn csr_to_dense<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    csr: Csr<V, I>,
    out: DenseMut<V>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let csr = DeviceCsr::upload(gpu, csr)?;
        let mut result = DeviceDense::upload(gpu, out.as_dense())?;
        settle(gpu, cast::csr_to_dense(gpu, &csr, &mut result), || result.download(gpu, out))
    })
}

pub(in super::super) fn dense_row_ids<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    dense: Dense<V>,
    first_row: usize,
    ids: &mut [I],
) -> Result<usize, KernelError> {
    device.run(|gpu| {
        capacity(Operand::Ids, first_row.saturating_add(dense.rows()).saturating_sub(1), I::MAX)?;
        let dense = DeviceDense::upload(gpu, dense)?;
        let pattern = cast::dense_row_ids::<_, V, I>(gpu, &dense)?;
        gpu.finish()?;
        let found = pattern.download(gpu)?;
        for (id, row) in ids.iter_mut().zip(&found) {
            *id = I::from_usize(row.to_usize() + first_row);
        }
        capacity(Operand::Ids, found.len(), ids.len())?;
        Ok(found.len())
    })
}

pub(in super::super) fn dense_to_row_sparse<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    dense: Dense<V>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let dense = DeviceDense::upload(gpu, dense)?;
        let mut result = upload_row_sparse(gpu, &out, None)?;
        settle(gpu, cast::dense_to_row_sparse(gpu, &dense, &mut result), || download_row_sparse(gpu, &result, out))
    })
}

pub(in super::super) fn row_sparse_to_dense<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    input: RowSparse<V, I>,
    out: DenseMut<V>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let input = DeviceRowSparse::upload(gpu, input)?;
        let mut result = DeviceDense::upload(gpu, out.as_dense())?;
        settle(gpu, cast::row_sparse_to_dense(gpu, &input, &mut result), || result.download(gpu, out))
    })
}
