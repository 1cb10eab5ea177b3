//! The calls that find patterns.
use super::{Cpu, Scalar};
use lacuna::dot::{BlockEnds, SlicedPlan};
use lacuna::segments::{PlanBuffers, SegmentPlan};
use lacuna::{Csr, Dense, Index, KernelError, RowSparse, Value, binary, cast, dot, embedding, graph, random, rows, scalar, slice};
use std::ops::Range;

/// The structure calls. Without a way of its own a backend makes them by those of [`lacuna`], on the caller's thread.
pub trait Structure: Sync {
    /// The number of elements `!= 0` of each row.
    ///
    /// # Errors
    /// Those of [`cast::dense_row_nnz`].
    fn dense_row_nnz<V: Value, I: Index>(&self, dense: Dense<'_, V>, counts: &mut [I]) -> Result<(), KernelError>;

    /// The numbers of the rows with an element `!= 0`, counted from `first_row`, and how many there are.
    ///
    /// # Errors
    /// Those of [`cast::dense_row_ids`].
    fn dense_row_ids<V: Value, I: Index>(&self, dense: Dense<'_, V>, first_row: usize, ids: &mut [I]) -> Result<usize, KernelError>;

    /// Groups the entries of `a` by column.
    ///
    /// # Errors
    /// Those of [`dot::transpose_plan`].
    fn transpose_plan<'p, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        dot::transpose_plan(a, columns, buffers, scratch)
    }

    /// Groups by column the entries of `a` whose row `b` stores.
    ///
    /// # Errors
    /// Those of [`dot::transpose_plan_row_sparse`].
    fn transpose_plan_row_sparse<'p, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: RowSparse<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        dot::transpose_plan_row_sparse(a, b, columns, buffers, scratch)
    }

