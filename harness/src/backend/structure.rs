//! The calls that find patterns.
use super::{Cpu, Scalar};
use lacuna::dot::{BlockEnds, SlicedPlan};
use lacuna::segments::{PlanBuffers, SegmentPlan};
use lacuna::{Csr, Dense, Index, KernelError, RowSparse, Value, cast, dot, rows, scalar};
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
