//! A plan, and the buffers that one is written to.
use super::rows_with_first;
use crate::raw::memory::{Array, ArrayMut, Memory};
use crate::raw::{Argument, Declared, Refused, Report, Typed, type_of};
use crate::status::OperandCode;
use crate::types::{Plan, PlanBuffers};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Index, KernelError};

/// Checks a plan.
#[inline(never)]
fn check<I: Index>(ids: &[I], segments: &[I], rows: &[I], entries: &[I], shape: PlanShape) -> Result<(), KernelError> {
    SegmentPlan::new(ids, segments, rows, entries, shape).map(|_| ())
}

/// The rows from `first_row` on. A range of rows has no ids outside of it.
#[inline(never)]
fn rows_from<I: Index>(all: SegmentPlan<'_, I>, first_row: usize) -> Result<SegmentPlan<'_, I>, KernelError> {
    let part = all.split_rows_at(first_row).1;
    expect(Operand::Plan, 0, part.stored_rows(), all.stored_rows())?;
    Ok(part)
}

/// A plan.
pub(crate) struct DeclaredPlan<I> {
    shape: PlanShape,
    first_row: usize,
    trusted: bool,
    ids: Array<I>,
    segments: Array<I>,
    rows: Array<I>,
    entries: Array<I>,
}

impl<I: Index> Argument for Typed<Plan, (), I> {
    type Declared = DeclaredPlan<I>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_indices::<I>(self.of.index_type)?;
        let Plan { stored_rows, terms, values, operand_rows, output_rows, first_row, .. } = self.of;
        Ok(DeclaredPlan {
            shape: PlanShape { values, operand_rows, output_rows },
            first_row,
            trusted: memory.choice(self.of.trusted, 1)? == 1,
            ids: memory.read(self.of.ids.cast(), stored_rows, OperandCode::Ids)?,
            segments: memory.read(self.of.segments.cast(), stored_rows.saturating_add(1), OperandCode::Plan)?,
            rows: memory.read(self.of.rows.cast(), terms, OperandCode::Plan)?,
            entries: memory.read(self.of.entries.cast(), if self.of.entries.is_null() { 0 } else { terms }, OperandCode::Plan)?,
        })
    }
}

impl<I: Index> Declared for DeclaredPlan<I> {
    type View<'a> = SegmentPlan<'a, I>;
    #[inline(never)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { shape, first_row, .. } = self;
        // SAFETY: the contract.
        let (ids, segments) = unsafe { (self.ids.slice(), self.segments.slice()) };
        // SAFETY: the contract.
        let (rows, entries) = unsafe { (self.rows.slice(), self.entries.slice()) };
        let all_rows = rows_with_first(first_row, shape.output_rows, report)?;
        let shape = PlanShape { output_rows: all_rows, ..shape };
        if !self.trusted {
            report.told(check(ids, segments, rows, entries, shape))?;
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

impl<I> DeclaredBuffers<I> {
    /// In the order of the fields.
    pub(crate) const fn arrays(&self) -> [&ArrayMut<I>; 4] {
        [&self.ids, &self.segments, &self.rows, &self.entries]
    }
}

/// Where a plan is written.
pub(crate) struct DeclaredBuffers<I> {
    ids: ArrayMut<I>,
    segments: ArrayMut<I>,
    rows: ArrayMut<I>,
    entries: ArrayMut<I>,
}

impl<I: Index> Argument for Typed<PlanBuffers, (), I> {
    type Declared = DeclaredBuffers<I>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_indices::<I>(self.of.index_type)?;
        Ok(DeclaredBuffers {
            ids: memory.write(self.of.ids.cast(), self.of.ids_length, OperandCode::Ids)?,
            segments: memory.write(self.of.segments.cast(), self.of.segments_length, OperandCode::Plan)?,
            rows: memory.write(self.of.rows.cast(), self.of.rows_length, OperandCode::Plan)?,
            entries: memory.write(self.of.entries.cast(), self.of.entries_length, OperandCode::Plan)?,
        })
    }
}

impl<I: Index> Declared for DeclaredBuffers<I> {
    type View<'a> = lacuna::segments::PlanBuffers<'a, I>;
    #[inline(never)]
    unsafe fn view<'a>(self, _report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        let (ids, segments) = unsafe { (self.ids.slice(), self.segments.slice()) };
        // SAFETY: the contract.
        let (rows, entries) = unsafe { (self.rows.slice(), self.entries.slice()) };
        Ok(lacuna::segments::PlanBuffers { ids, segments, rows, entries })
    }
}
