//! The driver of sums over bags.
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::Body;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::tile::{self, with_tile_width};
use crate::view::ids_inside;
use crate::{Csr, Dense, DenseMut, Index, Number, Storage, Value, processor};

/// What becomes of the sum of a bag.
pub trait Reduction: Copy + 'static {
    /// Its name.
    const NAME: &'static str;
    /// False if [`finish`](Self::finish) does not look at the count, which then is not made.
    const COUNTS: bool = true;

    /// The element of the result, for the sum of so many terms.
    fn finish<V: Value>(sum: V, count: usize) -> V;
}

/// The arguments of [`bag_sum`](super::bag_sum()) and [`bag_mean`](super::bag_mean()).
#[derive(Debug)]
pub struct Bag<'a, M, V, I> {
    /// Which one.
    pub reduction: M,
    /// B x R, ids in any order and repeated.
    pub bags: Csr<'a, V, I>,
    /// The id that stands for nothing.
    pub padding: usize,
    /// R x L.
    pub weight: Dense<'a, V>,
    /// B x L.
    pub out: DenseMut<'a, V>,
}

/// Refuses a weight of other rows than the bags have columns, a result of another shape, and ids of no row.
#[inline(always)]
pub(super) fn check<V: Storage, I: Index>(
    bags: &Csr<V, I>,
    weight: &Dense<V>,
    out: &DenseMut<V>,
) -> Result<(), KernelError> {
    expect(Operand::Weight, 0, bags.columns(), weight.rows())?;
    expect(Operand::Output, 0, bags.rows(), out.rows())?;
    expect(Operand::Output, 1, weight.columns(), out.columns())?;
    ids_inside(bags.indices(), weight.rows())
}

impl<M: Reduction, V: Storage, I: Index> Body for Bag<'_, M, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check(&self.bags, &self.weight, &self.out)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { reduction, bags, padding, weight, out } = self;
        levels.run(Bag { reduction, bags: bags.unsigned(), padding, weight, out });
        Ok(())
    }
}

impl<M: Reduction, V: Storage, I: Index> Work for Bag<'_, M, V, I> {
    type Output = ();
    const HIGHEST: Level = if processor::is_widened::<V>() { Level::Avx2 } else { Level::Avx512 };

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        match self.out.columns() {
            0 => {}
            n => with_tile_width!(L, V, n, WIDTH => rows::<WIDTH, L, M, V, I>(simd, self)),
        }
    }
}

impl<M: Reduction, V: Storage, I: Index> Split for Bag<'_, M, V, I> {
    split_fields!((bags, out), reduction, padding, weight);
}

/// The entries of a bag. Those `ahead` name rows of which `WIDTH` columns, from `ahead_column` on, are asked for; none
/// is ahead where that does not pay.
struct Terms<'a, V, I, const WIDTH: usize> {
    indices: &'a [I],
    values: &'a [V],
    padding: usize,
    ahead: &'a [I],
    ahead_column: usize,
    weight: Dense<'a, V>,
}

impl<V: Storage, I: Index, const WIDTH: usize> tile::Terms<V::Arithmetic> for Terms<'_, V, I, WIDTH> {
    // Four wide rows at once would be asked for in a burst.
    const BY_FOURS: bool = WIDTH < 64;
    #[inline(always)]
    fn count(&self) -> usize {
        self.indices.len()
    }
    #[inline(always)]
    fn term(&self, k: usize) -> (V::Arithmetic, usize) {
        if let Some(ahead) = self.ahead.get(k) {
            let start = ahead.to_usize().wrapping_mul(self.weight.stride()).wrapping_add(self.ahead_column);
            processor::prefetch(self.weight.data(), start, WIDTH);
        }
        match (self.indices.get(k), self.values.get(k)) {
            (Some(index), Some(&value)) if index.to_usize() != self.padding => {
                (value.load(), index.to_usize().wrapping_mul(self.weight.stride()))
            }
            _ => (V::Arithmetic::ZERO, tile::NOWHERE),
        }
    }
}

/// The number of ids that are not padding.
fn terms<I: Index>(ids: &[I], padding: usize) -> usize {
    ids.iter().fold(0, |count, id| count + usize::from(id.to_usize() != padding))
}

/// Entries between the one in work and the one whose row is asked for.
const fn distance(row_bytes: usize) -> usize {
    if row_bytes <= 8 * processor::LINE_BYTES { 16 } else { 8 }
}

#[inline(always)]
fn rows<const WIDTH: usize, L: Simd, M: Reduction, V: Storage, I: Index>(simd: L, bag: Bag<M, V, I>) {
    let Bag { bags, padding, weight, mut out, .. } = bag;
    let (indices, values) = bags.stored();
    let (columns, stride) = (out.columns(), out.stride().max(1));
    let stream = out.is_contiguous() && out.nbytes() >= processor::STREAM_BYTES;
    let streamed = if stream { tile::end_of_lone_tiles(WIDTH, columns) } else { 0 };
    let prefetch = processor::PREFETCHES && weight.nbytes() >= processor::PREFETCH_BYTES;
    let distance = distance(columns.saturating_mul(size_of::<V>()));
    for (entries, out) in bags.entry_ranges().zip(out.data_mut().chunks_mut(stride)) {
        let ids = indices.get(entries.clone()).unwrap_or(&[]);
        let values = values.get(entries.clone()).unwrap_or(&[]);
        let count = if M::COUNTS { terms(ids, padding) } else { 0 };
        let mut tile = Some(0);
        while let Some(first) = tile {
            tile = tile::next(first, WIDTH, columns);
            // Each tile asks for the next one of the same rows, the last for the first one of entries further on.
            let (ahead, ahead_column) = match tile {
                _ if !prefetch => (&[][..], 0),
                Some(next) => (ids, next),
                None => (indices.get(entries.start.saturating_add(distance)..).unwrap_or(&[]), 0),
            };
            let terms = Terms::<V, I, WIDTH> { indices: ids, values, padding, ahead, ahead_column, weight };
            let mut sums: [V::Arithmetic; WIDTH] = tile::sum(simd, weight.data(), first, &terms);
            if let Some(out) = out.get_mut(first..).and_then(|rest| rest.first_chunk_mut()) {
                for sum in &mut sums {
                    *sum = M::finish(*sum, count);
                }
                tile::write::<WIDTH, L, V>(simd, out, sums, first + WIDTH <= streamed);
            }
        }
    }
    if stream {
        processor::stream_fence();
    }
}
