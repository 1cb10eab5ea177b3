//! Sums of rows: the products of a csr, the transposed products and coalesce.
//!
//! A row's columns lie side by side in the threads of a group, each of which keeps running sums in storage order. One column belongs to four threads: the lanes of a
//! product, or, where the law wants one running sum, four that load for each other. Rows of more than [`BLOCK`] terms are left out at
//! first. Their blocks are spread over the grid by two more launches: the terms are seen in windows of [`BLOCK`]; in each at most two blocks of such rows begin, one of
//! a row that has a term at the window's start, one of a row that begins later. So a block's place among the sums follows from its first term.
use super::array::Ids;
use super::gpu::{lane_id, store, warp_shuffle_idx, warp_vote_ballot};
use super::group::{place, thread, with_width};
use super::terms::{Entries, Operand, Planned, Repeated, Segments, Terms, block_number, product, sum};
use core::array;
use lacuna::order::{BLOCK, LANES, add, combine_lanes};
use lacuna::{Index, Value};

/// Where sums are written: row `row` of the output, or the row of its id.
struct Output<V, I> {
    data: *mut V,
    stride: usize,
    rows: usize,
    /// Null for the rows in order.
    ids: *const I,
}

impl<V: Value, I: Index> Output<V, I> {
    #[inline(always)]
    unsafe fn row(&self, row: usize) -> Option<*mut V> {
        let row = if self.ids.is_null() { row } else { (*self.ids.add(row)).to_usize() };
        (row < self.rows).then(|| self.data.add(row * self.stride))
    }
}

#[inline(always)]
unsafe fn short_rows<const WIDTH: usize, V: Value, I: Index>(
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
        store(to.add(place.column), sum::<WIDTH, V, I, _>(terms, (start, end, 1), operand, place.column));
        place.column += place.step;
    }
}

#[inline(always)]
unsafe fn long_blocks<const WIDTH: usize, V: Value, I: Index>(
    segments: &Segments<I>,
    terms: &impl Terms<V, I>,
    operand: &Operand<V>,
    columns: usize,
    sums: *mut V,
    lane_bits: u32,
) {
    let mut place = place(lane_bits, WIDTH);
    let Some((_, _, end, first)) = segments.block(place.row) else { return };
    let end = end.min(first + BLOCK);
    while place.column < columns {
        store(sums.add(place.row * columns + place.column), sum::<WIDTH, V, I, _>(terms, (first, end, 1), operand, place.column));
        place.column += place.step;
    }
}

/// One column by the lanes of the law: the sum of the terms from `start` to `end`, in each of the [`LANES`] threads of a row. The whole warp calls it.
#[inline(always)]
unsafe fn sum_of_lanes<V: Value, I: Index>(terms: &impl Terms<V, I>, (start, end): (usize, usize), operand: &Operand<V>) -> V {
    let [partial] = sum(terms, (start + thread() % LANES, end, LANES), operand, 0);
    let first = lane_id() & !(LANES as u32 - 1);
    combine_lanes(array::from_fn(|lane| warp_shuffle_idx(partial, first + lane as u32)))
}

/// One column in storage order: threads side by side load terms side by side, and each adds them all. The whole warp calls it.
#[inline(always)]
unsafe fn sum_in_order<V: Value, I: Index>(terms: &impl Terms<V, I>, (start, end): (usize, usize), operand: &Operand<V>) -> V {
    let (lane, mut sum, mut t) = (thread() % LANES, V::ZERO, start);
    let first = lane_id() & !(LANES as u32 - 1);
    while warp_vote_ballot(t < end) != 0 {
        // What is not there is +0, which changes no bit: a running sum from +0 is never -0.
        let products: [V; 2] = array::from_fn(|i| product(terms, t + i * LANES + lane, end, operand));
        for i in 0..2 {
            for other in 0..LANES {
                sum = add(sum, warp_shuffle_idx(products[i], first + other as u32));
            }
        }
        t += 2 * LANES;
    }
    sum
}

/// One column: [`LANES`] threads a row.
#[inline(always)]
unsafe fn short_rows_of_column<V: Value, I: Index>(segments: &Segments<I>, output: &Output<V, I>, sum: impl FnOnce((usize, usize)) -> V) {
    let row = thread() / LANES;
    let (start, end) = if row < segments.count { segments.terms(row) } else { (0, 0) };
    let short = end - start <= BLOCK;
    let total = sum(if short { (start, end) } else { (0, 0) });
    if row < segments.count
        && short
        && thread() % LANES == 0
        && let Some(to) = output.row(row)
    {
        *to = total;
    }
}

#[inline(always)]
unsafe fn long_blocks_of_column<V: Value, I: Index>(segments: &Segments<I>, sums: *mut V, sum: impl FnOnce((usize, usize)) -> V) {
    let number = thread() / LANES;
    let block = segments.block(number);
    let total = sum(block.map_or((0, 0), |(_, _, end, first)| (first, end.min(first + BLOCK))));
    if block.is_some() && thread() % LANES == 0 {
        *sums.add(number) = total;
    }
}

