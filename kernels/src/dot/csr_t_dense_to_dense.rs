//! `C = A^T B` as dense: the rows of [`csr_t_dense`](super::csr_t_dense()), and zeros in the others.
//!
//! - Shapes: A is csr R x K, given as its plan and values; B dense R x n; C dense K x n, overwritten.
//! - Order: [`crate::order`], row 3, so the bits are those of the row_sparse result.
//! - Cost: O(nnz * n) and one write of C.
//! - Part of the output: `plan.row_range(r)` with the rows r of C.
//! - Source: MXNet `dot(csr, default, transpose_a=True, forward_stype='default')`.
use super::csr_t_dense::check_product;
use crate::dispatch::multiversion;
use crate::error::{KernelError, Operand, expect};
use crate::rows::SegmentPlan;
use crate::rows::segment_sum::{Place, SegmentSums, Source, scalar_segment_sums, segment_sums};
use crate::{Dense, DenseMut, Index, Value};

fn body<V: Value, I: Index>(
    segment_sums: SegmentSums<V, I>,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: Dense<V>,
    mut out: DenseMut<V>,
) -> Result<(), KernelError> {
    check_product(plan, values.len(), b.rows())?;
    expect(Operand::Output, 0, plan.output_rows(), out.rows())?;
    expect(Operand::Output, 1, b.columns(), out.columns())?;
    if out.columns() == 0 {
        // There may be any number of rows without elements.
        return Ok(());
    }
    let mut next = 0;
    for segment in 0..=plan.stored_rows() {
        let row = plan.row_of(segment).min(out.rows());
        for gap in next..row {
            out.row_mut(gap).fill(V::ZERO);
        }
        next = row + 1;
    }
    let source = Source { data: b.data(), columns: b.columns(), stride: b.stride(), values: Some(values) };
    segment_sums(plan, &source, Place::Rows(out.stride()), out.data_mut());
    Ok(())
}

multiversion! {
    /// `out = a^T b` for a csr `a`, given as its [`transpose_plan`](super::transpose_plan()) and values, and a dense `b`; dense result.
    ///
    /// Shapes: `a` R x K, `b` R x n, `out` K x n. Bits by the [order law](crate::order).
    ///
    /// # Errors
    /// [`KernelError::Shape`]; then nothing is written.
    ///
    /// ```
    /// use lacuna::{Csr, Dense, DenseMut, dot, rows};
    /// let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 0], &[1.0_f32, 2.0, 3.0])?;
    /// let (mut ids, mut segments, mut rows_of, mut entries) = ([0; 3], [0; 4], [0; 3], [0; 3]);
    /// let buffers = rows::PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
    /// let plan = dot::transpose_plan(a, 0..3, buffers, &mut [0_u64; 6])?;
    /// let mut out = [9.0; 3];
    /// dot::csr_t_dense_to_dense(&plan, a.values(), Dense::new(2, 1, &[10.0, 100.0])?, DenseMut::new(3, 1, &mut out)?)?;
    /// assert_eq!(out, [310.0, 0.0, 20.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn csr_t_dense_to_dense / scalar_csr_t_dense_to_dense [V: Value, I: Index] (
        plan: &SegmentPlan<'_, I>,
        values: &[V],
        b: Dense<'_, V>,
        out: DenseMut<'_, V>,
    ) -> Result<(), KernelError> = body via segment_sums / scalar_segment_sums;
}
