//! Structure calls.
use super::Capi;
use crate::backend::Structure;
use lacuna::rows::{PlanBuffers, PlanShape, SegmentPlan};
use lacuna::{Csr, Index, KernelError, RowSparse, Value};
use lacuna_capi_replay::{Encode, List, PlanScratch};
use std::ops::Range;

impl Capi {
    /// A call that writes a plan: its arguments before the buffers are `operands`.
    fn plan<'p, V: Value, I: Index>(
        &self,
        function: &str,
        operands: impl for<'a> Encode<'a>,
        entries: usize,
        buffers: PlanBuffers<'p, I>,
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        let PlanBuffers { ids, segments, rows, entries: places } = buffers;
        let lent = PlanBuffers { ids: &mut *ids, segments: &mut *segments, rows: &mut *rows, entries: &mut *places };
        let answered = self.call::<V, I>(function, (operands, lent, PlanScratch::<I>::new(entries)))?;
        let Some(plan) = answered.plan else { return Err(self.failed(format!("{function}: no plan"))) };
        let shape = PlanShape { values: plan.values, operand_rows: plan.operand_rows, output_rows: plan.output_rows };
        let (ids, segments) = (&ids[..plan.stored_rows], &segments[..=plan.stored_rows]);
        SegmentPlan::trusted(ids, segments, &rows[..plan.terms], &places[..plan.terms], shape)
    }
}

impl Structure for Capi {
    fn transpose_plan<'p, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        _scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        self.plan::<V, I>("dot_transpose_plan", (a, columns.start, columns.end), a.nnz(), buffers)
    }

    fn transpose_plan_row_sparse<'p, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: RowSparse<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        _scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        self.plan::<V, I>("dot_transpose_plan_row_sparse", (a, b, columns.start, columns.end), a.nnz(), buffers)
    }

    fn accumulate_indptr<I: Index>(&self, indptr: &mut [I]) -> Result<usize, KernelError> {
        Ok(self.call_named(&format!("lacuna_cast_accumulate_indptr_{}", I::NAME), (indptr,))?.size())
    }

    fn retain_ids<'i, V: Value, I: Index>(&self, data: RowSparse<'_, V, I>, ids: &'i [I]) -> Result<&'i [I], KernelError> {
        let stored = self.call::<V, I>("rows_retain_ids", (data, ids))?.size();
        Ok(&ids[..stored.min(ids.len())])
    }

    fn coalesce_plan<'p, V: Value, I: Index>(
        &self,
        input: RowSparse<'_, V, I>,
        buffers: PlanBuffers<'p, I>,
        _scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        self.plan::<V, I>("rows_coalesce_plan", (input,), input.stored_rows(), buffers)
    }

    fn add_n_ids<V: Value, I: Index>(
        &self,
        inputs: &[RowSparse<'_, V, I>],
        cursors: &mut [usize],
        ids: &mut [I],
    ) -> Result<usize, KernelError> {
        Ok(self.call::<V, I>("rows_add_n_ids", (List(inputs), cursors, ids))?.size())
    }
}
