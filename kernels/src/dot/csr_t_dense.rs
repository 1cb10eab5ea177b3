//! `C = A^T B` as row_sparse: `C[c, :] = sum over the entries k of column c of value[k] * B[row[k], :]`, for the columns that occur in A.
//!
//! - Shapes: A is csr R x K, given as its plan and values; B dense R x n; C row_sparse K x n whose ids are the plan's.
//! - Structure: all columns that occur in A, also where only explicit zeros do or the sum cancels to zero.
//! - Order: [`crate::order`], row 3: terms by ascending row of A.
//! - Cost: O(nnz * n), nothing for columns that do not occur.
//! - Part of the output: `plan.segment_range(s)`, with the ids and rows of that part.
//! - Source: MXNet `dot(csr, default, transpose_a=True) -> row_sparse`.
use crate::dispatch::multiversion;
use crate::error::{KernelError, Operand, expect};
use crate::rows::SegmentPlan;
use crate::rows::segment_sum::{Place, SegmentSums, Source, scalar_segment_sums, segment_sums};
use crate::{Dense, Index, RowSparseMut, Value};

/// Refuses an output whose stored rows are not the plan's.
#[inline(always)]
pub(crate) fn check_output<V: Value, I: Index>(plan: &SegmentPlan<I>, columns: usize, out: &RowSparseMut<V, I>) -> Result<(), KernelError> {
    expect(Operand::Output, 0, plan.output_rows(), out.rows())?;
    expect(Operand::Output, 1, columns, out.row_length())?;
    if core::ptr::eq(plan.ids(), out.indices()) {
        return Ok(());
    }
    expect(Operand::Output, 0, plan.stored_rows(), out.stored_rows())?;
    match plan.ids().iter().zip(out.indices()).position(|(expected, found)| expected != found) {
        None => Ok(()),
        Some(row) => Err(KernelError::Pattern { row, expected: plan.ids()[row].to_usize(), found: out.indices()[row].to_usize() }),
    }
}

/// Refuses values that are not those of the csr that the plan was made for, and an operand of another height.
#[inline(always)]
pub(crate) fn check_product<I: Index>(plan: &SegmentPlan<I>, values: usize, operand_rows: usize) -> Result<(), KernelError> {
    expect(Operand::Values, 0, plan.values, values)?;
    expect(Operand::Right, 0, plan.operand_rows, operand_rows)
}

fn body<V: Value, I: Index>(
    segment_sums: SegmentSums<V, I>,
    plan: &SegmentPlan<I>,
    values: &[V],
    b: Dense<V>,
    mut out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    check_product(plan, values.len(), b.rows())?;
    check_output(plan, b.columns(), &out)?;
    let source = Source { data: b.data(), columns: b.columns(), stride: b.stride(), values: Some(values) };
    segment_sums(plan, &source, Place::Consecutive, out.data_mut());
    Ok(())
}

multiversion! {
    /// `out = a^T b` for a csr `a`, given as its [`transpose_plan`](super::transpose_plan()) and values, and a dense `b`.
    ///
    /// Shapes: `a` R x K, `b` R x n, `out` K x n with the ids of the plan. Bits by the [order law](crate::order). Source: MXNet
    /// `dot(csr, default, transpose_a=True)`. The example stands at [`transpose_plan`](super::transpose_plan()).
    ///
    /// # Errors
    /// [`KernelError::Shape`] and [`KernelError::Pattern`]; then nothing is written.
    pub fn csr_t_dense / scalar_csr_t_dense [V: Value, I: Index] (
        plan: &SegmentPlan<'_, I>,
        values: &[V],
        b: Dense<'_, V>,
        out: RowSparseMut<'_, V, I>,
    ) -> Result<(), KernelError> = body via segment_sums / scalar_segment_sums;
}