unsafe fn csr<V: Value, I: Index, const SKIPS: bool>(
    indptr: *const I,
    indices: *const I,
    values: *const V,
    capacity: usize,
    rows: usize,
    data: *const V,
    operand_rows: usize,
    stride: usize,
    columns: usize,
    out: *mut V,
    out_stride: usize,
    lane_bits: u32,
    wide: u32,
) {
    let segments = Segments { bounds: indptr, count: rows, capacity };
    let (terms, operand) = (Entries::<V, I, SKIPS> { indices, values }, Operand::new(data, operand_rows, stride));
    let output = Output { data: out, stride: out_stride, rows, ids: core::ptr::null::<I>() };
    if columns == 1 {
        short_rows_of_column(&segments, &output, |range| sum_of_lanes(&terms, range, &operand));
    } else {
        with_width!(wide, V, WIDTH => short_rows::<WIDTH, V, I>(&segments, &terms, &operand, columns, &output, lane_bits));
    }
}

unsafe fn csr_block_sums<V: Value, I: Index>(
    indptr: *const I,
    indices: *const I,
    values: *const V,
    capacity: usize,
    rows: usize,
    data: *const V,
    operand_rows: usize,
    stride: usize,
    columns: usize,
    sums: *mut V,
    lane_bits: u32,
    wide: u32,
) {
    let segments = Segments { bounds: indptr, count: rows, capacity };
    // Blocks of rows are few: one entry serves both products.
    let (terms, operand) = (Entries::<V, I, true> { indices, values }, Operand::new(data, operand_rows, stride));
    if columns == 1 {
        long_blocks_of_column(&segments, sums, |range| sum_of_lanes(&terms, range, &operand));
    } else {
        with_width!(wide, V, WIDTH => long_blocks::<WIDTH, V, I>(&segments, &terms, &operand, columns, sums, lane_bits));
    }
}

unsafe fn planned<V: Value, I: Index>(
    bounds: *const I,
    stored: *const I,
    count_capacity: usize,
    rows: *const I,
    entries: *const I,
    values: *const V,
    value_count: usize,
    capacity: usize,
    data: *const V,
    operand_rows: usize,
    stride: usize,
    columns: usize,
    out: *mut V,
    out_stride: usize,
    out_rows: usize,
    ids: *const I,
    lane_bits: u32,
    wide: u32,
) {
    let segments = Segments { bounds, count: (*stored).to_usize().min(count_capacity), capacity };
    let operand = Operand::new(data, operand_rows, stride);
    let output = Output { data: out, stride: out_stride, rows: out_rows, ids };
    let terms = Planned { rows, entries, values, last_value: value_count - 1 };
    if columns == 1 {
        short_rows_of_column(&segments, &output, |range| sum_in_order(&terms, range, &operand));
    } else {
        with_width!(wide, V, WIDTH => short_rows::<WIDTH, V, I>(&segments, &terms, &operand, columns, &output, lane_bits));
    }
}

unsafe fn repeated<V: Value, I: Index>(
    bounds: *const I,
    stored: *const I,
    count_capacity: usize,
    rows: *const I,
    capacity: usize,
    data: *const V,
    operand_rows: usize,
    columns: usize,
    out: *mut V,
    lane_bits: u32,
    wide: u32,
) {
    let segments = Segments { bounds, count: (*stored).to_usize().min(count_capacity), capacity };
    let (terms, operand) = (Repeated(rows), Operand::new(data, operand_rows, columns));
    let output = Output { data: out, stride: columns, rows: count_capacity, ids: core::ptr::null::<I>() };
    if columns == 1 {
        short_rows_of_column(&segments, &output, |range| sum_in_order(&terms, range, &operand));
    } else {
        with_width!(wide, V, WIDTH => short_rows::<WIDTH, V, I>(&segments, &terms, &operand, columns, &output, lane_bits));
    }
}

unsafe fn planned_block_sums<V: Value, I: Index>(
    bounds: *const I,
    stored: *const I,
    count_capacity: usize,
    rows: *const I,
    entries: *const I,
    values: *const V,
    value_count: usize,
    capacity: usize,
    data: *const V,
    operand_rows: usize,
    stride: usize,
    columns: usize,
    sums: *mut V,
    lane_bits: u32,
    wide: u32,
) {
    let segments = Segments { bounds, count: (*stored).to_usize().min(count_capacity), capacity };
    let operand = Operand::new(data, operand_rows, stride);
    if columns == 1 {
        if values.is_null() {
            let terms = Repeated(rows);
            long_blocks_of_column(&segments, sums, |range| sum_in_order(&terms, range, &operand));
        } else {
            let terms = Planned { rows, entries, values, last_value: value_count - 1 };
            long_blocks_of_column(&segments, sums, |range| sum_in_order(&terms, range, &operand));
        }
    } else if values.is_null() {
        let terms = Repeated(rows);
        with_width!(wide, V, WIDTH => long_blocks::<WIDTH, V, I>(&segments, &terms, &operand, columns, sums, lane_bits));
    } else {
        let terms = Planned { rows, entries, values, last_value: value_count - 1 };
        with_width!(wide, V, WIDTH => long_blocks::<WIDTH, V, I>(&segments, &terms, &operand, columns, sums, lane_bits));
    }
}

