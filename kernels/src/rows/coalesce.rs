use crate::error::{KernelError, Operand, expect, index_fits};
use crate::kernel::{Body, Kernel};
use crate::segments::{Place, PlanBuffers, PlanShape, SegmentPlan, SegmentSums, Source, group};
use crate::simd::Levels;
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::view::ids_inside;
use crate::{Index, RowSparse, RowSparseMut, Storage};

/// The structure call of [`coalesce`]: groups the stored rows of `input`, a whole array (rows in any order have no
/// ranges), by id. Scratch: [`plan_scratch`](crate::segments::plan_scratch) of the stored rows.
///
/// # Errors
/// [`KernelError::Ids`] for an id out of range, [`KernelError::Capacity`] for short buffers or scratch,
/// [`KernelError::Index`] for more stored rows than the index type counts.
pub fn coalesce_plan<'p, V: Storage, I: Index>(
    input: RowSparse<'_, V, I>,
    buffers: PlanBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<SegmentPlan<'p, I>, KernelError> {
    group_ids(input.indices(), input.rows(), buffers, scratch)
}

#[inline(never)]
fn group_ids<'p, I: Index>(
    ids: &[I],
    rows: usize,
    buffers: PlanBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<SegmentPlan<'p, I>, KernelError> {
    // Places among the stored rows are numbers of the index type.
    index_fits::<I>(ids.len())?;
    ids_inside(ids, rows)?;
    let shape = PlanShape { values: ids.len(), operand_rows: ids.len(), output_rows: rows };
    group(ids, 0..rows, (0..ids.len()).map(|k| (k, k..k + 1)), shape, buffers, scratch)
}

/// The arguments of [`coalesce`].
#[derive(Debug)]
pub struct Coalesce<'a, V, I> {
    /// Of the input.
    pub plan: SegmentPlan<'a, I>,
    /// R x L, ids in any order.
    pub input: RowSparse<'a, V, I>,
    /// R x L, of the ids of the plan.
    pub out: RowSparseMut<'a, V, I>,
}
unsigned! { [V] Coalesce [V] [] { ; plan, input, out } }

impl<V: Storage, I: Index> Body for Coalesce<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Input, 0, self.plan.shape().operand_rows, self.input.stored_rows())?;
        self.plan.check_output(self.input.row_length(), &self.out)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { plan, input, out } = self;
        let length = input.row_length();
        let source = Source { data: input.data(), columns: length.min(out.row_length()), stride: length, values: None };
        levels.run(SegmentSums { plan, source, place: Place::Consecutive, out: out.into_data() });
        Ok(())
    }
}

impl<V: Storage, I: Index> Split for Coalesce<'_, V, I> {
    split_fields!((plan, out), input);
}

/// Makes rows canonical: ids in any order and repeated become ascending and distinct, the rows of an id are added. The
/// plan, and with it the ids of `out`, comes from [`coalesce_plan`].
///
/// - Shapes: `input` row_sparse R x L, by [`RowSparse::trusted`](crate::RowSparse::trusted), since its ids break the
///   format; `out` row_sparse R x L.
/// - Order: [`order`](crate::order), row 3: the rows of an id in the order in which they are stored.
/// - Cost: a sort of the ids, and one read of the rows in the order of the result.
/// - Parts: segments of the plan; [`Coalesce`] [splits](crate::Split) them.
/// - No such operator in MXNet, whose kernels take such a gradient as it is, and some of them then give wrong results.
///
/// # Errors
/// [`KernelError::Shape`] and [`KernelError::Pattern`]; then nothing is written.
///
/// ```
/// use lacuna::{RowSparse, RowSparseMut, rows, segments};
/// let gradient = RowSparse::trusted(9, 1, &[5, 2, 5], &[1.0_f32, 2.0, 3.0])?;
/// let (mut ids, mut segments, mut rows_of, mut entries) = ([0; 3], [0; 4], [0; 3], [0; 3]);
/// let buffers = segments::PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
/// let plan = rows::coalesce_plan(gradient, buffers, &mut [0_u64; 6])?;
/// let mut sums = [0.0; 2];
/// rows::coalesce(&plan, gradient, RowSparseMut::new(9, 1, plan.ids(), &mut sums)?)?;
/// assert_eq!((plan.ids(), sums), (&[2, 5][..], [2.0, 4.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "torch.Tensor.coalesce")]
#[inline]
pub fn coalesce<V: Storage, I: Index>(
    plan: &SegmentPlan<'_, I>,
    input: RowSparse<'_, V, I>,
    out: RowSparseMut<'_, V, I>,
) -> Result<(), KernelError> {
    Coalesce { plan: *plan, input, out }.call()
}
