//! Checks and parts of views: what a caller with threads of its own needs.
use crate::raw::exports;
use core::ops::Range;
use lacuna::KernelError;
use lacuna::checks::{capacity, range_inside};
use lacuna::error::Operand;
use lacuna::segments::{PlanShape, SegmentPlan};

/// Writes the bounds of the ranges of `length` rows or segments, and gives how many there are.
fn write_bounds<R: Iterator<Item = Range<usize>>>(
    parts: usize,
    length: usize,
    bounds: &mut [usize],
    ranges: impl FnOnce(usize) -> R,
) -> Result<usize, KernelError> {
    capacity(Operand::Output, parts.min(length).saturating_add(1), bounds.len())?;
    let mut count = 0;
    for range in ranges(parts) {
        // Ranges follow each other without a gap, so that each but the last ends where the next one starts.
        if let Some([start, end]) = bounds.get_mut(count..).and_then(|rest| rest.first_chunk_mut::<2>()) {
            (*start, *end) = (range.start, range.end);
        }
        count += 1;
    }
    Ok(count)
}

exports! {
    /// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After
    /// that, `trusted` may be 1 as long as its arrays do not change.
    view::check_csr [N I] (csr: Csr) {
        lacuna::Csr::new(csr.rows(), csr.columns(), csr.indptr(), csr.indices(), csr.values())?;
        Ok(())
    }

    /// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After
    /// that, `trusted` may be 1 as long as its arrays do not change.
    view::check_row_sparse [N I] (row_sparse: RowSparse) {
        lacuna::RowSparse::part(
            row_sparse.first_row(), row_sparse.rows(), row_sparse.row_length(), row_sparse.indices(), row_sparse.data()
        )?;
        Ok(())
    }

    /// Checks every rule of a plan, whatever its `trusted` says, in time proportional to its terms.
    view::check_plan [I] (plan: Plan) {
        let shape = PlanShape { output_rows: plan.first_row().saturating_add(plan.output_rows()), ..plan.shape() };
        SegmentPlan::new(plan.ids(), plan.segments(), plan.term_rows(), plan.entries(), shape)?;
        Ok(())
    }

    /// `part` gets the rows of `csr` from `start` to before `end`, without copying.
    view::csr_rows [N I] (csr: Csr, start: Size, end: Size, part: CsrOut) {
        part.set(csr.row_range(start..end)?);
        Ok(())
    }

    /// `part` gets the rows of `csr` from `start` to before `end`, to be written.
    view::csr_mut_rows [N I] (csr: CsrMut, start: Size, end: Size, part: CsrMutOut) {
        range_inside(&(start..end), 0, csr.rows())?;
        part.set(csr.split_rows_at(end).0.split_rows_at(start).1);
        Ok(())
    }

    /// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the
    /// stored ids.
    view::row_sparse_rows [N I] (row_sparse: RowSparse, start: Size, end: Size, part: RowSparseOut) {
        part.set(row_sparse.row_range(start..end)?);
        Ok(())
    }

    /// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
    view::row_sparse_mut_rows [N I] (row_sparse: RowSparseMut, start: Size, end: Size, part: RowSparseMutOut) {
        range_inside(&(start..end), 0, row_sparse.rows())?;
        part.set(row_sparse.split_rows_at(end).0.split_rows_at(start).1);
        Ok(())
    }

    /// `part` gets the segments of `plan` from `start` to before `end`: its results are those stored rows of a
    /// row_sparse result.
    view::plan_segments [I] (plan: Plan, start: Size, end: Size, part: PlanOut) {
        part.set(plan.segment_range(start..end)?);
        Ok(())
    }

    /// `part` gets the segments of `plan` whose ids lie from `start` to before `end`, as a plan of a result that has
    /// just these rows.
    view::plan_rows [I] (plan: Plan, start: Size, end: Size, part: PlanOut) {
        part.set(plan.row_range(start..end)?);
        Ok(())
    }

    /// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
    ///
    /// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each
    /// range and the end of the last; `ranges` gets how many ranges there are.
    view::partition_csr [N I] (csr: Csr, parts: Size, bounds: SizesMut, ranges: SizeOut) {
        ranges.set(write_bounds(parts, csr.rows(), bounds, |parts| csr.partition(parts))?);
        Ok(())
    }

    /// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
    ///
    /// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each
    /// range and the end of the last; `ranges` gets how many ranges there are.
    view::partition_row_sparse [N I] (row_sparse: RowSparse, parts: Size, bounds: SizesMut, ranges: SizeOut) {
        ranges.set(write_bounds(parts, row_sparse.rows(), bounds, |parts| row_sparse.partition(parts))?);
        Ok(())
    }

    /// Cuts the segments into at most `parts` ranges of nearly equal terms, for as many threads.
    ///
    /// `bounds`, of one element more than there are parts or segments, whichever are fewer, gets the first segment of
    /// each range and the end of the last; `ranges` gets how many ranges there are.
    view::partition_plan [I] (plan: Plan, parts: Size, bounds: SizesMut, ranges: SizeOut) {
        ranges.set(write_bounds(parts, plan.stored_rows(), bounds, |parts| plan.partition(parts))?);
        Ok(())
    }
}
