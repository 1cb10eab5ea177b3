//! Products with a sparse result, or a sparse matrix on the right: a thread, or one for each lane of the law, makes an
//! element.
use super::array::{Ids, lower_bound, upper_bound};
use super::entry::{self, CsrMut};
use super::gpu::shuffle_lanes;
use super::group::thread;
use super::terms::Segments;
use core::array;
use lacuna::order::{BLOCK, LANES, add, add_fused_product, add_product, combine_lanes};
use lacuna::{Index, Value};

/// The row of an entry, if it belongs to one.
#[inline(always)]
unsafe fn row_of<I: Index>(indptr: *const I, rows: usize, entry: usize) -> Option<usize> {
    let row = upper_bound(indptr, 0, rows + 1, entry).wrapping_sub(1);
    (row < rows).then_some(row)
}

/// The place of an element. Without columns nothing is launched.
#[inline(always)]
fn row_and_column(element: usize, columns: usize) -> (usize, usize) {
    let columns = columns.max(1);
    (element / columns, element % columns)
}

/// A thread an entry.
pub(crate) unsafe fn csr_csr<V: Value, I: Index>(entry::csr_csr { a, b, out }: entry::csr_csr<V, I>) {
    let CsrMut { indptr, indices, values, capacity } = out;
    let (of_a, of_b, to) = (Segments::of_csr(a), Segments::of_csr(b), thread());
    if to >= capacity {
        return;
    }
    let Some(row) = row_of(indptr, a.rows, to) else { return };
    let column = *indices.add(to);
    let (mut first, end) = of_a.terms(row);
    let mut total = V::ZERO;
    while first < end {
        let last = end.min(first + BLOCK);
        let mut sum = V::ZERO;
        for k in first..last {
            let row = (*a.indices.add(k)).to_usize();
            if row >= of_b.count {
                continue;
            }
            let (start, end) = of_b.terms(row);
            let place = lower_bound(b.indices, start, end, column.to_usize());
            if place < end && *b.indices.add(place) == column {
                sum = add_product(sum, *a.values.add(k), *b.values.add(place));
            }
        }
        total = add(total, sum);
        first = last;
    }
    *values.add(to) = total;
}

/// A thread an element; the terms of a column are a segment of the plan.
pub(crate) unsafe fn dense_csr<V: Value, I: Index>(
    entry::dense_csr { a, segments, terms, columns_of_b, columns, out }: entry::dense_csr<V, I>,
) {
    let (segments, element) = (Segments::new(segments), thread());
    let (row, column) = row_and_column(element, columns);
    if row >= out.rows {
        return;
    }
    let (start, end) = match Ids::new(columns_of_b).find(column) {
        Some(segment) if segment < segments.count => segments.terms(segment),
        _ => (0, 0),
    };
    let (mut total, mut sum, mut block) = (V::ZERO, V::ZERO, 0);
    for t in start..end {
        let (k, entry) = ((*terms.rows.add(t)).to_usize(), (*terms.entries.add(t)).to_usize());
        if k >= a.columns || entry >= terms.value_count {
            continue;
        }
        if k / BLOCK != block {
            (total, sum, block) = (add(total, sum), V::ZERO, k / BLOCK);
        }
        sum = add_product(sum, *a.data.add(row * a.stride + k), *terms.values.add(entry));
    }
    *out.data.add(row * out.stride + column) = add(total, sum);
}

/// A thread an element.
pub(crate) unsafe fn dense_csr_t<V: Value, I: Index>(entry::dense_csr_t { a, b, out }: entry::dense_csr_t<V, I>) {
    let (segments, element) = (Segments::of_csr(b), thread());
    let (row, column) = row_and_column(element, b.rows);
    if row >= out.rows {
        return;
    }
    let (mut first, end) = segments.terms(column);
    let mut total = V::ZERO;
    while first < end {
        let last = end.min(first + BLOCK);
        let (mut lanes, mut k) = ([V::ZERO; LANES], first);
        while k < last {
            for l in 0..LANES {
                if k + l < last {
                    let index = (*b.indices.add(k + l)).to_usize();
                    if index < a.columns {
                        lanes[l] = add_product(lanes[l], *b.values.add(k + l), *a.data.add(row * a.stride + index));
                    }
                }
            }
            k += LANES;
        }
        total = add(total, combine_lanes(lanes));
        first = last;
    }
    *out.data.add(row * out.stride + column) = total;
}

