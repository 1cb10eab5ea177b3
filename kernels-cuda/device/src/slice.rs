//! Parts of csr matrices.
use super::array::lower_bound;
use super::check::{Check, WORDS};
use super::entry::{self, Csr, CsrMut};
use super::gpu::{block_idx_y, lane_id, sync_warp};
use super::group::{place, thread};
use core::ops::Range;
use lacuna::cast::is_stored;
use lacuna::{Index, Number, Storage, Value};

/// The places of row `row` that lie inside of arrays of `capacity` elements.
#[inline(always)]
unsafe fn places<I: Index>(indptr: *const I, row: usize, capacity: usize) -> Range<usize> {
    let start = (*indptr.add(row)).to_usize().min(capacity);
    start..(*indptr.add(row + 1)).to_usize().min(capacity).max(start)
}

/// As many as the pointers say.
#[inline(always)]
unsafe fn length<I: Index>(indptr: *const I, row: usize) -> usize {
    (*indptr.add(row + 1)).to_usize().wrapping_sub((*indptr.add(row)).to_usize())
}

/// Copies entries by the threads of a group, with `shift` added to the columns.
#[inline(always)]
unsafe fn copy<V: Number, I: Index>(
    csr: Csr<V, I>,
    from: Range<usize>,
    out: CsrMut<V, I>,
    to: Range<usize>,
    shift: usize,
    lane: usize,
    step: usize,
) {
    let count = from.len().min(to.len());
    let mut k = lane;
    while k < count {
        *out.indices.add(to.start + k) =
            I::from_usize((*csr.indices.add(from.start + k)).to_usize().wrapping_add(shift));
        *out.values.add(to.start + k) = *csr.values.add(from.start + k);
        k += step;
    }
}

/// One thread of all.
#[inline(always)]
unsafe fn is_first() -> bool {
    thread() == 0 && block_idx_y() == 0
}

pub(crate) unsafe fn check_take<I: Index>(
    entry::check_take { indptr, rows, ids, length: count, stored, checks }: entry::check_take<I>,
) {
    let at = thread();
    if at >= count {
        return;
    }
    let id = (*ids.add(at)).to_usize();
    if id >= rows {
        Check::new(checks).refuse(at);
    } else if length(indptr, id) != length(stored, at) {
        Check::new(checks.add(WORDS)).refuse(at);
    }
}

pub(crate) unsafe fn take<V: Storage, I: Index>(
    entry::take { csr, ids, length: count, out, groups, checks }: entry::take<V, I>,
) {
    let (of_ids, of_lengths) = (Check::new(checks), Check::new(checks.add(WORDS)));
    if let Some(at) = of_ids.refused() {
        if is_first() {
            of_ids.explain(0, (*ids.add(at)).to_i64());
        }
        return;
    }
    if let Some(at) = of_lengths.refused() {
        if is_first() {
            of_lengths.explain(length(csr.indptr, (*ids.add(at)).to_usize()) as i64, length(out.indptr, at) as i64);
        }
        return;
    }
    let place = place(groups.lane_bits, 1);
    if place.row < count {
        let from = places(csr.indptr, (*ids.add(place.row)).to_usize(), csr.capacity);
        copy(csr, from, out, places(out.indptr, place.row, out.capacity), 0, place.column, place.step);
    }
}

/// The places of those entries of a row whose columns are in the range.
#[inline(always)]
unsafe fn inside<I: Index>(indices: *const I, row: Range<usize>, first: usize, columns: usize) -> Range<usize> {
    let start = lower_bound(indices, row.start, row.end, first);
    start..lower_bound(indices, start, row.end, first + columns)
}

pub(crate) unsafe fn check_columns<I: Index>(
    entry::check_columns {
        indptr, indices, capacity, rows, first_column, columns, stored, check
    }: entry::check_columns<I>,
) {
    let row = thread();
    if row < rows && inside(indices, places(indptr, row, capacity), first_column, columns).len() != length(stored, row)
    {
        Check::new(check).refuse(row);
    }
}

pub(crate) unsafe fn columns<V: Value, I: Index>(
    entry::columns { csr, first_column, columns, out, groups, check }: entry::columns<V, I>,
) {
    let found = |row| inside(csr.indices, places(csr.indptr, row, csr.capacity), first_column, columns);
    if let Some(row) = Check::new(check).refused() {
        if is_first() {
            Check::new(check).explain(found(row).len() as i64, length(out.indptr, row) as i64);
        }
        return;
    }
    let place = place(groups.lane_bits, 1);
    if place.row < csr.rows {
        let to = places(out.indptr, place.row, out.capacity);
        copy(csr, found(place.row), out, to, first_column.wrapping_neg(), place.column, place.step);
    }
}