unsafe fn totals<V: Value, I: Index>(
    bounds: *const I,
    stored: *const I,
    count_capacity: usize,
    capacity: usize,
    columns: usize,
    sums: *const V,
    out: *mut V,
    out_stride: usize,
    out_rows: usize,
    ids: *const I,
    lane_bits: u32,
) {
    let count = if stored.is_null() { count_capacity } else { (*stored).to_usize().min(count_capacity) };
    let segments = Segments { bounds, count, capacity };
    let output = Output { data: out, stride: out_stride, rows: out_rows, ids };
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
        *to.add(place.column) = total;
        place.column += place.step;
    }
}

/// For each entry of a csr the place of its column among stored rows; all bits set where it is not stored.
unsafe fn positions<I: Index>(
    indices: *const I,
    capacity: usize,
    ids: *const I,
    stored: *const I,
    ids_capacity: usize,
    rows: usize,
    positions: *mut I,
) {
    let entry = thread();
    if entry < capacity {
        let place = Ids::new(ids, stored, ids_capacity, rows).find((*indices.add(entry)).to_usize());
        *positions.add(entry) = I::from_usize(place.unwrap_or(usize::MAX));
    }
}

entries! {
    /// `out = a b`, rows of at most a block of entries. One column: 4 threads a row.
    fn csr_dense[V, I](indptr: *const I, indices: *const I, values: *const V, capacity: usize, rows: usize, data: *const V, operand_rows: usize, stride: usize,
        columns: usize, out: *mut V, out_stride: usize, lane_bits: u32, wide: u32) = csr, false;
    /// As `csr_dense`; the indices are places among the stored rows.
    fn csr_row_sparse[V, I](indptr: *const I, indices: *const I, values: *const V, capacity: usize, rows: usize, data: *const V, operand_rows: usize, stride: usize,
        columns: usize, out: *mut V, out_stride: usize, lane_bits: u32, wide: u32) = csr, true;
    /// The sums of the blocks of longer rows.
    fn csr_blocks[V, I](indptr: *const I, indices: *const I, values: *const V, capacity: usize, rows: usize, data: *const V, operand_rows: usize, stride: usize,
        columns: usize, sums: *mut V, lane_bits: u32, wide: u32) = csr_block_sums;
    /// The sums of segments of at most a block of terms, one after the other.
    fn csr_t_dense[V, I](bounds: *const I, stored: *const I, count_capacity: usize, rows: *const I, entries: *const I, values: *const V, value_count: usize,
        capacity: usize, data: *const V, operand_rows: usize, stride: usize, columns: usize, out: *mut V, out_stride: usize, out_rows: usize, ids: *const I,
        lane_bits: u32, wide: u32) = planned;
    /// As `csr_t_dense`, into the rows of the ids.
    fn csr_t_dense_to_dense[V, I](bounds: *const I, stored: *const I, count_capacity: usize, rows: *const I, entries: *const I, values: *const V, value_count: usize,
        capacity: usize, data: *const V, operand_rows: usize, stride: usize, columns: usize, out: *mut V, out_stride: usize, out_rows: usize, ids: *const I,
        lane_bits: u32, wide: u32) = planned;
    /// As `csr_t_dense`; the plan's rows are places among the stored rows.
    fn csr_t_row_sparse[V, I](bounds: *const I, stored: *const I, count_capacity: usize, rows: *const I, entries: *const I, values: *const V, value_count: usize,
        capacity: usize, data: *const V, operand_rows: usize, stride: usize, columns: usize, out: *mut V, out_stride: usize, out_rows: usize, ids: *const I,
        lane_bits: u32, wide: u32) = planned;
    /// The sums of the operand's rows in each segment of at most a block of terms.
    fn coalesce[V, I](bounds: *const I, stored: *const I, count_capacity: usize, rows: *const I, capacity: usize, data: *const V, operand_rows: usize,
        columns: usize, out: *mut V, lane_bits: u32, wide: u32) = repeated;
    /// The sums of the blocks of longer segments. Null values: as `coalesce`.
    fn plan_blocks[V, I](bounds: *const I, stored: *const I, count_capacity: usize, rows: *const I, entries: *const I, values: *const V, value_count: usize,
        capacity: usize, data: *const V, operand_rows: usize, stride: usize, columns: usize, sums: *mut V, lane_bits: u32, wide: u32) = planned_block_sums;
    /// The sums of longer rows from those of their blocks.
    fn block_totals[V, I](bounds: *const I, stored: *const I, count_capacity: usize, capacity: usize, columns: usize, sums: *const V, out: *mut V,
        out_stride: usize, out_rows: usize, ids: *const I, lane_bits: u32) = totals;
}

entries! {
    /// Places of entries among stored rows.
    fn stored_positions[I](indices: *const I, capacity: usize, ids: *const I, stored: *const I, ids_capacity: usize, rows: usize, positions: *mut I) = positions;
}
