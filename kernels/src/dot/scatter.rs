//! Transposed products by scattering: each entry of the csr adds its term into a row of the output.
//!
//! Terms arrive in the order of the law by themselves, row by row. A block that is full moves into a total of its own, at entries that are known beforehand, so that no entry asks whether it
//! is one of them.
use super::BlockEnds;
use crate::error::{KernelError, Operand, expect};
use crate::simd::{Simd, Work};
use crate::split::equal;
use crate::{Csr, DenseMut, Index, Value, order, processor};
use core::ops::Range;

/// The rows that are multiplied.
pub(super) trait Rows<V> {
    /// How many there are.
    fn count(&self) -> usize;
    /// The number of row `k`, and its elements.
    fn row(&self, k: usize) -> (usize, &[V]);
}

/// The arguments of both products.
pub(super) struct Scatter<'a, V, I, R> {
    pub(super) a: Csr<'a, V, I>,
    pub(super) ends: BlockEnds<'a, I>,
    pub(super) b: R,
    pub(super) totals: &'a mut [V],
    pub(super) out: DenseMut<'a, V>,
    /// Those of the result that `out` has.
    pub(super) rows: OutputRows,
}

/// Which rows of a result a product by scattering writes: all, or those of a part that [`Split`](crate::Split) has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputRows {
    above: usize,
    below: usize,
}

/// The operands of a part: block ends, totals, output and its rows.
type Part<'a, V, I> = (BlockEnds<'a, I>, &'a mut [V], DenseMut<'a, V>, OutputRows);

impl OutputRows {
    /// All rows.
    pub const ALL: Self = Self { above: 0, below: 0 };

    pub(super) fn check(self, columns: usize, rows: usize) -> Result<(), KernelError> {
        expect(Operand::Output, 0, columns, rows.saturating_add(self.above).saturating_add(self.below))
    }

    /// The first row of a part of nearly as many terms as the others, by a sample of the entries.
    pub(super) fn cut<I: Index>(self, indices: &[I], rows: usize, part: usize, parts: usize) -> usize {
        const SAMPLES: usize = 256;
        let step = indices.len() / SAMPLES + 1;
        let before = |row: usize| {
            let samples = indices.iter().step_by(step).map(|index| index.to_usize().wrapping_sub(self.above));
            samples.fold((0, 0), |(before, all), sample| (before + usize::from(sample < row), all + usize::from(sample < rows)))
        };
        let (_, all) = before(0);
        if all < SAMPLES / 4 || part == 0 || part >= parts {
            return equal(rows, part, parts);
        }
        let target = equal(all, part, parts);
        let (mut low, mut high) = (0, rows);
        while low < high {
            let middle = low + (high - low) / 2;
            (low, high) = if before(middle).0 < target { (middle + 1, high) } else { (low, middle) };
        }
        low
    }

    /// The operands of the rows before `row`, and those of the others. `row` is cut to the number of rows.
    pub(super) fn split<'a, V: Value, I: Index>(
        self,
        ends: BlockEnds<'a, I>,
        totals: &'a mut [V],
        out: DenseMut<'a, V>,
        row: usize,
    ) -> [Part<'a, V, I>; 2] {
        let Self { above, below } = self;
        let row = row.min(out.rows());
        let (ends_top, ends_rest) = ends.split_columns_at(above.saturating_add(row));
        let (totals_top, totals_rest) = totals.split_at_mut(ends_top.totals(out.columns()).min(totals.len()));
        let (top, rest) = out.split_rows_at(row);
        let below_top = below.saturating_add(rest.rows());
        [
            (ends_top, totals_top, top, Self { above, below: below_top }),
            (ends_rest, totals_rest, rest, Self { above: above.saturating_add(row), below }),
        ]
    }
}

/// The entries of short rows are told apart by counting, without a branch for each.
const SHORT: usize = 64;