    /// Finds where sums by scattering end their blocks.
    ///
    /// # Errors
    /// Those of [`dot::block_ends`].
    fn block_ends<'e, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        columns: &'e mut [I],
        entries: &'e mut [I],
        scratch: &mut [I],
    ) -> Result<BlockEnds<'e, I>, KernelError> {
        dot::block_ends(a, columns, entries, scratch)
    }

    /// As [`block_ends`](Self::block_ends), of the rows of `a` that `b` stores.
    ///
    /// # Errors
    /// Those of [`dot::block_ends_row_sparse`].
    fn block_ends_row_sparse<'e, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: RowSparse<'_, V, I>,
        columns: &'e mut [I],
        entries: &'e mut [I],
        scratch: &mut [I],
    ) -> Result<BlockEnds<'e, I>, KernelError> {
        dot::block_ends_row_sparse(a, b, columns, entries, scratch)
    }

    /// The number of entries of each row of a product of two csr.
    ///
    /// # Errors
    /// Those of [`dot::csr_csr_row_nnz`].
    fn csr_csr_row_nnz<V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: Csr<'_, V, I>,
        counts: &mut [I],
        scratch: &mut [u64],
    ) -> Result<(), KernelError> {
        dot::csr_csr_row_nnz(a, b, counts, scratch)
    }

    /// The columns of each row of a product of two csr.
    ///
    /// # Errors
    /// Those of [`dot::csr_csr_indices`].
    fn csr_csr_indices<V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: Csr<'_, V, I>,
        indptr: &[I],
        indices: &mut [I],
        scratch: &mut [u64],
    ) -> Result<(), KernelError> {
        dot::csr_csr_indices(a, b, indptr, indices, scratch)
    }

    /// The columns that occur in a csr, and the place of each entry's among them.
    ///
    /// # Errors
    /// Those of [`dot::occurring_columns`].
    fn occurring_columns<V: Value, I: Index>(&self, b: Csr<'_, V, I>, columns: &mut [I], places: &mut [I]) -> Result<usize, KernelError> {
        dot::occurring_columns(b, columns, places)
    }

    /// Analyses a matrix for products with one column.
    ///
    /// # Errors
    /// Those of [`dot::sliced_plan`].
    fn sliced_plan<'p, V: Value, I: Index>(&self, a: Csr<'_, V, I>, memory: &'p mut [I]) -> Result<SlicedPlan<'p, I>, KernelError> {
        dot::sliced_plan(a, memory)
    }

    /// As [`sliced_plan`](Self::sliced_plan), of a transposed matrix.
    ///
    /// # Errors
    /// Those of [`dot::sliced_plan_transposed`].
    fn sliced_plan_transposed<'p, V: Value, I: Index>(
        &self,
        transposed: Csr<'_, V, I>,
        entries: &[I],
        memory: &'p mut [I],
    ) -> Result<SlicedPlan<'p, I>, KernelError> {
        dot::sliced_plan_transposed(transposed, entries, memory)
    }

    /// Turns counts into pointers.
    ///
    /// # Errors
    /// Those of [`cast::accumulate_indptr`].
    fn accumulate_indptr<I: Index>(&self, indptr: &mut [I]) -> Result<usize, KernelError> {
        cast::accumulate_indptr(indptr)
    }

    /// The number of columns of each row that either matrix stores.
    ///
    /// # Errors
    /// Those of [`binary::csr_union_nnz`].
    fn csr_union_nnz<V: Value, I: Index>(&self, a: Csr<'_, V, I>, b: Csr<'_, V, I>, counts: &mut [I]) -> Result<(), KernelError> {
        binary::csr_union_nnz(a, b, counts)
    }

    /// The number of columns of each row that both matrices store.
    ///
    /// # Errors
    /// Those of [`binary::csr_intersection_nnz`].
    fn csr_intersection_nnz<V: Value, I: Index>(&self, a: Csr<'_, V, I>, b: Csr<'_, V, I>, counts: &mut [I]) -> Result<(), KernelError> {
        binary::csr_intersection_nnz(a, b, counts)
    }

    /// The rows that both arrays store, and how many there are.
    ///
    /// # Errors
    /// Those of [`binary::rows_intersection_ids`].
    fn rows_intersection_ids<V: Value, I: Index>(
        &self,
        left: RowSparse<'_, V, I>,
        right: RowSparse<'_, V, I>,
        ids: &mut [I],
    ) -> Result<usize, KernelError> {
        binary::rows_intersection_ids(left, right, ids)
    }

    /// The ids that a retain stores.
    ///
    /// # Errors
    /// Those of [`rows::retain_ids`].
    fn retain_ids<'i, V: Value, I: Index>(&self, data: RowSparse<'_, V, I>, ids: &'i [I]) -> Result<&'i [I], KernelError> {
        rows::retain_ids(data, ids)
    }

    /// Groups stored rows by id.
    ///
    /// # Errors
    /// Those of [`rows::coalesce_plan`].
    fn coalesce_plan<'p, V: Value, I: Index>(
        &self,
        input: RowSparse<'_, V, I>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        rows::coalesce_plan(input, buffers, scratch)
    }

    /// Groups the entries of bags by id.
    ///
    /// # Errors
    /// Those of [`embedding::bag_plan`].
    fn bag_plan<'p, V: Value, I: Index>(
        &self,
        bags: Csr<'_, V, I>,
        padding: usize,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        embedding::bag_plan(bags, padding, buffers, scratch)
    }

    /// The union of the stored rows, and how many there are.
    ///
    /// # Errors
    /// Those of [`rows::add_n_ids`].
    fn add_n_ids<V: Value, I: Index>(
        &self,
        inputs: &[RowSparse<'_, V, I>],
        cursors: &mut [usize],
        ids: &mut [I],
    ) -> Result<usize, KernelError> {
        rows::add_n_ids(inputs, cursors, ids)
    }

    /// The pointers of rows by ids.
    ///
    /// # Errors
    /// Those of [`slice::take_indptr`].
    fn take_indptr<V: Value, I: Index>(&self, csr: Csr<'_, V, I>, ids: &[I], indptr: &mut [I]) -> Result<usize, KernelError> {
        slice::take_indptr(csr, ids, indptr)
    }

    /// The pointers of a range of columns.
    ///
    /// # Errors
    /// Those of [`slice::columns_indptr`].
    fn columns_indptr<V: Value, I: Index>(
        &self,
        csr: Csr<'_, V, I>,
        columns: Range<usize>,
        indptr: &mut [I],
    ) -> Result<usize, KernelError> {
        slice::columns_indptr(csr, columns, indptr)
    }

    /// Adds the lengths of rows to counts.
    ///
    /// # Errors
    /// Those of [`slice::add_row_nnz`].
    fn add_row_nnz<V: Value, I: Index>(&self, csr: Csr<'_, V, I>, counts: &mut [I]) -> Result<(), KernelError> {
        slice::add_row_nnz(csr, counts)
    }

    /// The pointers of the entries `!= 0`.
    ///
    /// # Errors
    /// Those of [`slice::prune_indptr`].
    fn prune_indptr<V: Value, I: Index>(&self, csr: Csr<'_, V, I>, indptr: &mut [I]) -> Result<usize, KernelError> {
        slice::prune_indptr(csr, indptr)
    }

    /// The pointers of the entries in some rows and columns, and how many entries there are.
    ///
    /// # Errors
    /// Those of [`graph::subgraph_indptr`].
    fn subgraph_indptr<V: Value, I: Index>(
        &self,
        graph: Csr<'_, V, I>,
        rows: &[I],
        columns: &[I],
        indptr: &mut [I],
    ) -> Result<usize, KernelError> {
        graph::subgraph_indptr(graph, rows, columns, indptr)
    }

    /// The pointers of samples of neighbours, and how many edges there are.
    ///
    /// # Errors
    /// Those of [`graph::sample_indptr`].
    fn sample_indptr<V: Value, I: Index>(
        &self,
        graph: Csr<'_, V, I>,
        vertices: &[I],
        most: usize,
        indptr: &mut [I],
    ) -> Result<usize, KernelError> {
        graph::sample_indptr(graph, vertices, most, indptr)
    }

    /// Different classes of the log-uniform distribution, and in how many tries.
    ///
    /// # Errors
    /// Those of [`random::log_uniform_unique`].
    fn log_uniform_unique<I: Index>(&self, stream: random::Stream, classes: usize, ids: &mut [I]) -> Result<usize, KernelError> {
        random::log_uniform_unique(stream, classes, ids)
    }

    /// A random pattern, and how many entries it has.
    ///
    /// # Errors
    /// Those of [`random::uniform_pattern`].
    fn uniform_pattern<V: Value, I: Index>(
        &self,
        stream: random::Stream,
        columns: usize,
        density: V,
        indptr: &mut [I],
        indices: &mut [I],
    ) -> Result<usize, KernelError> {
        random::uniform_pattern(stream, columns, density, indptr, indices)
    }

    /// Random ids, and how many there are.
    ///
    /// # Errors
    /// Those of [`random::row_ids`].
    fn row_ids<V: Value, I: Index>(&self, stream: random::Stream, rows: usize, density: V, ids: &mut [I]) -> Result<usize, KernelError> {
        random::row_ids(stream, rows, density, ids)
    }

    /// A pattern whose rows are twice as long from row to row.
    ///
    /// # Errors
    /// Those of [`random::power_law_pattern`].
    fn power_law_pattern<I: Index>(&self, columns: usize, indptr: &mut [I], indices: &mut [I]) -> Result<(), KernelError> {
        random::power_law_pattern(columns, indptr, indices)
    }
}

