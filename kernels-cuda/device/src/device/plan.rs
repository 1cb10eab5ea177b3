//! Plans: entries grouped by the output row that they add to. Keys are sorted by the entries of `sort`; a key that is not below the number of rows is no term.
use super::array::{Ids, upper_bound};
use super::check::Check;
use super::group::thread;
use lacuna::Index;

/// The columns of a csr's entries as keys, and for each entry the operand's row. Entries of rows that the operand does not store get no key.
unsafe fn transpose<I: Index>(
    indptr: *const I,
    indices: *const I,
    capacity: usize,
    rows: usize,
    columns: usize,
    ids: *const I,
    stored: *const I,
    ids_capacity: usize,
    keys: *mut I,
    entries: *mut I,
    sources: *mut I,
) {
    let entry = thread();
    if entry >= capacity {
        return;
    }
    let (mut key, mut source) = (columns, 0);
    let row = upper_bound(indptr, 0, rows + 1, entry).wrapping_sub(1);
    if row < rows
        && let Some(place) = Ids::new(ids, stored, ids_capacity, rows).find(row)
    {
        (key, source) = ((*indices.add(entry)).to_usize().min(columns), place);
    }
    *keys.add(entry) = I::from_usize(key);
    *entries.add(entry) = I::from_usize(entry);
    *sources.add(entry) = I::from_usize(source);
}

/// The ids of stored rows as keys; one out of range is refused.
unsafe fn ids<I: Index>(ids: *const I, stored: *const I, capacity: usize, rows: usize, keys: *mut I, entries: *mut I, check: *mut u64) {
    let entry = thread();
    if entry >= capacity {
        return;
    }
    let mut key = rows;
    if entry < (*stored).to_usize().min(capacity) {
        key = (*ids.add(entry)).to_usize().min(rows);
        if key == rows {
            Check::new(check).refuse(entry);
        }
    }
    *keys.add(entry) = I::from_usize(key);
    *entries.add(entry) = I::from_usize(entry);
}

#[inline(always)]
unsafe fn is_first<I: Index>(keys: *const I, at: usize, rows: usize) -> bool {
    let key = (*keys.add(at)).to_usize();
    key < rows && (at == 0 || (*keys.add(at - 1)).to_usize() != key)
}

unsafe fn firsts<I: Index>(keys: *const I, length: usize, rows: usize, flags: *mut I) {
    let at = thread();
    if at < length {
        *flags.add(at) = I::from_usize(usize::from(is_first(keys, at, rows)));
    }
}

/// Writes the plan from sorted keys and the running totals of their flags.
unsafe fn finish<I: Index>(
    keys: *const I,
    sorted: *const I,
    length: usize,
    rows: usize,
    totals: *const I,
    sources: *const I,
    ids: *mut I,
    segments: *mut I,
    plan_rows: *mut I,
    plan_entries: *mut I,
    stored: *mut I,
    check: *mut u64,
    checked: *const I,
) {
    let term = thread();
    if let Some(place) = Check::new(check).refused() {
        if term == 0 {
            Check::new(check).explain(rows as i64, (*checked.add(place)).to_i64());
            *stored = I::from_usize(0);
            *segments = I::from_usize(0);
        }
        return;
    }
    if term >= length {
        return;
    }
    let is_term = |at: usize| at < length && (*keys.add(at)).to_usize() < rows;
    if !is_term(term) {
        if term == 0 {
            *stored = I::from_usize(0);
            *segments = I::from_usize(0);
        }
        return;
    }
    let entry = *sorted.add(term);
    *plan_entries.add(term) = entry;
    *plan_rows.add(term) = if sources.is_null() { entry } else { *sources.add(entry.to_usize()) };
    let segment = (*totals.add(term)).to_usize();
    if is_first(keys, term, rows) {
        *ids.add(segment - 1) = *keys.add(term);
        *segments.add(segment - 1) = I::from_usize(term);
    }
    if !is_term(term + 1) {
        *segments.add(segment) = I::from_usize(term + 1);
        *stored = I::from_usize(segment);
    }
}

entries! {
    /// Keys, entries and operand rows of a transposed product.
    fn transpose_keys[I](indptr: *const I, indices: *const I, capacity: usize, rows: usize, columns: usize, ids: *const I, stored: *const I, ids_capacity: usize,
        keys: *mut I, entries: *mut I, sources: *mut I) = transpose;
    /// Keys and entries of a coalesce.
    fn id_keys[I](ids: *const I, stored: *const I, capacity: usize, rows: usize, keys: *mut I, entries: *mut I, check: *mut u64) = ids;
    /// 1 where a key differs from the one before.
    fn first_flags[I](keys: *const I, length: usize, rows: usize, flags: *mut I) = firsts;
    /// Ids, segments, operand rows and entries of a plan. Null sources: those are the entries.
    fn plan_finish[I](keys: *const I, sorted: *const I, length: usize, rows: usize, totals: *const I, sources: *const I, ids: *mut I, segments: *mut I,
        plan_rows: *mut I, plan_entries: *mut I, stored: *mut I, check: *mut u64, checked: *const I) = finish;
}
