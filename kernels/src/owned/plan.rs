//! Plans that own their arrays.
use super::filled;
use crate::segments::{PlanBuffers, PlanShape, SegmentPlan, plan_scratch};
use crate::{Csr, Index, KernelError, Number, dot};
use alloc::vec::Vec;

/// The terms of sums of rows, grouped by the row of the result: see [`SegmentPlan`]. It depends on a pattern alone.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnedPlan<I> {
    ids: Vec<I>,
    segments: Vec<I>,
    rows: Vec<I>,
    entries: Vec<I>,
    shape: PlanShape,
}

impl<I: Index> OwnedPlan<I> {
    /// The entries of a csr grouped by column, for [`csr_t_dense`](super::csr_t_dense()) and
    /// [`csr_t_dense_to_dense`](super::csr_t_dense_to_dense()).
    ///
    /// # Errors
    /// Those of [`dot::transpose_plan`].
    pub fn transpose<V: Number>(a: Csr<'_, V, I>) -> Result<Self, KernelError> {
        let count = a.nnz();
        let (mut ids, mut segments) = (filled(count, I::default())?, filled(count + 1, I::default())?);
        let (mut rows, mut entries) = (filled(count, I::default())?, filled(count, I::default())?);
        let mut scratch = filled(plan_scratch(count), I::Key::default())?;
        let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows, entries: &mut entries };
        let plan = dot::transpose_plan(a, 0..a.columns(), buffers, &mut scratch)?;
        let (stored, terms, shape) = (plan.stored_rows(), plan.terms(), plan.shape());
        ids.truncate(stored);
        segments.truncate(stored + 1);
        rows.truncate(terms);
        entries.truncate(terms);
        Ok(Self { ids, segments, rows, entries, shape })
    }

    /// The plan, as kernels take it.
    ///
    /// # Errors
    /// Never of a plan that was made here.
    pub fn view(&self) -> Result<SegmentPlan<'_, I>, KernelError> {
        SegmentPlan::trusted(&self.ids, &self.segments, &self.rows, &self.entries, self.shape)
    }

    /// What the plan is for.
    #[must_use]
    pub const fn shape(&self) -> PlanShape {
        self.shape
    }
    /// The ids of the rows that a row_sparse result stores.
    #[must_use]
    pub fn ids(&self) -> &[I] {
        &self.ids
    }
}