/// The product of two rows, in each of the [`LANES`] threads of an element. The whole warp calls it; null for no row.
#[inline(always)]
unsafe fn row_times_row<V: Value>(left: *const V, right: *const V, columns: usize) -> V {
    let (lane, mut total, mut start) = (thread() % LANES, V::ZERO, 0);
    while start < columns {
        let end = columns.min(start + BLOCK);
        let (mut sum, mut k) = (V::ZERO, start + lane);
        while k < end && !left.is_null() && !right.is_null() {
            sum = add_product(sum, *left.add(k), *right.add(k));
            k += LANES;
        }
        total = add(total, combine_lanes(shuffle_lanes(sum)));
        start = end;
    }
    total
}

/// [`LANES`] threads an element.
pub(crate) unsafe fn dense_row_sparse_t<V: Value, I: Index>(
    entry::dense_row_sparse_t { a, b, out }: entry::dense_row_sparse_t<V, I>,
) {
    let element = thread() / LANES;
    let (row, column) = row_and_column(element, b.rows);
    let none = core::ptr::null();
    let right = if row < out.rows {
        Ids::new(b.pattern()).find(column).map_or(none, |k| b.data.add(k * b.columns))
    } else {
        none
    };
    let left = if row < out.rows { a.data.add(row * a.stride) } else { none };
    let product = row_times_row(left, right, a.columns);
    if row < out.rows && thread() % LANES == 0 {
        *out.data.add(row * out.stride + column) = product;
    }
}

/// Rows of the result that a thread makes an element of.
const ROWS: usize = 4;

/// A thread for a column of [`ROWS`] rows, which share what is read of `b`.
pub(crate) unsafe fn dense_products<V: Value>(
    entry::dense_products { a, a_row, a_term, b, b_term, b_column, terms, columns, out }: entry::dense_products<V>,
) {
    let (rows, column) = row_and_column(thread(), columns);
    let first = rows * ROWS;
    if first >= out.rows {
        return;
    }
    // Those behind the last row are it once more, and not written.
    let row: [*const V; ROWS] = array::from_fn(|i| a.add((first + i).min(out.rows - 1) * a_row));
    let b = b.add(column * b_column);
    let (mut totals, mut start) = ([V::ZERO; ROWS], 0);
    while start < terms {
        let end = terms.min(start + BLOCK);
        let mut sums = [V::ZERO; ROWS];
        for k in start..end {
            let factor = *b.add(k * b_term);
            sums = array::from_fn(|i| add_fused_product(sums[i], *row[i].add(k * a_term), factor));
        }
        // A single block is the sum itself.
        totals = array::from_fn(|i| if terms > BLOCK { add(totals[i], sums[i]) } else { sums[i] });
        start = end;
    }
    for i in 0..ROWS {
        if first + i < out.rows {
            *out.data.add((first + i) * out.stride + column) = totals[i];
        }
    }
}

/// [`LANES`] threads an entry.
pub(crate) unsafe fn sddmm<V: Value, I: Index>(entry::sddmm { a, b, out }: entry::sddmm<V, I>) {
    let CsrMut { indptr, indices, values, capacity } = out;
    let to = thread() / LANES;
    let none = core::ptr::null();
    let (mut left, mut right, mut found) = (none, none, false);
    if to < capacity
        && let Some(row) = row_of(indptr, a.rows, to)
    {
        let column = (*indices.add(to)).to_usize();
        left = a.data.add(row * a.stride);
        right = if column < b.rows { b.data.add(column * b.stride) } else { none };
        found = true;
    }
    let product = row_times_row(left, right, a.columns);
    if found && thread() % LANES == 0 {
        *values.add(to) = product;
    }
}
