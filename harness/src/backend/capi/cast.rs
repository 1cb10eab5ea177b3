//! Casts.
use super::{Answered, Capi};
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, Value};

pub(in super::super) fn dense_row_nnz<V: Value, I: Index>(capi: &Capi, dense: Dense<V>, counts: &mut [I]) -> Result<(), KernelError> {
    capi.call::<V, I>("cast_dense_row_nnz", (dense, counts)).map(Answered::nothing)
}

pub(in super::super) fn dense_to_csr<V: Value, I: Index>(capi: &Capi, dense: Dense<V>, out: CsrMut<V, I>) -> Result<(), KernelError> {
    capi.call::<V, I>("cast_dense_to_csr", (dense, out)).map(Answered::nothing)
}

pub(in super::super) fn dense_to_csr_one_pass<V: Value, I: Index>(
    capi: &Capi,
    dense: Dense<V>,
    indptr: &mut [I],
    indices: &mut [I],
    values: &mut [V],
) -> Result<usize, KernelError> {
    capi.call::<V, I>("cast_dense_to_csr_one_pass", (dense, indptr, indices, values)).map(Answered::size)
}

pub(in super::super) fn csr_to_dense<V: Value, I: Index>(capi: &Capi, csr: Csr<V, I>, out: DenseMut<V>) -> Result<(), KernelError> {
    capi.call::<V, I>("cast_csr_to_dense", (csr, out)).map(Answered::nothing)
}

pub(in super::super) fn dense_row_ids<V: Value, I: Index>(
    capi: &Capi,
    dense: Dense<V>,
    first_row: usize,
    ids: &mut [I],
) -> Result<usize, KernelError> {
    capi.call::<V, I>("cast_dense_row_ids", (dense, first_row, ids)).map(Answered::size)
}

pub(in super::super) fn dense_to_row_sparse<V: Value, I: Index>(
    capi: &Capi,
    dense: Dense<V>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    capi.call::<V, I>("cast_dense_to_row_sparse", (dense, out)).map(Answered::nothing)
}

pub(in super::super) fn row_sparse_to_dense<V: Value, I: Index>(
    capi: &Capi,
    row_sparse: RowSparse<V, I>,
    out: DenseMut<V>,
) -> Result<(), KernelError> {
    capi.call::<V, I>("cast_row_sparse_to_dense", (row_sparse, out)).map(Answered::nothing)
}
