use crate::error::KernelError;
use crate::segments::{PlanBuffers, PlanShape, SegmentPlan, group};
use crate::view::{ids_inside, row_places};
use crate::{Csr, Index, Storage};

/// Groups the entries of the bags by id, for the gradients of a weight: its terms are the rows of the bags' gradient,
/// those of an id in the order in which they are stored. Entries whose id is `padding` are no terms, so that the plan
/// does not have that id.
///
/// The plan is for [`dot::csr_t_dense`](crate::dot::csr_t_dense()) and
/// [`dot::csr_t_dense_to_dense`](crate::dot::csr_t_dense_to_dense()), with a value for each entry, padding too, and for
/// [`bag_max_gradient`](super::bag_max_gradient()).
///
/// - Cost: as [`dot::transpose_plan`](crate::dot::transpose_plan()).
/// - Scratch: two keys for each entry, [`plan_scratch`](crate::segments::plan_scratch).
///
/// # Errors
/// [`KernelError::Ids`] for the first id that is no column of `bags`, [`KernelError::Capacity`] for short buffers or
/// scratch.
///
/// ```
/// use lacuna::{Csr, Dense, RowSparseMut, dot, embedding, segments};
/// let bags = Csr::trusted(2, 9, &[0, 3, 5], &[7, 2, 7, 2, 0], &[1.0_f32; 5])?;
/// let (mut ids, mut segments, mut rows_of, mut entries) = ([0; 5], [0; 6], [0; 5], [0; 5]);
/// let buffers = segments::PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
/// let plan = embedding::bag_plan(bags, 0, buffers, &mut [0_u64; 10])?;
/// let (gradient, mut data) = (Dense::new(2, 1, &[10.0, 100.0])?, [0.0; 2]);
/// dot::csr_t_dense(&plan, bags.values(), gradient, RowSparseMut::new(9, 1, plan.ids(), &mut data)?)?;
/// assert_eq!((plan.ids(), data), (&[2, 7][..], [110.0, 20.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn bag_plan<'p, V: Storage, I: Index>(
    bags: Csr<'_, V, I>,
    padding: usize,
    buffers: PlanBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<SegmentPlan<'p, I>, KernelError> {
    let shape = PlanShape { values: bags.nnz(), operand_rows: bags.rows(), output_rows: bags.columns() };
    group_ids(bags.indptr(), bags.indices(), padding, shape, buffers, scratch)
}

#[inline(never)]
fn group_ids<'p, I: Index>(
    indptr: &[I],
    ids: &[I],
    padding: usize,
    shape: PlanShape,
    buffers: PlanBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<SegmentPlan<'p, I>, KernelError> {
    ids_inside(ids, shape.output_rows)?;
    let of_bag = |bag| {
        let entries = row_places(indptr, bag);
        // A range that is not inside, which only a broken trust can give, has no entries.
        let inside = ids.get(entries.clone()).unwrap_or(&[]).iter().zip(entries);
        inside.filter(|(id, _)| id.to_usize() != padding).map(move |(_, entry)| (bag, entry..entry + 1))
    };
    group(ids, 0..shape.output_rows, (0..shape.operand_rows).flat_map(of_bag), shape, buffers, scratch)
}