impl Structure for Scalar {
    fn dense_row_nnz<V: Value, I: Index>(&self, dense: Dense<'_, V>, counts: &mut [I]) -> Result<(), KernelError> {
        scalar::dense_row_nnz(dense, counts)
    }
    fn dense_row_ids<V: Value, I: Index>(&self, dense: Dense<'_, V>, first_row: usize, ids: &mut [I]) -> Result<usize, KernelError> {
        scalar::dense_row_ids(dense, first_row, ids)
    }
}

impl Structure for Cpu {
    fn dense_row_nnz<V: Value, I: Index>(&self, dense: Dense<'_, V>, counts: &mut [I]) -> Result<(), KernelError> {
        Cpu::dense_row_nnz(self, dense, counts)
    }
    fn dense_row_ids<V: Value, I: Index>(&self, dense: Dense<'_, V>, first_row: usize, ids: &mut [I]) -> Result<usize, KernelError> {
        Cpu::dense_row_ids(self, dense, first_row, ids)
    }
    fn csr_union_nnz<V: Value, I: Index>(&self, a: Csr<'_, V, I>, b: Csr<'_, V, I>, counts: &mut [I]) -> Result<(), KernelError> {
        Cpu::csr_union_nnz(self, a, b, counts)
    }
    fn csr_intersection_nnz<V: Value, I: Index>(&self, a: Csr<'_, V, I>, b: Csr<'_, V, I>, counts: &mut [I]) -> Result<(), KernelError> {
        Cpu::csr_intersection_nnz(self, a, b, counts)
    }
    fn transpose_plan<'p, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        Cpu::transpose_plan(self, a, columns, buffers, scratch)
    }
    fn transpose_plan_row_sparse<'p, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: RowSparse<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        Cpu::transpose_plan_row_sparse(self, a, b, columns, buffers, scratch)
    }
    fn add_n_ids<V: Value, I: Index>(
        &self,
        inputs: &[RowSparse<'_, V, I>],
        cursors: &mut [usize],
        ids: &mut [I],
    ) -> Result<usize, KernelError> {
        Cpu::add_n_ids(self, inputs, cursors, ids)
    }
}
