//! Products.
use super::{Answered, Capi};
use lacuna::rows::SegmentPlan;
use lacuna::{Csr, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, Value};

pub(in super::super) fn csr_dense<V: Value, I: Index>(capi: &Capi, a: Csr<V, I>, b: Dense<V>, out: DenseMut<V>) -> Result<(), KernelError> {
    capi.call::<V, I>("dot_csr_dense", (a, b, out)).map(Answered::nothing)
}

pub(in super::super) fn csr_row_sparse<V: Value, I: Index>(
    capi: &Capi,
    a: Csr<V, I>,
    b: RowSparse<V, I>,
    out: DenseMut<V>,
) -> Result<(), KernelError> {
    capi.call::<V, I>("dot_csr_row_sparse", (a, b, out)).map(Answered::nothing)
}

pub(in super::super) fn csr_t_dense<V: Value, I: Index>(
    capi: &Capi,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: Dense<V>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    capi.call::<V, I>("dot_csr_t_dense", (plan, values, b, out)).map(Answered::nothing)
}

pub(in super::super) fn csr_t_dense_to_dense<V: Value, I: Index>(
    capi: &Capi,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: Dense<V>,
    out: DenseMut<V>,
) -> Result<(), KernelError> {
    capi.call::<V, I>("dot_csr_t_dense_to_dense", (plan, values, b, out)).map(Answered::nothing)
}

pub(in super::super) fn csr_t_row_sparse<V: Value, I: Index>(
    capi: &Capi,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: RowSparse<V, I>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    capi.call::<V, I>("dot_csr_t_row_sparse", (plan, values, b, out)).map(Answered::nothing)
}
