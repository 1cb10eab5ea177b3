//! Transposed products by scattering: each entry of the csr adds its term into a row of the output.
//!
//! Terms arrive in the order of the law by themselves, row by row. A block that is full moves into a total of its own,
//! at entries that are known beforehand, so that no entry asks whether it is one of them.
use super::{BlockEnds, OutputRows};
use crate::simd::{Simd, Work};
use crate::{Csr, Dense, DenseMut, Index, RowSparse, Value, order, processor};
use core::mem;
use core::ops::Range;

/// The rows that are multiplied: all of a dense matrix, or those that a row_sparse one stores.
pub(super) struct Factors<'a, V, I> {
    data: &'a [V],
    stride: usize,
    rows: usize,
    /// The ids, and the one that counts as row 0.
    stored: Option<(&'a [I], usize)>,
}

impl<'a, V: Value, I: Index> From<Dense<'a, V>> for Factors<'a, V, I> {
    fn from(b: Dense<'a, V>) -> Self {
        Self { data: b.data(), stride: b.stride(), rows: b.rows(), stored: None }
    }
}

impl<'a, V: Value, I: Index> From<RowSparse<'a, V, I>> for Factors<'a, V, I> {
    fn from(b: RowSparse<'a, V, I>) -> Self {
        Self {
            data: b.data(),
            stride: b.row_length(),
            rows: b.stored_rows(),
            stored: Some((b.indices(), b.first_row())),
        }
    }
}

impl<V: Value, I: Index> Factors<'_, V, I> {
    /// The row of the csr that row `k` multiplies.
    #[inline(always)]
    fn row_of(&self, k: usize) -> usize {
        match self.stored {
            None => k,
            Some((ids, first)) => ids.get(k).map_or(usize::MAX, |id| id.to_usize().wrapping_sub(first)),
        }
    }
}

/// The arguments of both products.
pub(super) struct Scatter<'a, V, I> {
    pub(super) a: Csr<'a, V, I>,
    pub(super) ends: BlockEnds<'a, I>,
    pub(super) b: Factors<'a, V, I>,
    pub(super) totals: &'a mut [V],
    pub(super) out: DenseMut<'a, V>,
    /// Those of the result that `out` has.
    pub(super) rows: OutputRows,
}

impl<'a, V: Value, I: Index> Scatter<'a, V, I> {
    /// With the indices as loops read them.
    #[inline(always)]
    pub(super) fn unsigned(self) -> Scatter<'a, V, I::Unsigned> {
        let Self { a, ends, b: Factors { data, stride, rows: factors, stored }, totals, out, rows } = self;
        let stored = stored.map(|(ids, first)| (I::unsigned(ids), first));
        let b = Factors { data, stride, rows: factors, stored };
        Scatter { a: a.unsigned(), ends: ends.unsigned(), b, totals, out, rows }
    }
}

/// The entries of short rows are separated by counting, without a branch for each.
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

/// Where the entries of a row start and end that are in these columns. In a matrix with a band, most rows are in one
/// part whole.
#[inline(always)]
fn part_of<I: Index>(indices: &[I], entries: Range<usize>, columns: &Range<usize>) -> (usize, usize) {
    let row = indices.get(entries.clone()).unwrap_or(&[]);
    let (Some(first), Some(last)) = (row.first(), row.last()) else { return (entries.start, entries.start) };
    let (first, last) = (first.to_usize(), last.to_usize());
    let place = |bound: usize, above: bool, below: bool| match (above, below) {
        (true, _) => 0,
        (_, true) => row.len(),
        _ => place_of(row, bound),
    };
    let start = place(columns.start, first >= columns.start, last < columns.start);
    let end = place(columns.end, first >= columns.end, last < columns.end);
    (entries.start.wrapping_add(start), entries.start.wrapping_add(end))
}

/// Rows of a part that are added at once.
const BATCH: usize = 32;

/// Entries between the one in work and the one whose row of the output is prefetched. Rows of many lines come faster
/// without.
const DISTANCE: usize = 32;

/// Rows of the output between the last one in work and the one that is prefetched, where rows are near each other.
const BAND_DISTANCE: usize = 32;

