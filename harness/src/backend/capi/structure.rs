//! Structure calls.
use super::{Answered, Capi, Given};
use crate::backend::Structure;
use lacuna::dot::{BlockEnds, BlockShape, SlicedPlan, SlicedShape};
use lacuna::random::Stream;
use lacuna::segments::{PlanBuffers, PlanShape, SegmentPlan};
use lacuna::{Csr, Dense, Index, KernelError, RowSparse, Value};
use lacuna_capi::types::{self, Plan};
use lacuna_capi_replay::{Encode, List, OneValue, PlanScratch, ScratchBytes};
use std::ops::Range;

struct WrittenPlan(Option<Plan<i64>>);

impl Given for WrittenPlan {
    fn given(answered: Answered) -> Self {
        Self(answered.plan)
    }
}

struct FoundEnds(Option<types::BlockEnds<i64>>);

impl Given for FoundEnds {
    fn given(answered: Answered) -> Self {
        Self(answered.ends)
    }
}

struct WrittenSliced(Option<types::SlicedPlan<i64>>);

impl Given for WrittenSliced {
    fn given(answered: Answered) -> Self {
        Self(answered.sliced)
    }
}

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
        let WrittenPlan(plan) = self.call::<V, I, _>(function, (operands, lent, PlanScratch::<I>::new(entries)))?;
        let Some(plan) = plan else { return Err(self.failed(format!("{function}: no plan"))) };
        let shape = PlanShape { values: plan.values, operand_rows: plan.operand_rows, output_rows: plan.output_rows };
        let (ids, segments) = (&ids[..plan.stored_rows], &segments[..=plan.stored_rows]);
        SegmentPlan::trusted(ids, segments, &rows[..plan.terms], &places[..plan.terms], shape)
    }
}

impl Capi {
    /// A call that finds block ends: its arguments before the arrays are `operands`.
    fn ends<'e, V: Value, I: Index>(
        &self,
        function: &str,
        operands: impl for<'a> Encode<'a>,
        [columns, entries]: [&'e mut [I]; 2],
        scratch: &[I],
    ) -> Result<BlockEnds<'e, I>, KernelError> {
        let scratch = ScratchBytes(size_of_val(scratch));
        let FoundEnds(found) = self.call::<V, I, _>(function, (operands, &mut *columns, &mut *entries, scratch))?;
        let Some(found) = found else { return Err(self.failed(format!("{function}: no block ends"))) };
        let shape = BlockShape { rows: found.matrix_rows, columns: found.matrix_columns, nnz: found.matrix_nnz };
        Ok(BlockEnds::trusted(&columns[..found.columns_length], &entries[..found.entries_length], shape))
    }

    /// A call that writes a sliced plan: its arguments before the memory are `operands`.
    fn sliced<'p, V: Value, I: Index>(
        &self,
        function: &str,
        operands: impl for<'a> Encode<'a>,
        memory: &'p mut [I],
    ) -> Result<SlicedPlan<'p, I>, KernelError> {
        let WrittenSliced(plan) = self.call::<V, I, _>(function, (operands, &mut *memory))?;
        let Some(plan) = plan else { return Err(self.failed(format!("{function}: no plan"))) };
        let shape = SlicedShape { rows: plan.rows, columns: plan.columns, nnz: plan.nnz, transposed: plan.transposed == 1 };
        SlicedPlan::trusted(&memory[..plan.memory_length], shape)
    }
}

impl Structure for Capi {
    fn dense_row_nnz<V: Value, I: Index>(&self, dense: Dense<'_, V>, counts: &mut [I]) -> Result<(), KernelError> {
        self.call::<V, I, _>("cast_dense_row_nnz", (dense, counts))
    }

    fn dense_row_ids<V: Value, I: Index>(&self, dense: Dense<'_, V>, first_row: usize, ids: &mut [I]) -> Result<usize, KernelError> {
        self.call::<V, I, _>("cast_dense_row_ids", (dense, first_row, ids))
    }

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

