//! A plan, and the buffers that one is written to.
use super::rows_with_first;
use crate::raw::memory::{Memory, slice, slice_mut};
use crate::raw::{Refused, Report, Struct, Viewed, type_of};
use crate::status::OperandCode;
use crate::types::{Plan, PlanBuffers};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Index, KernelError};

/// The rows from `first_row` on. A range of rows has no ids outside of it.
#[inline(never)]
fn rows_from<I: Index>(all: SegmentPlan<'_, I>, first_row: usize) -> Result<SegmentPlan<'_, I>, KernelError> {
    let part = all.split_rows_at(first_row).1;
    expect(Operand::Plan, 0, part.stored_rows(), all.stored_rows())?;
    Ok(part)
}

impl Plan {
    /// A plan whose terms are in the order of the rows names no entries.
    #[inline(always)]
    const fn entries_length(&self) -> usize {
        if self.entries.is_null() { 0 } else { self.terms }
    }
}

impl Struct for Plan {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_indices(self.index_type)?;
        memory.choice(self.trusted, 1)?;
        memory.read_indices(self.ids, self.stored_rows, OperandCode::Ids)?;
        memory.read_indices(self.segments, self.stored_rows.saturating_add(1), OperandCode::Segments)?;
        memory.read_indices(self.rows, self.terms, OperandCode::Rows)?;
        memory.read_indices(self.entries, self.entries_length(), OperandCode::Entries)
    }
}

impl<V, I: Index> Viewed<V, I> for Plan {
    type View<'a> = SegmentPlan<'a, I>;
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { stored_rows, terms, values, operand_rows, output_rows, first_row, .. } = *self;
        // SAFETY: the contract.
        let (ids, segments) =
            unsafe { (slice(self.ids, stored_rows), slice(self.segments, stored_rows.saturating_add(1))) };
        // SAFETY: the contract.
        let (rows, entries) = unsafe { (slice(self.rows, terms), slice(self.entries, self.entries_length())) };
        let shape = PlanShape { values, operand_rows, output_rows: rows_with_first(first_row, output_rows, report)? };
        if self.trusted == 0 {
            report.told(SegmentPlan::new(ids, segments, rows, entries, shape))?;
        }
        // The unchecked constructor in both cases, so that the view need not pass through memory.
        let all = report.told(SegmentPlan::trusted(ids, segments, rows, entries, shape))?;
        if first_row == 0 { Ok(all) } else { report.told(rows_from(all, first_row)) }
    }
}

impl<I: Index> From<SegmentPlan<'_, I>> for Plan {
    fn from(plan: SegmentPlan<'_, I>) -> Self {
        let PlanShape { values, operand_rows, output_rows } = plan.shape();
        Self {
            index_type: type_of::<I>() as u32,
            stored_rows: plan.stored_rows(),
            terms: plan.terms(),
            values,
            operand_rows,
            output_rows,
            first_row: plan.first_row(),
            ids: plan.ids().as_ptr().cast(),
            segments: plan.segments().as_ptr().cast(),
            rows: plan.term_rows().as_ptr().cast(),
            entries: if plan.is_in_order() { core::ptr::null() } else { plan.entries().as_ptr().cast() },
            trusted: 1,
        }
    }
}

impl Struct for PlanBuffers {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_indices(self.index_type)?;
        memory.write_indices(self.ids, self.ids_length, OperandCode::Ids)?;
        memory.write_indices(self.segments, self.segments_length, OperandCode::Segments)?;
        memory.write_indices(self.rows, self.rows_length, OperandCode::Rows)?;
        memory.write_indices(self.entries, self.entries_length, OperandCode::Entries)
    }
}

impl<V, I: Index> Viewed<V, I> for PlanBuffers {
    type View<'a> = lacuna::segments::PlanBuffers<'a, I>;
    unsafe fn view<'a>(&self, _: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        let (ids, segments) =
            unsafe { (slice_mut(self.ids, self.ids_length), slice_mut(self.segments, self.segments_length)) };
        // SAFETY: the contract.
        let (rows, entries) =
            unsafe { (slice_mut(self.rows, self.rows_length), slice_mut(self.entries, self.entries_length)) };
        Ok(lacuna::segments::PlanBuffers { ids, segments, rows, entries })
    }
}
