//! The patterns of transposed products: entries of a csr grouped by column.
use crate::error::{KernelError, Operand, expect};
use crate::segments::{PlanBuffers, PlanShape, SegmentPlan, group};
use crate::view::{range_inside, row_places};
use crate::{Csr, Index, Number, RowSparse};
use core::ops::Range;

/// Groups the entries of `a` by column, for [`csr_t_dense`](super::csr_t_dense()) and
/// [`csr_t_dense_to_dense`](super::csr_t_dense_to_dense()).
///
/// `columns` is the part of the output: `0..a.columns()`, or a thread's share. The ids of the plan are all columns that
/// occur in `a` inside `columns`, those of explicit zeros too.
///
/// - Cost: O(nnz) if there are no more columns than entries: they are counted. Else a sort, O(nnz) for each 8 or 11
///   bits of the largest column, whatever the number of columns.
/// - Scratch: two keys for each entry in `columns`, [`plan_scratch`](crate::segments::plan_scratch).
///
/// # Errors
/// [`KernelError::Capacity`] for short buffers or scratch, [`KernelError::Range`] if `columns` is not inside.
///
/// ```
/// use lacuna::{Csr, Dense, RowSparseMut, dot, segments};
/// let a = Csr::new(2, 1_000_000, &[0, 2, 3], &[7, 999_999, 7], &[1.0_f32, 2.0, 3.0])?;
/// let (mut ids, mut segments, mut rows_of, mut entries) = ([0; 3], [0; 4], [0; 3], [0; 3]);
/// let buffers = segments::PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
/// let plan = dot::transpose_plan(a, 0..a.columns(), buffers, &mut [0_u64; 6])?;
/// assert_eq!(plan.ids(), [7, 999_999]);
///
/// let b = Dense::new(2, 1, &[10.0, 100.0])?;
/// let mut data = [0.0; 2];
/// let out = RowSparseMut::new(1_000_000, 1, plan.ids(), &mut data)?;
/// dot::csr_t_dense(&plan, a.values(), b, out)?;
/// assert_eq!(data, [310.0, 20.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn transpose_plan<'p, V: Number, I: Index>(
    a: Csr<'_, V, I>,
    columns: Range<usize>,
    buffers: PlanBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<SegmentPlan<'p, I>, KernelError> {
    range_inside(&columns, 1, a.columns())?;
    let shape = PlanShape { values: a.nnz(), operand_rows: a.rows(), output_rows: a.columns() };
    group_rows(a.indptr(), a.indices(), columns, shape, buffers, scratch)
}

#[inline(never)]
fn group_rows<'p, I: Index>(
    indptr: &[I],
    indices: &[I],
    columns: Range<usize>,
    shape: PlanShape,
    buffers: PlanBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<SegmentPlan<'p, I>, KernelError> {
    group(indices, columns, (0..shape.operand_rows).map(|row| (row, row_places(indptr, row))), shape, buffers, scratch)
}

/// Groups by column those entries of `a` whose row `b` stores, for [`csr_t_row_sparse`](super::csr_t_row_sparse()).
/// Rows of the plan are stored rows of `b`.
///
/// - Cost: that of [`transpose_plan`], of the entries in the rows that `b` stores.
/// - Scratch: two keys for each of these entries, [`plan_scratch`](crate::segments::plan_scratch).
///
/// # Errors
/// As [`transpose_plan`], and [`KernelError::Shape`] if `a` and `b` differ in their number of rows.
pub fn transpose_plan_row_sparse<'p, V: Number, I: Index>(
    a: Csr<'_, V, I>,
    b: RowSparse<'_, V, I>,
    columns: Range<usize>,
    buffers: PlanBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<SegmentPlan<'p, I>, KernelError> {
    expect(Operand::Right, 0, a.rows(), b.rows())?;
    range_inside(&columns, 1, a.columns())?;
    let shape = PlanShape { values: a.nnz(), operand_rows: b.stored_rows(), output_rows: a.columns() };
    group_stored_rows(a.indptr(), a.indices(), (b.first_row(), b.indices()), columns, shape, buffers, scratch)
}

#[inline(never)]
fn group_stored_rows<'p, I: Index>(
    indptr: &[I],
    indices: &[I],
    (first_row, ids): (usize, &[I]),
    columns: Range<usize>,
    shape: PlanShape,
    buffers: PlanBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<SegmentPlan<'p, I>, KernelError> {
    let places = |id: &I| row_places(indptr, id.to_usize().wrapping_sub(first_row));
    group(indices, columns, ids.iter().map(places).enumerate(), shape, buffers, scratch)
}
