//! Sums of rows: the products of a csr, the transposed products and coalesce.
//!
//! A row's columns lie side by side in the threads of a group, each of which keeps running sums in storage order. One
//! column belongs to four threads: the lanes of a product, or, where the law wants one running sum, four that load for
//! each other. Rows of more than [`BLOCK`] terms are left out at first. Their blocks are spread over the grid by two
//! more launches: the terms are seen in windows of [`BLOCK`]; in each at most two blocks of such rows begin, one of a
//! row that has a term at the window's start, one of a row that begins later. So a block's place among the sums follows
//! from its first term.
use super::array::Ids;
pub(crate) use super::elements_of_products::{
    csr_csr, dense_csr, dense_csr_t, dense_products, dense_row_sparse_t, sddmm,
};
use super::entry::{self, Csr, Groups, Matrix, MatrixMut};
use super::gpu::{Stored, shuffle_lanes, store, warp_vote_ballot};
use super::group::{place, thread, with_width};
use super::terms::{Entries, Operand, PlannedTerms, Repeated, Segments, Terms, block_number, product, sum};
use core::array;
use lacuna::order::{BLOCK, LANES, add, combine_lanes};
use lacuna::{Index, Number, Value};

/// Where sums are written: row `row` of the output, or the row of its id.
struct Output<V, I> {
    data: *mut V,
    stride: usize,
    rows: usize,
    /// Null for the rows in order.
    ids: *const I,
}

impl<V: Number, I: Index> Output<V, I> {
    #[inline(always)]
    fn new(MatrixMut { data, rows, stride }: MatrixMut<V>, ids: *const I) -> Self {
        Self { data, stride, rows, ids }
    }

    #[inline(always)]
    unsafe fn row(&self, row: usize) -> Option<*mut V> {
        let row = if self.ids.is_null() { row } else { (*self.ids.add(row)).to_usize() };
        (row < self.rows).then(|| self.data.add(row * self.stride))
    }
}

#[inline(always)]
unsafe fn short_rows<const WIDTH: usize, V: Stored, I: Index>(
    segments: &Segments<I>,
    terms: &impl Terms<V, I>,
    operand: &Operand<V>,
    columns: usize,
    output: &Output<V, I>,
    lane_bits: u32,
) {
    let mut place = place(lane_bits, WIDTH);
    if place.row >= segments.count {
        return;
    }
    let (start, end) = segments.terms(place.row);
    let (false, Some(to)) = (end - start > BLOCK, output.row(place.row)) else { return };
    while place.column < columns {
        store(
            to.add(place.column),
            sum::<WIDTH, V, I, _>(terms, (start, end, 1), operand, place.column).map(V::narrow),
        );
        place.column += place.step;
    }
}

#[inline(always)]
unsafe fn long_blocks<const WIDTH: usize, V: Stored, I: Index>(
    segments: &Segments<I>,
    terms: &impl Terms<V, I>,
    operand: &Operand<V>,
    columns: usize,
    sums: *mut V::Arithmetic,
    lane_bits: u32,
) {
    let mut place = place(lane_bits, WIDTH);
    let Some((_, _, end, first)) = segments.block(place.row) else { return };
    let end = end.min(first + BLOCK);
    while place.column < columns {
        store(
            sums.add(place.row * columns + place.column),
            sum::<WIDTH, V, I, _>(terms, (first, end, 1), operand, place.column),
        );
        place.column += place.step;
    }
}

/// One column by the lanes of the law: the sum of the terms from `start` to `end`, in each of the [`LANES`] threads of
/// a row. The whole warp calls it.
#[inline(always)]
unsafe fn sum_of_lanes<V: Stored, I: Index>(
    terms: &impl Terms<V, I>,
    (start, end): (usize, usize),
    operand: &Operand<V>,
) -> V::Arithmetic {
    let [partial] = sum(terms, (start + thread() % LANES, end, LANES), operand, 0);
    combine_lanes(shuffle_lanes(partial))
}

