use super::affine::Affine;
use super::check_scales;
use crate::embedding::{Mean, Reduction, Sum};
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::view::ids_inside;
use crate::{Csr, Dense, DenseMut, Index, Value, order, processor};

/// The arguments of [`bag_sum`] and [`bag_mean`].
#[derive(Debug)]
pub struct QuantizedBag<'a, M, V, I> {
    /// Which one.
    pub reduction: M,
    /// B x R, ids in any order and repeated.
    pub bags: Csr<'a, V, I>,
    /// The id that stands for nothing.
    pub padding: usize,
    /// R x L.
    pub codes: Dense<'a, u8>,
    /// R x 2.
    pub scales: Dense<'a, V>,
    /// B x L.
    pub out: DenseMut<'a, V>,
}

impl<M: Reduction, V: Value, I: Index> Body for QuantizedBag<'_, M, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let Self { bags, codes, scales, out, .. } = self;
        expect(Operand::Codes, 0, bags.columns(), codes.rows())?;
        check_scales(codes.rows(), *scales)?;
        expect(Operand::Output, 0, bags.rows(), out.rows())?;
        expect(Operand::Output, 1, codes.columns(), out.columns())?;
        ids_inside(bags.indices(), codes.rows())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

/// Columns whose sums are in registers.
const WIDE: usize = 64;
const NARROW: usize = 8;

impl<M: Reduction, V: Value, I: Index> Work for QuantizedBag<'_, M, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { bags, padding, codes, scales, mut out, .. } = self;
        // There may be any number of bags without elements.
        let columns = out.columns();
        if columns == 0 {
            return;
        }
        let (indices, values) = bags.stored();
        let prefetch = processor::PREFETCHES && codes.nbytes() >= processor::PREFETCH_BYTES;
        for (bag, entries) in bags.entry_ranges().enumerate() {
            let (Some(ids), Some(values)) = (indices.get(entries.clone()), values.get(entries.clone())) else {
                continue;
            };
            let ahead = if prefetch { indices.get(entries.start.saturating_add(AHEAD)..).unwrap_or(&[]) } else { &[] };
            let (entries, count) = (
                Entries { ids, values, padding, codes, scales },
                ids.iter().filter(|id| id.to_usize() != padding).count(),
            );
            let (out, mut first) = (out.row_mut(bag), 0);
            let finish = |sum| M::finish(sum, count);
            entries.write_tiles::<L, WIDE>(simd, out, &mut first, ahead, finish);
            entries.write_tiles::<L, NARROW>(simd, out, &mut first, ahead, finish);
            entries.write_tiles::<L, 1>(simd, out, &mut first, ahead, finish);
        }
    }
}

/// Entries between the one in work and the one whose row is asked for.
const AHEAD: usize = 16;

/// The entries of a bag.
struct Entries<'a, V, I> {
    ids: &'a [I],
    values: &'a [V],
    padding: usize,
    codes: Dense<'a, u8>,
    scales: Dense<'a, V>,
}

impl<V: Value, I: Index> Entries<'_, V, I> {
    /// As many tiles of columns as there is room for, from column `first` on.
    #[inline(always)]
    fn write_tiles<L: Simd, const WIDTH: usize>(
        &self,
        simd: L,
        out: &mut [V],
        first: &mut usize,
        ahead: &[I],
        finish: impl Fn(V) -> V,
    ) {
        while let Some(tile) = out.get_mut(*first..).and_then(|rest| rest.first_chunk_mut::<WIDTH>()) {
            // Each tile but the first finds its rows in the cache.
            let ahead = if *first == 0 { ahead } else { &[] };
            for (to, sum) in tile.iter_mut().zip(self.sums::<L, WIDTH>(simd, *first, ahead)) {
                *to = finish(sum);
            }
            *first += WIDTH;
        }
    }

    /// The sums of the columns from `first` on, in blocks as the order law has them.
    #[inline(always)]
    fn sums<L: Simd, const WIDTH: usize>(&self, simd: L, first: usize, ahead: &[I]) -> [V; WIDTH] {
        let (mut totals, mut sums) = ([V::ZERO; WIDTH], [V::ZERO; WIDTH]);
        for (k, (id, &value)) in self.ids.iter().zip(self.values).enumerate() {
            if let Some(ahead) = ahead.get(k) {
                let row = ahead.to_usize();
                processor::prefetch(self.codes.data(), row.wrapping_mul(self.codes.stride()), self.codes.columns());
                processor::prefetch(self.scales.data(), row.wrapping_mul(self.scales.stride()), 2);
            }
            let row = id.to_usize();
            if row != self.padding
                && let Some(codes) = self.codes.row(row).get(first..).and_then(|rest| rest.first_chunk::<WIDTH>())
            {
                let (affine, mut elements) = (Affine::of(self.scales.row(row)), [V::ZERO; WIDTH]);
                elements.iter_mut().zip(codes).for_each(|(element, &code)| *element = affine.decode(code));
                V::add_products(simd, &mut sums, &[value], &elements);
            }
            if k % order::BLOCK == order::BLOCK - 1 {
                // A product with one is exact.
                V::add_products(simd, &mut totals, &[V::ONE], &sums);
                sums = [V::ZERO; WIDTH];
            }
        }
        // A sum from +0 is never -0, so zeros change no bits.
        V::add_products(simd, &mut totals, &[V::ONE], &sums);
        totals
    }
}

