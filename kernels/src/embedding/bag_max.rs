use super::bag;
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Csr, Dense, DenseMut, Index, Value, processor};

/// The arguments of [`bag_max`].
#[derive(Debug)]
pub struct BagMax<'a, V, I> {
    /// B x R, ids in any order and repeated.
    pub bags: Csr<'a, V, I>,
    /// The id that stands for nothing.
    pub padding: usize,
    /// R x L.
    pub weight: Dense<'a, V>,
    /// B x L, without gaps: the entry that each element comes from.
    pub entries: &'a mut [I],
    /// B x L.
    pub out: DenseMut<'a, V>,
    /// The number of the first entry: not 0 in a part.
    pub first: usize,
}

impl<V: Value, I: Index> Body for BagMax<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        bag::check(&self.bags, &self.weight, &self.out)?;
        expect(Operand::Indices, 2, self.out.rows().saturating_mul(self.out.columns()), self.entries.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

/// True if `x` is to replace the largest element so far: the first of equal ones stays, and the first NaN.
#[inline(always)]
#[allow(clippy::neg_cmp_op_on_partial_ord)]
pub fn replaces<V: Value>(x: V, largest: V) -> bool {
    // Only NaN is not at most infinity, and not at most a number.
    !(x <= largest) && largest <= V::INFINITY
}

impl<V: Value, I: Index> Work for BagMax<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { bags, padding, weight, entries, mut out, first } = self;
        let columns = out.columns();
        if columns == 0 {
            return;
        }
        let ids = bags.indices();
        let prefetch = processor::PREFETCHES && weight.nbytes() >= processor::PREFETCH_BYTES;
        let ahead = processor::rows_ahead(columns.saturating_mul(size_of::<V>()));
        for ((bag, range), places) in bags.entry_ranges().enumerate().zip(entries.chunks_exact_mut(columns)) {
            let to = out.row_mut(bag);
            let mut empty = true;
            for (k, id) in ids.get(range.clone()).unwrap_or(&[]).iter().enumerate() {
                if prefetch && let Some(next) = ids.get(range.start + k + ahead) {
                    processor::prefetch(weight.data(), next.to_usize().wrapping_mul(weight.stride()), columns);
                }
                let row = weight.row(id.to_usize());
                if id.to_usize() == padding || row.len() != to.len() {
                    continue;
                }
                let entry = I::from_usize(first + range.start + k);
                if empty {
                    to.copy_from_slice(row);
                    places.fill(entry);
                    empty = false;
                    continue;
                }
                for ((largest, place), &x) in to.iter_mut().zip(places.iter_mut()).zip(row) {
                    let replaced = replaces(x, *largest);
                    *largest = if replaced { x } else { *largest };
                    *place = if replaced { entry } else { *place };
                }
            }
            if empty {
                to.fill(V::ZERO);
                places.fill(I::LARGEST);
            }
        }
    }
}

impl<V: Value, I: Index> Split for BagMax<'_, V, I> {
    fn rows(&self) -> usize {
        self.bags.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.bags.cut(part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { bags, padding, weight, entries, out, first } = self;
        let (bags_top, bags_rest) = bags.split_rows_at(row);
        let (out_top, out_rest) = out.split_rows_at(row);
        let (entries_top, entries_rest) =
            entries.split_at_mut(bags_top.rows().saturating_mul(out_top.columns()).min(entries.len()));
        let rest = first + bags_top.nnz();
        (
            Self { bags: bags_top, padding, weight, entries: entries_top, out: out_top, first },
            Self { bags: bags_rest, padding, weight, entries: entries_rest, out: out_rest, first: rest },
        )
    }
}

/// The largest element of each bag: `out[b, j] = max over the entries k of bag b of weight[bags.indices[k], j]`,
/// without those whose id is `padding`.
///
/// - Shapes: `bags` csr B x R, by [`Csr::trusted`], since ids may stand in any order and repeat, whose values are not
///   looked at; `weight` dense R x L; `entries` a slice of B L elements and `out` dense B x L, both overwritten.
/// - `entries` gets, row by row, the number of the entry that each element comes from, for
///   [`bag_max_gradient`](super::bag_max_gradient()).
/// - The first of equal elements is taken, -0.0 and 0.0 being equal; a NaN counts as larger than all numbers. An empty
///   bag gives 0, and the largest number of the index type as entry.
/// - Cost: a read of the ids for the check, then of a row for each, prefetched, and one write of `entries` and `out`.
/// - Parts: bags; [`BagMax`] [splits](crate::Split) them by entries.
/// - No such operator in MXNet; PyTorch's `EmbeddingBag` with mode `max`.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Ids`] for the first id that is no row, padding or not; then nothing is
/// written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, embedding};
/// let weight = Dense::new(3, 2, &[1.0_f32, 9.0, 3.0, 4.0, 5.0, 6.0])?;
/// let bags = Csr::trusted(2, 3, &[0, 2, 2], &[0, 2], &[1.0; 2])?;
/// let (mut entries, mut out) = ([0; 4], [7.0; 4]);
/// embedding::bag_max(bags, usize::MAX, weight, &mut entries, DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!((entries, out), ([1, 0, i32::MAX, i32::MAX], [5.0, 9.0, 0.0, 0.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("EmbeddingBag", "embedding_bag"))]
#[inline]
pub fn bag_max<V: Value, I: Index>(
    bags: Csr<'_, V, I>,
    padding: usize,
    weight: Dense<'_, V>,
    entries: &mut [I],
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    BagMax { bags, padding, weight, entries, out, first: 0 }.call()
}