/// How many entries a row of the result must have at least.
#[inline(always)]
unsafe fn needed<I: Index>(indptr: *const I, starts: *const I, row: usize) -> usize {
    (*starts.add(row)).to_usize().saturating_add(length(indptr, row))
}

pub(crate) unsafe fn check_concat<I: Index>(
    entry::check_concat { indptr, rows, starts, stored, check }: entry::check_concat<I>,
) {
    let row = thread();
    if row < rows && needed(indptr, starts, row) > length(stored, row) {
        Check::new(check).refuse(row);
    }
}

pub(crate) unsafe fn concat<V: Value, I: Index>(
    entry::concat { csr, first_column, starts, out, groups, check }: entry::concat<V, I>,
) {
    if let Some(row) = Check::new(check).refused() {
        if is_first() {
            Check::new(check).explain(needed(csr.indptr, starts, row) as i64, length(out.indptr, row) as i64);
        }
        return;
    }
    let place = place(groups.lane_bits, 1);
    if place.row < csr.rows {
        let room = places(out.indptr, place.row, out.capacity);
        let start = room.start.saturating_add((*starts.add(place.row)).to_usize()).min(room.end);
        copy(
            csr,
            places(csr.indptr, place.row, csr.capacity),
            out,
            start..room.end,
            first_column,
            place.column,
            place.step,
        );
    }
}

/// By one thread.
#[inline(always)]
unsafe fn count<V: Value>(values: *const V, row: Range<usize>) -> usize {
    let mut count = 0;
    for entry in row {
        count += usize::from(is_stored(*values.add(entry)));
    }
    count
}

pub(crate) unsafe fn check_prune<V: Value, I: Index>(
    entry::check_prune { csr, stored, check }: entry::check_prune<V, I>,
) {
    let row = thread();
    if row < csr.rows && count(csr.values, places(csr.indptr, row, csr.capacity)) != length(stored, row) {
        Check::new(check).refuse(row);
    }
}

/// A thread a row.
pub(crate) unsafe fn prune<V: Value, I: Index>(entry::prune { csr, out, check }: entry::prune<V, I>) {
    if let Some(row) = Check::new(check).refused() {
        if is_first() {
            let expected = count(csr.values, places(csr.indptr, row, csr.capacity));
            Check::new(check).explain(expected as i64, length(out.indptr, row) as i64);
        }
        return;
    }
    let row = thread();
    if row >= csr.rows {
        return;
    }
    let to = places(out.indptr, row, out.capacity);
    let mut next = to.start;
    for entry in places(csr.indptr, row, csr.capacity) {
        let value = *csr.values.add(entry);
        if is_stored(value) && next < to.end {
            *out.indices.add(next) = *csr.indices.add(entry);
            *out.values.add(next) = value;
            next += 1;
        }
    }
}

/// A warp a row.
pub(crate) unsafe fn select<V: Value, I: Index>(
    entry::select { condition, x, x_stride, y, y_stride, columns, out }: entry::select<V, I>,
) {
    let (row, lane) = (place(5, 1).row, lane_id() as usize);
    if row >= condition.rows {
        return;
    }
    let to = out.data.add(row * out.stride);
    let element = |side: *const V, stride: usize, column: usize| {
        if side.is_null() { V::ZERO } else { *side.add(row * stride + column) }
    };
    let mut column = lane;
    while column < columns {
        *to.add(column) = element(y, y_stride, column);
        column += 32;
    }
    sync_warp();
    let entries = places(condition.indptr, row, condition.capacity);
    let mut entry = entries.start + lane;
    while entry < entries.end {
        let column = (*condition.indices.add(entry)).to_usize();
        if column < columns && is_stored(*condition.values.add(entry)) {
            *to.add(column) = element(x, x_stride, column);
        }
        entry += 32;
    }
}

pub(crate) unsafe fn diagonal<V: Value, I: Index>(
    entry::diagonal { csr, first_column, out, length }: entry::diagonal<V, I>,
) {
    let row = thread();
    if row >= length {
        return;
    }
    let (entries, column) = (places(csr.indptr, row, csr.capacity), first_column + row);
    let entry = lower_bound(csr.indices, entries.start, entries.end, column);
    let found = entry < entries.end && (*csr.indices.add(entry)).to_usize() == column;
    *out.add(row) = if found { *csr.values.add(entry) } else { V::ZERO };
}