/// One column in storage order: threads side by side load terms side by side, and each adds them all. The whole warp
/// calls it.
#[inline(always)]
unsafe fn sum_in_order<V: Stored, I: Index>(
    terms: &impl Terms<V, I>,
    (start, end): (usize, usize),
    operand: &Operand<V>,
) -> V::Arithmetic {
    let (lane, mut sum, mut t) = (thread() % LANES, V::Arithmetic::ZERO, start);
    while warp_vote_ballot(t < end) != 0 {
        // What is not there is +0, which changes no bit: a running sum from +0 is never -0.
        let products: [V::Arithmetic; 2] = array::from_fn(|i| product(terms, t + i * LANES + lane, end, operand));
        for i in 0..2 {
            let products = shuffle_lanes(products[i]);
            for other in 0..LANES {
                sum = add(sum, products[other]);
            }
        }
        t += 2 * LANES;
    }
    sum
}

/// One column: [`LANES`] threads a row.
#[inline(always)]
unsafe fn short_rows_of_column<V: Stored, I: Index>(
    segments: &Segments<I>,
    output: &Output<V, I>,
    sum: impl FnOnce((usize, usize)) -> V::Arithmetic,
) {
    let row = thread() / LANES;
    let (start, end) = if row < segments.count { segments.terms(row) } else { (0, 0) };
    let short = end - start <= BLOCK;
    let total = sum(if short { (start, end) } else { (0, 0) });
    if row < segments.count
        && short
        && thread() % LANES == 0
        && let Some(to) = output.row(row)
    {
        *to = V::narrow(total);
    }
}

#[inline(always)]
unsafe fn long_blocks_of_column<V: Value, I: Index>(
    segments: &Segments<I>,
    sums: *mut V,
    sum: impl FnOnce((usize, usize)) -> V,
) {
    let number = thread() / LANES;
    let block = segments.block(number);
    let total = sum(block.map_or((0, 0), |(_, _, end, first)| (first, end.min(first + BLOCK))));
    if block.is_some() && thread() % LANES == 0 {
        *sums.add(number) = total;
    }
}

/// Rows of at most a block of terms.
#[inline(always)]
unsafe fn rows<V: Stored, I: Index>(
    segments: &Segments<I>,
    terms: &impl Terms<V, I>,
    b: Matrix<V>,
    output: &Output<V, I>,
    groups: Groups,
    sum: impl FnOnce((usize, usize)) -> V::Arithmetic,
) {
    if b.columns == 1 {
        short_rows_of_column(segments, output, sum);
    } else {
        let operand = Operand::new(b);
        with_width!(
            groups.wide, V, WIDTH => short_rows::<WIDTH, V,
            I>(segments, terms, &operand, b.columns, output, groups.lane_bits)
        );
    }
}

/// The blocks of longer rows.
#[inline(always)]
unsafe fn blocks<V: Stored, I: Index>(
    segments: &Segments<I>,
    terms: &impl Terms<V, I>,
    b: Matrix<V>,
    sums: *mut V::Arithmetic,
    groups: Groups,
    sum: impl FnOnce((usize, usize)) -> V::Arithmetic,
) {
    if b.columns == 1 {
        long_blocks_of_column(segments, sums, sum);
    } else {
        let operand = Operand::new(b);
        with_width!(
            groups.wide, V, WIDTH => long_blocks::<WIDTH, V,
            I>(segments, terms, &operand, b.columns, sums, groups.lane_bits)
        );
    }
}

#[inline(always)]
unsafe fn csr<V: Stored, I: Index, const SKIPS: bool>(a: Csr<V, I>, b: Matrix<V>, out: MatrixMut<V>, groups: Groups) {
    let (segments, terms) = (Segments::of_csr(a), Entries::<V, I, SKIPS> { indices: a.indices, values: a.values });
    let output = Output::new(out, core::ptr::null());
    rows(&segments, &terms, b, &output, groups, |range| sum_of_lanes(&terms, range, &Operand::new(b)));
}

pub(crate) unsafe fn csr_dense<V: Stored, I: Index>(entry::csr_dense { a, b, out, groups }: entry::csr_dense<V, I>) {
    csr::<V, I, false>(a, b, out, groups);
}

