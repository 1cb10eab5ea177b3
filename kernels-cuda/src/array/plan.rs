//! Entries grouped by the output row that they add to.
use super::{DeviceRowSparse, Pattern};
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::{Error, Gpu};
use lacuna::checks::{capacity, expect};
use lacuna::error::Operand;
use lacuna::segments::{PlanBuffers, PlanShape, SegmentPlan};
use lacuna::{Index, KernelError, Number};

/// A [`SegmentPlan`] on a device, made there by [`dot::transpose_plan`](crate::dot::transpose_plan), its row_sparse
/// form or [`rows::coalesce_plan`](crate::rows::coalesce_plan).
#[derive(Debug)]
pub struct DevicePlan<D: Driver, I> {
    pub(crate) pattern: Pattern<D, I>,
    pub(crate) segments: Buffer<D, I>,
    pub(crate) rows: Buffer<D, I>,
    pub(crate) entries: Buffer<D, I>,
    pub(crate) values: usize,
    pub(crate) operand_rows: usize,
    /// No segment has more terms.
    pub(crate) longest_segment: usize,
}

impl<D: Driver, I: Index> DevicePlan<D, I> {
    /// A copy of a plan of the host. One that is [in order](SegmentPlan::is_in_order) gets entries, of which each is
    /// its own place.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn upload(gpu: &Gpu<D>, plan: &SegmentPlan<'_, I>) -> Result<Self, Error> {
        let (driver, PlanShape { values, operand_rows, output_rows }) = (gpu.driver(), plan.shape());
        let buffer = |indices: &[I]| Buffer::from_slice(driver, indices);
        // In a part of a plan neither rows nor terms count from 0.
        let from = |indices: &[I], first: usize| {
            indices.iter().map(|index| I::from_usize(index.to_usize().wrapping_sub(first))).collect::<Vec<_>>()
        };
        let first_term = plan.segments().first().map_or(0, |first| first.to_usize());
        let segments = from(plan.segments(), first_term);
        // In order, the values lie at the places of the bounds.
        let in_order: Vec<I> = if plan.is_in_order() {
            (first_term..first_term + plan.terms()).map(I::from_usize).collect()
        } else {
            Vec::new()
        };
        Ok(Self {
            pattern: Pattern::upload(gpu, output_rows, &from(plan.ids(), plan.first_row()))?,
            segments: buffer(&segments)?,
            rows: buffer(plan.term_rows())?,
            entries: buffer(if plan.is_in_order() { &in_order } else { plan.entries() })?,
            values,
            operand_rows,
            longest_segment: segments
                .windows(2)
                .map(|pair| pair[1].to_usize().saturating_sub(pair[0].to_usize()))
                .max()
                .unwrap_or(0),
        })
    }

    /// Copies the plan into `buffers`, and waits for it.
    ///
    /// # Errors
    /// [`KernelError::Capacity`] for short buffers, with nothing copied; [`Error::Driver`].
    pub fn download<'p>(&self, gpu: &Gpu<D>, buffers: PlanBuffers<'p, I>) -> Result<SegmentPlan<'p, I>, Error> {
        let driver = gpu.driver();
        let ids = self.pattern.download(gpu)?;
        let segments = self.segments.to_vec(driver, ids.len() + 1)?;
        let terms = segments.last().map_or(0, |last| last.to_usize());
        let (rows, entries) = (self.rows.to_vec(driver, terms)?, self.entries.to_vec(driver, terms)?);
        let shape = PlanShape { values: self.values, operand_rows: self.operand_rows, output_rows: self.pattern.rows };
        let PlanBuffers { ids: to_ids, segments: to_segments, rows: to_rows, entries: to_entries } = buffers;
        for (operand, needed, found) in [
            (Operand::Rows, terms, to_rows.len()),
            (Operand::Entries, terms, to_entries.len()),
            (Operand::Ids, ids.len(), to_ids.len()),
            (Operand::Segments, segments.len(), to_segments.len()),
        ] {
            capacity(operand, needed, found)?;
        }
        Ok(SegmentPlan::new(
            copy(to_ids, &ids),
            copy(to_segments, &segments),
            copy(to_rows, &rows),
            copy(to_entries, &entries),
            shape,
        )?)
    }

    /// Refuses an output that was not made with the plan's pattern.
    pub(crate) fn check_output<V: Number>(
        &self,
        columns: usize,
        out: &DeviceRowSparse<D, V, I>,
    ) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.pattern.rows, out.rows())?;
        expect(Operand::Output, 1, columns, out.row_length)?;
        if self.pattern.is_same(&out.pattern) {
            return Ok(());
        }
        Err(KernelError::Pattern {
            operand: Operand::Output,
            row: 0,
            expected: self.pattern.capacity(),
            found: out.pattern.capacity(),
        })
    }

    /// The rows of the result that are stored.
    pub const fn pattern(&self) -> &Pattern<D, I> {
        &self.pattern
    }
}

/// Into what is long enough.
fn copy<'p, I: Index>(to: &'p mut [I], from: &[I]) -> &'p [I] {
    let to = &mut to[..from.len()];
    to.copy_from_slice(from);
    to
}