/// The place of the first of ascending indices that is not below `bound`.
#[inline(always)]
fn place_of<I: Index>(indices: &[I], bound: usize) -> usize {
    if indices.len() <= SHORT {
        indices.iter().map(|index| usize::from(index.to_usize() < bound)).sum()
    } else {
        indices.partition_point(|index| index.to_usize() < bound)
    }
}

/// Entries between the one in work and the one whose row of the output is prefetched. Rows of many lines come faster without.
const DISTANCE: usize = 32;

impl<V: Value, I: Index, R: Rows<V>> Work for Scatter<'_, V, I, R> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let n = self.out.columns();
        let row_bytes = n.saturating_mul(size_of::<V>());
        let far = self.out.nbytes() >= processor::PREFETCH_BYTES && row_bytes <= 2 * processor::LINE_BYTES;
        // Rows near each other are still in the caches, but wide ones pass through them too fast.
        let prefetch = far && (row_bytes >= processor::LINE_BYTES / 2 || !processor::is_local(self.a.indices(), DISTANCE, row_bytes));
        match (n, prefetch) {
            (0, _) => {}
            (1, false) => self.rows::<1, false, L>(simd),
            (1, true) => self.rows::<1, true, L>(simd),
            (8, false) => self.rows::<8, false, L>(simd),
            (8, true) => self.rows::<8, true, L>(simd),
            (_, false) => self.rows::<0, false, L>(simd),
            (_, true) => self.rows::<0, true, L>(simd),
        }
    }
}

impl<V: Value, I: Index, R: Rows<V>> Scatter<'_, V, I, R> {
    /// For rows of `WIDTH` elements, or of any number, if that is 0.
    #[inline(always)]
    fn rows<const WIDTH: usize, const PREFETCH: bool, L: Simd>(self, simd: L) {
        let Self { a, ends, b, totals, mut out, rows } = self;
        let columns = rows.above..rows.above.saturating_add(out.rows());
        let n = out.columns();
        if out.is_contiguous() {
            out.data_mut().fill(V::ZERO);
        } else {
            for row in 0..out.rows() {
                out.row_mut(row).fill(V::ZERO);
            }
        }
        totals.fill(V::ZERO);
        let whole = columns == (0..a.columns());
        let (indices, values) = a.stored();
        let mut block_ends = ends.entries().iter().map(|entry| entry.to_usize());
        let mut next_end = block_ends.next().unwrap_or(usize::MAX);
        let target = &mut Target::<V, WIDTH, PREFETCH> { stride: out.stride(), n, first: columns.start, out: out.into_data() };
        // Without the check, rows that take no memory may be any number.
        for k in 0..b.count().min(a.rows()) {
            let (row, factors) = b.row(k);
            let mut entries = a.entries(row);
            let Some(row_indices) = indices.get(entries.clone()) else { continue };
            // Entries of rows that are not multiplied end nothing.
            while next_end < entries.start {
                next_end = block_ends.next().unwrap_or(usize::MAX);
            }
            if !whole {
                let start = entries.start;
                entries = start + place_of(row_indices, columns.start)..start + place_of(row_indices, columns.end);
            }
            while next_end < entries.end {
                if next_end >= entries.start {
                    target.add(simd, indices, values, entries.start..next_end + 1, factors);
                    entries.start = next_end + 1;
                    if let Some(column) = indices.get(next_end).map(|index| index.to_usize())
                        && let Some(place) = ends.place_of(column)
                        && let Some(total) = totals.get_mut(place.wrapping_mul(n)..).and_then(|rest| rest.get_mut(..n))
                    {
                        target.end_block(column, total);
                    }
                }
                next_end = block_ends.next().unwrap_or(usize::MAX);
            }
            target.add(simd, indices, values, entries, factors);
        }
        for (column, total) in ends.columns().iter().zip(totals.chunks_exact_mut(n)) {
            target.end_block(column.to_usize(), total);
            target.set(column.to_usize(), total);
        }
    }
}

