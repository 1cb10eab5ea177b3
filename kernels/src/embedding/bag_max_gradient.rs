use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::segments::SegmentPlan;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Dense, Index, RowSparseMut, Value, order};

/// The arguments of [`bag_max_gradient`].
#[derive(Debug)]
pub struct BagMaxGradient<'a, V, I> {
    /// Of the bags.
    pub plan: SegmentPlan<'a, I>,
    /// B x L, without gaps: the entry that each element of the maximum came from.
    pub entries: &'a [I],
    /// B x L: of the maximum.
    pub gradient: Dense<'a, V>,
    /// R x L, of the ids of the plan.
    pub out: RowSparseMut<'a, V, I>,
}

impl<V: Value, I: Index> Body for BagMaxGradient<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Gradient, 0, self.plan.shape().operand_rows, self.gradient.rows())?;
        expect(Operand::Indices, 2, self.gradient.rows().saturating_mul(self.gradient.columns()), self.entries.len())?;
        // In order, a plan no longer knows its entries.
        expect(Operand::Plan, 2, self.plan.terms(), self.plan.entries().len())?;
        self.plan.check_output(self.gradient.columns(), &self.out)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

/// The sum so far and a term: the element of the gradient, if it came from this entry.
#[inline(always)]
pub fn add_if<V: Value>(sum: V, came: bool, element: V) -> V {
    // Zero changes no bit: a running sum from +0 is never -0.
    order::add(sum, if came { element } else { V::ZERO })
}

impl<V: Value, I: Index> Work for BagMaxGradient<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { plan, entries, gradient, mut out } = self;
        for segment in 0..plan.stored_rows() {
            let terms = plan.segment(segment);
            let to = out.stored_row_mut(segment);
            let (chunks, rest) = to.as_chunks_mut::<16>();
            for (chunk, to) in chunks.iter_mut().enumerate() {
                *to = sums(terms, entries, gradient, chunk * 16);
            }
            let first = chunks.len() * 16;
            for (j, to) in rest.iter_mut().enumerate() {
                [*to] = sums(terms, entries, gradient, first + j);
            }
        }
    }
}

/// The sums of the columns from `column` on.
#[inline(always)]
fn sums<const WIDTH: usize, V: Value, I: Index>(
    (bags, terms): (&[I], &[I]),
    entries: &[I],
    gradient: Dense<V>,
    column: usize,
) -> [V; WIDTH] {
    let mut total = [V::ZERO; WIDTH];
    for block in order::blocks(bags.len()) {
        let mut sums = [V::ZERO; WIDTH];
        for (bag, &term) in bags.get(block.clone()).unwrap_or(&[]).iter().zip(terms.get(block).unwrap_or(&[])) {
            let bag = bag.to_usize();
            let start = bag.wrapping_mul(gradient.columns()).wrapping_add(column);
            let came = entries.get(start..).and_then(|rest| rest.first_chunk::<WIDTH>());
            let elements = gradient.row(bag).get(column..).and_then(|rest| rest.first_chunk::<WIDTH>());
            if let (Some(came), Some(elements)) = (came, elements) {
                for j in 0..WIDTH {
                    sums[j] = add_if(sums[j], came[j] == term, elements[j]);
                }
            }
        }
        for j in 0..WIDTH {
            // From +0, the sum of the first block stays what it is.
            total[j] = order::add(total[j], sums[j]);
        }
    }
    total
}

impl<V: Value, I: Index> Split for BagMaxGradient<'_, V, I> {
    split_fields!((plan, out), entries, gradient);
}

/// The gradient of a weight through [`bag_max`](super::bag_max()):
/// `out[i, j] = sum over the entries k of id i of gradient[b, j]`, for the bag b of entry k, where `entries[b, j] = k`.
///
/// - Shapes: `plan` a [`bag_plan`](super::bag_plan()) of bags B x R, not [in
///   order](crate::segments::SegmentPlan::in_order); `entries` a slice of B L elements, as the maximum gave them;
///   `gradient` dense B x L; `out` row_sparse R x L with the ids of the plan, also those of which nothing was the
///   largest.
/// - Order: [`order`](crate::order), row 3, over the entries of an id; one that was not the largest adds nothing, but
///   keeps its place.
/// - Cost: for each entry one read of its bag's rows of `entries` and `gradient`, and one write of `out`.
/// - Parts: segments of the plan; [`BagMaxGradient`] [splits](crate::Split) them.
/// - No such operator in MXNet. A dense gradient by [`cast::row_sparse_to_dense`](crate::cast::row_sparse_to_dense()).
///
/// # Errors
/// [`KernelError::Shape`] and [`KernelError::Pattern`]; then nothing is written.
///
/// ```
/// use lacuna::{Csr, Dense, RowSparseMut, embedding, segments};
/// let bags = Csr::trusted(2, 3, &[0, 2, 3], &[0, 2, 2], &[1.0_f32; 3])?;
/// let (mut ids, mut segments, mut rows_of, mut entries) = ([0; 3], [0; 4], [0; 3], [0; 3]);
/// let buffers = segments::PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
/// let plan = embedding::bag_plan(bags, usize::MAX, buffers, &mut [0_u64; 6])?;
/// let (gradient, mut data) = (Dense::new(2, 2, &[1.0, 2.0, 3.0, 4.0])?, [9.0; 4]);
/// embedding::bag_max_gradient(&plan, &[1, 0, 2, 2], gradient, RowSparseMut::new(3, 2, plan.ids(), &mut data)?)?;
/// assert_eq!((plan.ids(), data), (&[0, 2][..], [0.0, 2.0, 4.0, 4.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn bag_max_gradient<V: Value, I: Index>(
    plan: &SegmentPlan<'_, I>,
    entries: &[I],
    gradient: Dense<'_, V>,
    out: RowSparseMut<'_, V, I>,
) -> Result<(), KernelError> {
    BagMaxGradient { plan: *plan, entries, gradient, out }.call()
}