impl<V: Value, I: Index> Work for Scatter<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, ends, b, totals, mut out, rows } = self;
        let (n, columns) = (out.columns(), rows.of(&out));
        if n == 0 {
            return;
        }
        let row_bytes = n.saturating_mul(size_of::<V>());
        let far = processor::PREFETCHES
            && out.nbytes() >= processor::PREFETCH_BYTES
            && row_bytes <= 2 * processor::LINE_BYTES;
        // Rows near each other are still in the caches.
        let prefetch = far && !processor::is_local(a.indices(), DISTANCE, row_bytes);
        let contiguous = out.is_contiguous();
        if contiguous {
            out.data_mut().fill(V::ZERO);
        } else {
            for row in 0..out.rows() {
                out.row_mut(row).fill(V::ZERO);
            }
        }
        totals.fill(V::ZERO);

        let whole = columns == (0..a.columns()) && b.stored.is_none();
        let (indices, values) = a.stored();
        let origin = a.indptr().first().map_or(0, |first| first.to_usize());
        let mut target =
            Target { indices, values, stride: out.stride(), n, first: columns.start, origin, out: out.into_data() };
        let mut block_ends = ends.entries().iter().map(|entry| entry.to_usize());
        let mut next_end = block_ends.next().unwrap_or(usize::MAX);
        // Without the check, rows that take no memory may be any number.
        let count = b.rows.min(a.rows());
        let (mut k, mut rest) = (0, None);
        let mut pairs = [I::default(); 2 * BATCH];
        while k < count || rest.is_some() {
            // Most rows are added whole, and end no block.
            let plain = if whole && rest.is_none() { a.rows_before(next_end).min(count) } else { 0 };
            let mut ended = false;
            let (bounds, step, row) = if plain > k {
                (a.indptr().get(k..=plain).unwrap_or(&[]), 1, mem::replace(&mut k, plain))
            } else {
                let (first, mut filled) = (k - usize::from(rest.is_some()), 0);
                for pair in pairs.as_chunks_mut::<2>().0 {
                    let (start, end) = match rest.take() {
                        Some(places) => places,
                        None if k < count => {
                            k += 1;
                            part_of(indices, a.entries(b.row_of(k - 1)), &columns)
                        }
                        None => break,
                    };
                    // Other parts' ends, and those of rows that are not multiplied.
                    while next_end < start {
                        next_end = block_ends.next().unwrap_or(usize::MAX);
                    }
                    let stop = end.min(next_end.saturating_add(1));
                    *pair = [start, stop].map(|place| I::from_usize(place.wrapping_add(origin)));
                    filled += 2;
                    if stop > next_end {
                        (rest, ended) = (Some((stop, end)), true);
                        break;
                    }
                }
                (pairs.get(..filled).unwrap_or(&[]), 2, first)
            };
            let factors = b.data.get(row.wrapping_mul(b.stride)..).unwrap_or(&[]);
            let part = step == 2;
            let rows = Rows { target: &mut target, bounds, step, factors, stride: b.stride };
            // Parts have loops of their own for one column and for a register of eight.
            macro_rules! of_width {
                ($prefetch:literal, $($width:literal),*) => {
                    match n {
                        1 if contiguous && part => simd.apart(AddRows::<V, I, 1, $prefetch, true>(rows)),
                        1 if contiguous => simd.apart(AddToColumn(rows)),
                        8 if const { processor::many_loops::<V>() } && contiguous && part => simd.apart(
                            AddRows::<V, I, 8, $prefetch, true>(rows)
                        ),
                        $(
                            $width if const { processor::many_loops::<V>() } && contiguous && !part =>
                            simd.apart(AddRows::<V, I, $width, $prefetch, false>(rows)),
                        )*
                        _ => simd.apart(AddStridedRows::<V, I, $prefetch>(rows)),
                    }
                };
            }
            if processor::PREFETCHES && prefetch {
                of_width!(true, 2, 4, 8, 16, 32);
            } else {
                of_width!(false, 2, 4, 8, 16, 32, 64);
            }
            if ended {
                if let Some(column) = indices.get(next_end).map(|index| index.to_usize())
                    && let Some(place) = ends.place_of(column)
                    && let Some(total) = totals.get_mut(place.wrapping_mul(n)..).and_then(|rest| rest.get_mut(..n))
                {
                    target.end_block(column, total);
                }
                next_end = block_ends.next().unwrap_or(usize::MAX);
            }
        }
        for (column, total) in ends.columns().iter().zip(totals.chunks_exact_mut(n)) {
            target.end_block(column.to_usize(), total);
            target.row(column.to_usize()).iter_mut().zip(total).for_each(|(sum, total)| *sum = *total);
        }
    }
}

/// The output, and what is added to it.
struct Target<'a, V, I> {
    indices: &'a [I],
    values: &'a [V],
    out: &'a mut [V],
    stride: usize,
    n: usize,
    /// The row of the whole output that stands first.
    first: usize,
    /// The first pointer of the csr.
    origin: usize,
}