/// The output.
struct Target<'a, V, const WIDTH: usize, const PREFETCH: bool> {
    out: &'a mut [V],
    stride: usize,
    n: usize,
    /// The row of the whole output that stands first.
    first: usize,
}

impl<V: Value, const WIDTH: usize, const PREFETCH: bool> Target<'_, V, WIDTH, PREFETCH> {
    #[inline(always)]
    fn start(&self, column: usize) -> usize {
        column.wrapping_sub(self.first).wrapping_mul(if WIDTH == 1 && self.stride == 1 { 1 } else { self.stride })
    }

    #[inline(always)]
    fn row(&mut self, column: usize) -> &mut [V] {
        let start = self.start(column);
        self.out.get_mut(start..start.wrapping_add(self.n)).unwrap_or_default()
    }

    /// Adds the terms of some entries of one row.
    #[inline(always)]
    fn add<L: Simd, I: Index>(&mut self, simd: L, indices: &[I], values: &[V], entries: Range<usize>, factors: &[V]) {
        let (Some(row), Some(values)) = (indices.get(entries.clone()), values.get(entries.clone())) else { return };
        // Near the end nothing is ahead: the row asks for itself.
        let ahead = if PREFETCH { indices.get(entries.start + DISTANCE..entries.end + DISTANCE).unwrap_or(row) } else { row };
        if WIDTH == 0 {
            for ((&index, &value), &ahead) in row.iter().zip(values).zip(ahead) {
                if PREFETCH {
                    processor::prefetch(self.out, self.start(ahead.to_usize()), self.n);
                }
                add_row(simd, self.row(index.to_usize()), value, factors);
            }
            return;
        }
        let Some(factors) = factors.first_chunk::<WIDTH>() else { return };
        for ((&index, &value), &ahead) in row.iter().zip(values).zip(ahead) {
            if PREFETCH {
                processor::prefetch(self.out, self.start(ahead.to_usize()), WIDTH);
            }
            let start = self.start(index.to_usize());
            if let Some(sums) = self.out.get_mut(start..).and_then(|rest| rest.first_chunk_mut::<WIDTH>()) {
                V::add_products(simd, sums, &[value], factors);
            }
        }
    }

    /// The sum of a full block goes to its column's total.
    #[inline(always)]
    fn end_block(&mut self, column: usize, total: &mut [V]) {
        for (total, sum) in total.iter_mut().zip(self.row(column)) {
            *total = order::add(*total, *sum);
            *sum = V::ZERO;
        }
    }

    #[inline(always)]
    fn set(&mut self, column: usize, total: &[V]) {
        for (sum, total) in self.row(column).iter_mut().zip(total) {
            *sum = *total;
        }
    }
}

/// `sums += value * factors`, in steps of the registers' widths.
#[inline(always)]
fn add_row<L: Simd, V: Value>(simd: L, sums: &mut [V], value: V, factors: &[V]) {
    let (sums, factors) = add_steps::<16, L, V>(simd, sums, value, factors);
    let (sums, factors) = add_steps::<8, L, V>(simd, sums, value, factors);
    let (sums, factors) = add_steps::<4, L, V>(simd, sums, value, factors);
    for (sum, &factor) in sums.iter_mut().zip(factors) {
        *sum = order::add_product(*sum, value, factor);
    }
}

#[inline(always)]
fn add_steps<'s, 'f, const STEP: usize, L: Simd, V: Value>(
    simd: L,
    sums: &'s mut [V],
    value: V,
    factors: &'f [V],
) -> (&'s mut [V], &'f [V]) {
    let (sums, rest_of_sums) = sums.as_chunks_mut::<STEP>();
    let (factors, rest_of_factors) = factors.as_chunks::<STEP>();
    for (sums, factors) in sums.iter_mut().zip(factors) {
        V::add_products(simd, sums, &[value], factors);
    }
    (rest_of_sums, rest_of_factors)
}
