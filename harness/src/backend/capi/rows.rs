//! Rows of row_sparse arrays.
use super::{Answered, Capi};
use lacuna::rows::SegmentPlan;
use lacuna::{Index, KernelError, RowSparse, RowSparseMut, Value};
use lacuna_capi_replay::List;

pub(in super::super) fn retain<V: Value, I: Index>(capi: &Capi, data: RowSparse<V, I>, out: RowSparseMut<V, I>) -> Result<(), KernelError> {
    capi.call::<V, I>("rows_retain", (data, out)).map(Answered::nothing)
}

pub(in super::super) fn coalesce<V: Value, I: Index>(
    capi: &Capi,
    plan: &SegmentPlan<I>,
    input: RowSparse<V, I>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    capi.call::<V, I>("rows_coalesce", (plan, input, out)).map(Answered::nothing)
}

pub(in super::super) fn add_n<V: Value, I: Index>(
    capi: &Capi,
    inputs: &[RowSparse<V, I>],
    cursors: &mut [usize],
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    capi.call::<V, I>("rows_add_n", (List(inputs), cursors, out)).map(Answered::nothing)
}