impl<V: Value, I: Index> Target<'_, V, I> {
    #[inline(always)]
    fn row(&mut self, column: usize) -> &mut [V] {
        let start = column.wrapping_sub(self.first).wrapping_mul(self.stride);
        self.out.get_mut(start..start.wrapping_add(self.n)).unwrap_or_default()
    }

    /// The sum of a full block goes to its column's total.
    #[inline(always)]
    fn end_block(&mut self, column: usize, total: &mut [V]) {
        for (total, sum) in total.iter_mut().zip(self.row(column)) {
            *total = order::add(*total, *sum);
            *sum = V::ZERO;
        }
    }
}

/// Rows of the csr, the first of which is multiplied by the first of `factors`, which are `stride` elements apart.
struct Rows<'t, 'a, V, I> {
    target: &'t mut Target<'a, V, I>,
    /// Where rows start and end: pairs, or, in steps of one, each end is the next one's start.
    bounds: &'t [I],
    step: usize,
    factors: &'t [V],
    stride: usize,
}

/// The indices of a row, its values, the indices [`DISTANCE`] entries ahead, if these are asked for, and its factors.
type Row<'t, 'a, V, I> = (&'a [I], &'a [V], &'a [I], &'t [V]);

impl<'t, 'a, V: Value, I: Index> Rows<'t, 'a, V, I> {
    /// The output, and rows in steps of one.
    #[inline(always)]
    fn following<const PREFETCH: bool>(self) -> (&'t mut [V], impl Iterator<Item = Row<'t, 'a, V, I>>) {
        let Self { target: &mut Target { indices, values, ref mut out, origin, .. }, bounds, factors, stride, .. } =
            self;
        let entries = Entries { indices, values, origin };
        let rows = bounds.windows(2).zip(factors.chunks(stride.max(1)));
        (out, rows.filter_map(move |(bounds, factors)| entries.row::<PREFETCH>(bounds[0], bounds[1], factors)))
    }

    /// The output, and rows in any steps: slower.
    #[inline(always)]
    fn stepping<const PREFETCH: bool>(self) -> (&'t mut [V], impl Iterator<Item = Row<'t, 'a, V, I>>) {
        let Self { target: &mut Target { indices, values, ref mut out, origin, .. }, bounds, step, factors, stride } =
            self;
        let entries = Entries { indices, values, origin };
        let rows = bounds.windows(2).step_by(step).zip(factors.chunks(stride.max(1)));
        (out, rows.filter_map(move |(bounds, factors)| entries.row::<PREFETCH>(bounds[0], bounds[1], factors)))
    }
}

struct Entries<'a, V, I> {
    indices: &'a [I],
    values: &'a [V],
    origin: usize,
}

impl<'a, V: Value, I: Index> Entries<'a, V, I> {
    #[inline(always)]
    fn row<'t, const PREFETCH: bool>(&self, start: I, end: I, factors: &'t [V]) -> Option<Row<'t, 'a, V, I>> {
        let [start, end] = [start, end].map(|bound| bound.to_usize().wrapping_sub(self.origin));
        let (row, values) = (self.indices.get(start..end)?, self.values.get(start..end)?);
        // Near the end nothing is ahead: the row asks for itself.
        let ahead = if PREFETCH { self.indices.get(start + DISTANCE..end + DISTANCE).unwrap_or(row) } else { row };
        Some((row, values, ahead, factors))
    }
}

/// Adds the terms of rows to an output whose rows have `WIDTH` elements, one after the other. Rows of a `PART` are
/// pairs.
struct AddRows<'t, 'a, V, I, const WIDTH: usize, const PREFETCH: bool, const PART: bool>(Rows<'t, 'a, V, I>);

impl<V: Value, I: Index, const WIDTH: usize, const PREFETCH: bool, const PART: bool> Work
    for AddRows<'_, '_, V, I, WIDTH, PREFETCH, PART>
{
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        if PART {
            let first = self.0.target.first;
            let (out, rows) = self.0.stepping::<PREFETCH>();
            let (out, _) = out.as_chunks_mut::<WIDTH>();
            for row in rows {
                add_whole_row::<WIDTH, PREFETCH, L, V, I>(simd, out, first, row);
            }
        } else {
            let (out, rows) = self.0.following::<PREFETCH>();
            let (out, _) = out.as_chunks_mut::<WIDTH>();
            for row in rows {
                add_whole_row::<WIDTH, PREFETCH, L, V, I>(simd, out, 0, row);
            }
        }
    }
}