impl<M: Reduction, V: Value, I: Index> Split for QuantizedBag<'_, M, V, I> {
    split_fields!((bags, out), reduction, padding, codes, scales);
}

/// The sum of each bag: `out[b, :] = sum over the entries k of bag b of bags.values[k] * row(bags.indices[k])`, without
/// those whose id is `padding`, where `row(r)` is row r [decoded](super::decode()).
///
/// - Shapes: `bags` csr B x R, by [`Csr::trusted`], since ids may stand in any order and repeat; `codes` dense R x L;
///   `scales` dense R x 2; `out` dense B x L, overwritten.
/// - Order and bits: those of [`embedding::bag_sum`](crate::embedding::bag_sum()) in the decoded matrix, and its
///   gradients.
/// - Cost: a read of the ids for the check, then of a row of codes and a scale for each, prefetched across bags, and
///   one write of `out`.
/// - Parts: bags; [`QuantizedBag`] [splits](crate::Split) them by entries.
/// - No such operator in MXNet; PyTorch's `quantized::embedding_bag_byte`.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Ids`] for the first id that is no row, padding or not; then nothing is
/// written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, quantized};
/// let (codes, scales) = (Dense::new(2, 2, &[0_u8, 255, 7, 8])?, Dense::new(2, 2, &[0.5_f32, -1.0, 2.0, 0.0])?);
/// let bags = Csr::trusted(2, 2, &[0, 3, 3], &[1, 0, 1], &[1.0, 2.0, 1.0])?;
/// let mut out = [9.0; 4];
/// quantized::bag_sum(bags, usize::MAX, codes, scales, DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [26.0, 285.0, 0.0, 0.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn bag_sum<V: Value, I: Index>(
    bags: Csr<'_, V, I>,
    padding: usize,
    codes: Dense<'_, u8>,
    scales: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    QuantizedBag { reduction: Sum, bags, padding, codes, scales, out }.call()
}

/// The mean of each bag: `out[b, :] = bag_sum[b, :] / n`, for the n entries of bag b whose id is not `padding`.
///
/// As [`bag_sum`], with the bits of [`embedding::bag_mean`](crate::embedding::bag_mean()) in the decoded matrix.
///
/// # Errors
/// As there.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, quantized};
/// let (codes, scales) = (Dense::new(2, 1, &[0_u8, 6])?, Dense::new(2, 2, &[0.5_f32, -1.0, 2.0, 0.0])?);
/// let bags = Csr::trusted(1, 2, &[0, 2], &[1, 0], &[1.0, 2.0])?;
/// let mut out = [9.0];
/// quantized::bag_mean(bags, usize::MAX, codes, scales, DenseMut::new(1, 1, &mut out)?)?;
/// assert_eq!(out, [5.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn bag_mean<V: Value, I: Index>(
    bags: Csr<'_, V, I>,
    padding: usize,
    codes: Dense<'_, u8>,
    scales: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    QuantizedBag { reduction: Mean, bags, padding, codes, scales, out }.call()
}
