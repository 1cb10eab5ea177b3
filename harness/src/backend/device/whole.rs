//! Kernels whose function on a device has another form.
use super::OnDevice;
use lacuna::checks::capacity;
use lacuna::error::Operand;
use lacuna::{Dense, Index, KernelError, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceDense, cast};

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
