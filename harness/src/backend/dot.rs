//! Products on several threads. Operands that do not fit are given to the door as they are, so that it refuses them before anything is written.
use super::split::{Cuts, by_rows, equal_rows, partitioned};
use lacuna::rows::SegmentPlan;
use lacuna::{Csr, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, Value, dot};

/// The doors of this family, as the methods of a backend.
macro_rules! dot_doors {
    () => {
        cast_doors! {
            /// `out = a b`.
            dot::csr_dense(a: Csr<'_, V, I>, b: Dense<'_, V>, out: DenseMut<'_, V>) -> ();
            /// `out = a b`.
            dot::csr_row_sparse(a: Csr<'_, V, I>, b: RowSparse<'_, V, I>, out: DenseMut<'_, V>) -> ();
            /// `out = a^T b`, for the columns that occur in `a`.
            dot::csr_t_dense(plan: &SegmentPlan<'_, I>, values: &[V], b: Dense<'_, V>, out: RowSparseMut<'_, V, I>) -> ();
            /// `out = a^T b`.
            dot::csr_t_dense_to_dense(plan: &SegmentPlan<'_, I>, values: &[V], b: Dense<'_, V>, out: DenseMut<'_, V>) -> ();
            /// `out = a^T b`, for the columns that occur in rows of `a` that `b` stores.
            dot::csr_t_row_sparse(plan: &SegmentPlan<'_, I>, values: &[V], b: RowSparse<'_, V, I>, out: RowSparseMut<'_, V, I>) -> ();
        }
    };
}

pub(super) fn csr_dense<V: Value, I: Index>(threads: usize, a: Csr<V, I>, b: Dense<V>, out: DenseMut<V>) -> Result<(), KernelError> {
    if a.rows() != out.rows() {
        return dot::csr_dense(a, b, out);
    }
    by_rows(&partitioned(a.partition(threads)), (a, out), &|(a, out): (Csr<V, I>, DenseMut<V>)| dot::csr_dense(a, b, out))
}

pub(super) fn csr_row_sparse<V: Value, I: Index>(
    threads: usize,
    a: Csr<V, I>,
    b: RowSparse<V, I>,
    out: DenseMut<V>,
) -> Result<(), KernelError> {
    if a.rows() != out.rows() {
        return dot::csr_row_sparse(a, b, out);
    }
    by_rows(&partitioned(a.partition(threads)), (a, out), &|(a, out): (Csr<V, I>, DenseMut<V>)| dot::csr_row_sparse(a, b, out))
}

/// True if `out` has the rows of the plan.
pub(super) fn same_pattern<V: Value, I: Index>(plan: &SegmentPlan<I>, out: &RowSparseMut<V, I>) -> bool {
    plan.output_rows() == out.rows() && (std::ptr::eq(plan.ids(), out.indices()) || plan.ids() == out.indices())
}

/// Parts of equal terms, as rows of the result.
pub(super) fn equal_terms<I: Index>(plan: &SegmentPlan<I>, threads: usize) -> Cuts<impl Fn(usize) -> usize + Sync> {
    let (ids, rows) = (plan.ids(), plan.output_rows());
    let row = move |segment: usize| match segment {
        0 => 0,
        _ => ids.get(segment).map_or(rows, |id| id.to_usize().min(rows)),
    };
    partitioned(plan.partition(threads).map(move |segments| row(segments.start)..row(segments.end)))
}

pub(super) fn csr_t_dense<V: Value, I: Index>(
    threads: usize,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: Dense<V>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    if !same_pattern(plan, &out) {
        return dot::csr_t_dense(plan, values, b, out);
    }
    let run = |(plan, out): (SegmentPlan<I>, RowSparseMut<V, I>)| dot::csr_t_dense(&plan, values, b, out);
    by_rows(&equal_terms(plan, threads), (*plan, out), &run)
}

pub(super) fn csr_t_row_sparse<V: Value, I: Index>(
    threads: usize,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: RowSparse<V, I>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    if !same_pattern(plan, &out) {
        return dot::csr_t_row_sparse(plan, values, b, out);
    }
    let run = |(plan, out): (SegmentPlan<I>, RowSparseMut<V, I>)| dot::csr_t_row_sparse(&plan, values, b, out);
    by_rows(&equal_terms(plan, threads), (*plan, out), &run)
}

pub(super) fn csr_t_dense_to_dense<V: Value, I: Index>(
    threads: usize,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: Dense<V>,
    out: DenseMut<V>,
) -> Result<(), KernelError> {
    if plan.output_rows() != out.rows() {
        return dot::csr_t_dense_to_dense(plan, values, b, out);
    }
    let run = |(plan, out): (SegmentPlan<I>, DenseMut<V>)| dot::csr_t_dense_to_dense(&plan, values, b, out);
    // What costs more: adding the terms, or writing the rows.
    if plan.terms() > plan.output_rows() {
        by_rows(&equal_terms(plan, threads), (*plan, out), &run)
    } else {
        by_rows(&equal_rows(plan.output_rows(), threads), (*plan, out), &run)
    }
}