pub(crate) unsafe fn csr_row_sparse<V: Value + Stored, I: Index>(
    entry::csr_row_sparse { a, b, out, groups }: entry::csr_row_sparse<V, I>,
) {
    csr::<V, I, true>(a, b, out, groups);
}

#[inline(always)]
unsafe fn blocks_of_csr<V: Stored, I: Index, const SKIPS: bool>(
    a: Csr<V, I>,
    b: Matrix<V>,
    sums: *mut V::Arithmetic,
    groups: Groups,
) {
    let (segments, terms) = (Segments::of_csr(a), Entries::<V, I, SKIPS> { indices: a.indices, values: a.values });
    blocks(&segments, &terms, b, sums, groups, |range| sum_of_lanes(&terms, range, &Operand::new(b)));
}

pub(crate) unsafe fn csr_blocks<V: Stored, I: Index>(
    entry::csr_blocks { a, b, sums, groups }: entry::csr_blocks<V, I>,
) {
    // Blocks of rows are few: one entry serves both products, of which that with a row_sparse matrix takes no numbers
    // of 16 bits.
    if size_of::<V>() == 2 {
        blocks_of_csr::<V, I, false>(a, b, sums, groups);
    } else {
        blocks_of_csr::<V, I, true>(a, b, sums, groups);
    }
}

pub(crate) unsafe fn planned_products<V: Stored, I: Index>(
    entry::planned_products { segments, terms, b, out, ids, groups }: entry::planned_products<V, I>,
) {
    let (segments, terms, output) = (Segments::new(segments), PlannedTerms::new(terms), Output::new(out, ids));
    rows(&segments, &terms, b, &output, groups, |range| sum_in_order(&terms, range, &Operand::new(b)));
}

pub(crate) unsafe fn coalesce<V: Stored, I: Index>(
    entry::coalesce { segments, rows: terms, b, out, groups }: entry::coalesce<V, I>,
) {
    let (segments, terms, output) =
        (Segments::new(segments), Repeated(terms), Output::new(out, core::ptr::null::<I>()));
    rows(&segments, &terms, b, &output, groups, |range| sum_in_order(&terms, range, &Operand::new(b)));
}

pub(crate) unsafe fn plan_blocks<V: Stored, I: Index>(
    entry::plan_blocks { segments, terms, b, sums, groups }: entry::plan_blocks<V, I>,
) {
    let segments = Segments::new(segments);
    if terms.values.is_null() {
        let terms = Repeated(terms.rows);
        blocks(&segments, &terms, b, sums, groups, |range| sum_in_order(&terms, range, &Operand::new(b)));
    } else {
        let terms = PlannedTerms::new(terms);
        blocks(&segments, &terms, b, sums, groups, |range| sum_in_order(&terms, range, &Operand::new(b)));
    }
}

pub(crate) unsafe fn block_totals<V: Stored, I: Index>(
    entry::block_totals { segments, columns, sums, out, ids, lane_bits }: entry::block_totals<V, I>,
) {
    let (segments, output) = (Segments::new(segments), Output::new(out, ids));
    let mut place = place(lane_bits, 1);
    let Some((row, start, end, first)) = segments.block(place.row) else { return };
    // The group of the first block adds up all.
    let (true, Some(to)) = (first == start, output.row(row)) else { return };
    while place.column < columns {
        let mut total = *sums.add(block_number(start, start) * columns + place.column);
        let mut first = start + BLOCK;
        while first < end {
            total = add(total, *sums.add(block_number(start, first) * columns + place.column));
            first += BLOCK;
        }
        *to.add(place.column) = V::narrow(total);
        place.column += place.step;
    }
}

/// All bits set where the row is not stored.
pub(crate) unsafe fn stored_positions<I: Index>(
    entry::stored_positions { indices, length, stored, positions }: entry::stored_positions<I>,
) {
    let entry = thread();
    if entry < length {
        let place = Ids::new(stored).find((*indices.add(entry)).to_usize());
        *positions.add(entry) = I::from_usize(place.unwrap_or(usize::MAX));
    }
}