/// Adds the terms of a row; the output begins with row `first` of all.
#[inline(always)]
fn add_whole_row<const WIDTH: usize, const PREFETCH: bool, L: Simd, V: Value, I: Index>(
    simd: L,
    out: &mut [[V; WIDTH]],
    first: usize,
    (row, values, ahead, factors): Row<'_, '_, V, I>,
) {
    let row_of = |index: I| index.to_usize().wrapping_sub(first);
    let Some(&factors) = factors.first_chunk::<WIDTH>() else { return };
    processor::prefetch_entries(row, values);
    // Where not each entry asks: the row of the output at which a band goes on.
    if !PREFETCH
        && WIDTH > 1
        && let Some(&last) = row.last()
    {
        processor::prefetch(out, row_of(last).wrapping_add(BAND_DISTANCE), 1);
    }
    let ((fours, row), (value_fours, values), (ahead_fours, ahead)) =
        (row.as_chunks::<4>(), values.as_chunks::<4>(), ahead.as_chunks::<4>());
    for ((indices, values), ahead) in fours.iter().zip(value_fours).zip(ahead_fours) {
        for i in 0..4 {
            if PREFETCH {
                processor::prefetch(out, row_of(ahead[i]), 1);
            }
            add_entry(simd, out, row_of(indices[i]), values[i], &factors);
        }
    }
    for ((&index, &value), &ahead) in row.iter().zip(values).zip(ahead) {
        if PREFETCH {
            processor::prefetch(out, row_of(ahead), 1);
        }
        add_entry(simd, out, row_of(index), value, &factors);
    }
}

/// Adds the terms of whole rows to an output of one column.
struct AddToColumn<'t, 'a, V, I>(Rows<'t, 'a, V, I>);

impl<V: Value, I: Index> Work for AddToColumn<'_, '_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Rows { target: &mut Target { indices, values, ref mut out, origin, .. }, bounds, factors, stride, .. } =
            self.0;
        let entries = indices.len().min(values.len());
        let (indices, values, out) = (&indices[..entries], &values[..entries], &mut **out);
        let Some((&first, bounds)) = bounds.split_first() else { return };
        let mut start = first.to_usize().wrapping_sub(origin);
        for (&bound, factors) in bounds.iter().zip(factors.chunks(stride.max(1))) {
            let end = bound.to_usize().wrapping_sub(origin);
            let places = core::mem::replace(&mut start, end)..end;
            let (Some(indices), Some(values)) = (indices.get(places.clone()), values.get(places)) else { continue };
            let factor = factors[0];
            processor::prefetch_entries(indices, values);
            let ((fours, indices), (value_fours, values)) = (indices.as_chunks::<4>(), values.as_chunks::<4>());
            for (indices, values) in fours.iter().zip(value_fours) {
                for k in 0..4 {
                    add_to(out, indices[k], values[k], factor);
                }
            }
            for (&index, &value) in indices.iter().zip(values) {
                add_to(out, index, value, factor);
            }
        }
    }
}

#[inline(always)]
fn add_to<V: Value, I: Index>(column: &mut [V], index: I, value: V, factor: V) {
    if let Some(sum) = column.get_mut(index.to_usize()) {
        *sum = order::add_product(*sum, value, factor);
    }
}

/// As [`AddRows`], with rows of any number of elements and any distance.
struct AddStridedRows<'t, 'a, V, I, const PREFETCH: bool>(Rows<'t, 'a, V, I>);

impl<V: Value, I: Index, const PREFETCH: bool> Work for AddStridedRows<'_, '_, V, I, PREFETCH> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Target { first, stride, n, .. } = *self.0.target;
        let start_of = |index: I| index.to_usize().wrapping_sub(first).wrapping_mul(stride);
        let (out, rows) = self.0.stepping::<PREFETCH>();
        for (row, values, ahead, factors) in rows {
            let factors = factors.get(..n).unwrap_or(&[]);
            for ((&index, &value), &ahead) in row.iter().zip(values).zip(ahead) {
                if PREFETCH {
                    processor::prefetch(out, start_of(ahead), n);
                }
                let start = start_of(index);
                add_row(simd, out.get_mut(start..start.wrapping_add(n)).unwrap_or_default(), value, factors);
            }
        }
    }
}

#[inline(always)]
fn add_entry<const WIDTH: usize, L: Simd, V: Value>(
    simd: L,
    rows: &mut [[V; WIDTH]],
    row: usize,
    value: V,
    factors: &[V; WIDTH],
) {
    if let Some(sums) = rows.get_mut(row) {
        V::add_products(simd, sums, &[value], factors);
    }
}

/// `sums += value * factors`, in steps of the registers' widths.
#[inline(always)]
fn add_row<L: Simd, V: Value>(simd: L, sums: &mut [V], value: V, factors: &[V]) {
    let (sums, factors) = add_steps::<16, L, V>(simd, sums, value, factors);
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
