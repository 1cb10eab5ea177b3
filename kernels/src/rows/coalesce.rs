//! Makes rows canonical: ids in any order and repeated become ascending and distinct, the rows of an id are added.
//!
//! - Shapes: input row_sparse R x L behind the trusting door (its ids break the format), out row_sparse R x L whose ids are the plan's.
//! - Order: [`crate::order`], row 3: the rows of an id in the order in which they are stored.
//! - Cost: a sort of the ids, and one read of the rows in the order of the result.
//! - No such operator in the peer, whose kernels take such a gradient as it is and give wrong results for some.
use super::segment_plan::{PlanBuffers, PlanShape, SegmentPlan, group};
use super::segment_sum::{Place, SegmentSums, Source, scalar_segment_sums, segment_sums};
use crate::dispatch::multiversion;
use crate::dot::csr_t_dense::check_output;
use crate::error::{IndexFault, KernelError, Operand, expect};
use crate::{Index, RowSparse, RowSparseMut, Value};

/// The structure call of [`coalesce`]: groups the stored rows of `input`, a whole array (rows in any order have no ranges), by id. Scratch: [`plan_scratch`](super::plan_scratch) of the stored rows.
///
/// # Errors
/// [`KernelError::Ids`] for an id out of range, [`KernelError::Capacity`] for short buffers or scratch.
pub fn coalesce_plan<'p, V: Value, I: Index>(
    input: RowSparse<'_, V, I>,
    buffers: PlanBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<SegmentPlan<'p, I>, KernelError> {
    let ids = input.indices();
    if let Some(entry) = ids.iter().position(|id| id.to_usize() >= input.rows()) {
        let found = ids[entry].to_i64();
        let (fault, expected) =
            if found < 0 { (IndexFault::Negative, 0) } else { (IndexFault::TooLarge, i64::try_from(input.rows()).unwrap_or(i64::MAX)) };
        return Err(KernelError::Ids { entry, fault, expected, found });
    }
    let shape = PlanShape { values: ids.len(), operand_rows: ids.len(), output_rows: input.rows() };
    group(ids, 0..input.rows(), (0..ids.len()).map(|k| (k, k..k + 1)), shape, buffers, scratch)
}

fn body<V: Value, I: Index>(
    segment_sums: SegmentSums<V, I>,
    plan: &SegmentPlan<I>,
    input: RowSparse<V, I>,
    mut out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    let length = input.row_length();
    expect(Operand::Input, 0, plan.operand_rows, input.stored_rows())?;
    check_output(plan, length, &out)?;
    let source = Source { data: input.data(), columns: length, stride: length, values: None };
    segment_sums(plan, &source, Place::Consecutive, out.data_mut());
    Ok(())
}

multiversion! {
    /// Adds the rows of equal id of `input`. The plan, and with it the ids of `out`, comes from [`coalesce_plan`].
    ///
    /// Bits by the [order law](crate::order).
    ///
    /// # Errors
    /// [`KernelError::Shape`] and [`KernelError::Pattern`]; then nothing is written.
    ///
    /// ```
    /// use lacuna::{RowSparse, RowSparseMut, rows};
    /// let gradient = RowSparse::trusted(9, 1, &[5, 2, 5], &[1.0_f32, 2.0, 3.0])?;
    /// let (mut ids, mut segments, mut rows_of, mut entries) = ([0; 3], [0; 4], [0; 3], [0; 3]);
    /// let buffers = rows::PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
    /// let plan = rows::coalesce_plan(gradient, buffers, &mut [0_u64; 6])?;
    /// let mut sums = [0.0; 2];
    /// rows::coalesce(&plan, gradient, RowSparseMut::new(9, 1, plan.ids(), &mut sums)?)?;
    /// assert_eq!((plan.ids(), sums), (&[2, 5][..], [2.0, 4.0]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn coalesce / scalar_coalesce [V: Value, I: Index] (
        plan: &SegmentPlan<'_, I>,
        input: RowSparse<'_, V, I>,
        out: RowSparseMut<'_, V, I>,
    ) -> Result<(), KernelError> = body via segment_sums / scalar_segment_sums;
}