    fn block_ends<'e, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        columns: &'e mut [I],
        entries: &'e mut [I],
        scratch: &mut [I],
    ) -> Result<BlockEnds<'e, I>, KernelError> {
        self.ends::<V, I>("dot_block_ends", (a,), [columns, entries], scratch)
    }

    fn block_ends_row_sparse<'e, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: RowSparse<'_, V, I>,
        columns: &'e mut [I],
        entries: &'e mut [I],
        scratch: &mut [I],
    ) -> Result<BlockEnds<'e, I>, KernelError> {
        self.ends::<V, I>("dot_block_ends_row_sparse", (a, b), [columns, entries], scratch)
    }

    fn csr_csr_row_nnz<V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: Csr<'_, V, I>,
        counts: &mut [I],
        scratch: &mut [u64],
    ) -> Result<(), KernelError> {
        self.call::<V, I, _>("dot_csr_csr_row_nnz", (a, b, counts, ScratchBytes(size_of_val(scratch))))
    }

    fn csr_csr_indices<V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: Csr<'_, V, I>,
        indptr: &[I],
        indices: &mut [I],
        scratch: &mut [u64],
    ) -> Result<(), KernelError> {
        self.call::<V, I, _>("dot_csr_csr_indices", (a, b, indptr, indices, ScratchBytes(size_of_val(scratch))))
    }

    fn occurring_columns<V: Value, I: Index>(&self, b: Csr<'_, V, I>, columns: &mut [I], places: &mut [I]) -> Result<usize, KernelError> {
        self.call::<V, I, _>("dot_occurring_columns", (b, columns, places))
    }

    fn sliced_plan<'p, V: Value, I: Index>(&self, a: Csr<'_, V, I>, memory: &'p mut [I]) -> Result<SlicedPlan<'p, I>, KernelError> {
        self.sliced::<V, I>("dot_sliced_plan", (a,), memory)
    }

    fn sliced_plan_transposed<'p, V: Value, I: Index>(
        &self,
        transposed: Csr<'_, V, I>,
        entries: &[I],
        memory: &'p mut [I],
    ) -> Result<SlicedPlan<'p, I>, KernelError> {
        self.sliced::<V, I>("dot_sliced_plan_transposed", (transposed, entries), memory)
    }

    fn accumulate_indptr<I: Index>(&self, indptr: &mut [I]) -> Result<usize, KernelError> {
        self.call_named(&format!("lacuna_cast_accumulate_indptr_{}", I::NAME), (indptr,))
    }

    fn csr_union_nnz<V: Value, I: Index>(&self, a: Csr<'_, V, I>, b: Csr<'_, V, I>, counts: &mut [I]) -> Result<(), KernelError> {
        self.call::<V, I, _>("binary_csr_union_nnz", (a, b, counts))
    }

    fn csr_intersection_nnz<V: Value, I: Index>(&self, a: Csr<'_, V, I>, b: Csr<'_, V, I>, counts: &mut [I]) -> Result<(), KernelError> {
        self.call::<V, I, _>("binary_csr_intersection_nnz", (a, b, counts))
    }

    fn rows_intersection_ids<V: Value, I: Index>(
        &self,
        left: RowSparse<'_, V, I>,
        right: RowSparse<'_, V, I>,
        ids: &mut [I],
    ) -> Result<usize, KernelError> {
        self.call::<V, I, _>("binary_rows_intersection_ids", (left, right, ids))
    }

    fn retain_ids<'i, V: Value, I: Index>(&self, data: RowSparse<'_, V, I>, ids: &'i [I]) -> Result<&'i [I], KernelError> {
        let stored: usize = self.call::<V, I, _>("rows_retain_ids", (data, ids))?;
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

    fn bag_plan<'p, V: Value, I: Index>(
        &self,
        bags: Csr<'_, V, I>,
        padding: usize,
        buffers: PlanBuffers<'p, I>,
        _scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        self.plan::<V, I>("embedding_bag_plan", (bags, padding), bags.nnz(), buffers)
    }

    fn add_n_ids<V: Value, I: Index>(
        &self,
        inputs: &[RowSparse<'_, V, I>],
        cursors: &mut [usize],
        ids: &mut [I],
    ) -> Result<usize, KernelError> {
        self.call::<V, I, _>("rows_add_n_ids", (List(inputs), cursors, ids))
    }

    fn take_indptr<V: Value, I: Index>(&self, csr: Csr<'_, V, I>, ids: &[I], indptr: &mut [I]) -> Result<usize, KernelError> {
        self.call::<V, I, _>("slice_take_indptr", (csr, ids, indptr))
    }

    fn columns_indptr<V: Value, I: Index>(
        &self,
        csr: Csr<'_, V, I>,
        columns: Range<usize>,
        indptr: &mut [I],
    ) -> Result<usize, KernelError> {
        self.call::<V, I, _>("slice_columns_indptr", (csr, columns.start, columns.end, indptr))
    }

    fn add_row_nnz<V: Value, I: Index>(&self, csr: Csr<'_, V, I>, counts: &mut [I]) -> Result<(), KernelError> {
        self.call::<V, I, _>("slice_add_row_nnz", (csr, counts))
    }

    fn prune_indptr<V: Value, I: Index>(&self, csr: Csr<'_, V, I>, indptr: &mut [I]) -> Result<usize, KernelError> {
        self.call::<V, I, _>("slice_prune_indptr", (csr, indptr))
    }

    fn subgraph_indptr<V: Value, I: Index>(
        &self,
        graph: Csr<'_, V, I>,
        rows: &[I],
        columns: &[I],
        indptr: &mut [I],
    ) -> Result<usize, KernelError> {
        self.call::<V, I, _>("graph_subgraph_indptr", (graph, rows, columns, indptr))
    }

    fn sample_indptr<V: Value, I: Index>(
        &self,
        graph: Csr<'_, V, I>,
        vertices: &[I],
        most: usize,
        indptr: &mut [I],
    ) -> Result<usize, KernelError> {
        self.call::<V, I, _>("graph_sample_indptr", (graph, vertices, most, indptr))
    }

    fn log_uniform_unique<I: Index>(&self, stream: Stream, classes: usize, ids: &mut [I]) -> Result<usize, KernelError> {
        self.call_named(&format!("lacuna_random_log_uniform_unique_{}", I::NAME), (stream, classes, ids))
    }

    fn uniform_pattern<V: Value, I: Index>(
        &self,
        stream: Stream,
        columns: usize,
        density: V,
        indptr: &mut [I],
        indices: &mut [I],
    ) -> Result<usize, KernelError> {
        self.call::<V, I, _>("random_uniform_pattern", (stream, columns, OneValue(density), indptr, indices))
    }

    fn row_ids<V: Value, I: Index>(&self, stream: Stream, rows: usize, density: V, ids: &mut [I]) -> Result<usize, KernelError> {
        self.call::<V, I, _>("random_row_ids", (stream, rows, OneValue(density), ids))
    }

    fn power_law_pattern<I: Index>(&self, columns: usize, indptr: &mut [I], indices: &mut [I]) -> Result<(), KernelError> {
        self.call_named(&format!("lacuna_random_power_law_pattern_{}", I::NAME), (columns, indptr, indices))
    }
}
