//! `C = A^T B` for a row_sparse B: as [`csr_t_dense`](super::csr_t_dense()), over the entries whose row B stores.
//!
//! - Shapes: A is csr R x K, given as its plan and values; B row_sparse R x n; C row_sparse K x n whose ids are the plan's.
//! - Structure: the columns that occur in rows of A that B stores. The plan is of the pattern of B that it was made with; another pattern of as many rows is
//!   not noticed.
//! - Order: [`crate::order`], row 3; entries of rows that B does not store are no terms.
//! - Cost: O(n) for each entry of the rows that B stores.
//! - Source: MXNet `dot(csr, row_sparse, transpose_a=True) -> row_sparse`.
use super::csr_t_dense::{check_output, check_product};
use crate::dispatch::multiversion;
use crate::error::KernelError;
use crate::rows::SegmentPlan;
use crate::rows::segment_sum::{Place, SegmentSums, Source, scalar_segment_sums, segment_sums};
use crate::{Index, RowSparse, RowSparseMut, Value};

fn body<V: Value, I: Index>(
    segment_sums: SegmentSums<V, I>,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: RowSparse<V, I>,
    mut out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    let n = b.row_length();
    check_product(plan, values.len(), b.stored_rows())?;
    check_output(plan, n, &out)?;
    let source = Source { data: b.data(), columns: n, stride: n, values: Some(values) };
    segment_sums(plan, &source, Place::Consecutive, out.data_mut());
    Ok(())
}

multiversion! {
    /// `out = a^T b` for a csr `a`, given as its [`transpose_plan_row_sparse`](super::transpose_plan_row_sparse()) and values, and a row_sparse `b`.
    ///
    /// Shapes: `a` R x K, `b` R x n, `out` K x n with the ids of the plan. Bits by the [order law](crate::order).
    ///
    /// # Errors
    /// [`KernelError::Shape`] and [`KernelError::Pattern`]; then nothing is written.
    ///
    /// ```
    /// use lacuna::{Csr, RowSparse, RowSparseMut, dot, rows};
    /// let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 1], &[1.0_f32, 2.0, 3.0])?;
    /// let b = RowSparse::new(2, 1, &[1], &[10.0])?;
    /// let (mut ids, mut segments, mut rows_of, mut entries) = ([0; 3], [0; 4], [0; 3], [0; 3]);
    /// let buffers = rows::PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
    /// let plan = dot::transpose_plan_row_sparse(a, b, 0..3, buffers, &mut [0_u64; 6])?;
    /// let mut data = [0.0; 1];
    /// dot::csr_t_row_sparse(&plan, a.values(), b, RowSparseMut::new(3, 1, plan.ids(), &mut data)?)?;
    /// assert_eq!((plan.ids(), data), (&[1][..], [30.0]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn csr_t_row_sparse / scalar_csr_t_row_sparse [V: Value, I: Index] (
        plan: &SegmentPlan<'_, I>,
        values: &[V],
        b: RowSparse<'_, V, I>,
        out: RowSparseMut<'_, V, I>,
    ) -> Result<(), KernelError> = body via segment_sums / scalar_segment_sums;
}
