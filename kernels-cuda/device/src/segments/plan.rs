//! Plans: entries grouped by the output row that they add to. Keys are sorted by the entries of `sort`; a key that is
//! not below the number of rows is no term.
use crate::array::{Ids, upper_bound};
use crate::check::Check;
use crate::entry::{self, Pattern};
use crate::group::thread;
use lacuna::Index;

/// The columns of a csr's entries as keys, and for each entry the operand's row. Entries of rows that the operand does
/// not store get no key.
pub(crate) unsafe fn transpose_keys<I: Index>(
    entry::transpose_keys {
        indptr, indices, capacity, rows, columns, stored, keys, entries, sources
    }: entry::transpose_keys<I>,
) {
    let entry = thread();
    if entry >= capacity {
        return;
    }
    let (mut key, mut source) = (columns, 0);
    let row = upper_bound(indptr, 0, rows + 1, entry).wrapping_sub(1);
    if row < rows
        && let Some(place) = Ids::new(stored).find(row)
    {
        (key, source) = ((*indices.add(entry)).to_usize().min(columns), place);
    }
    *keys.add(entry) = I::from_usize(key);
    *entries.add(entry) = I::from_usize(entry);
    *sources.add(entry) = I::from_usize(source);
}

/// The ids of stored rows as keys; one out of range is refused.
pub(crate) unsafe fn id_keys<I: Index>(entry::id_keys { ids, keys, entries, check }: entry::id_keys<I>) {
    let (Pattern { ids, stored, capacity, rows }, entry) = (ids, thread());
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

pub(crate) unsafe fn first_flags<I: Index>(entry::first_flags { keys, length, rows, flags }: entry::first_flags<I>) {
    let at = thread();
    if at < length {
        *flags.add(at) = I::from_usize(usize::from(is_first(keys, at, rows)));
    }
}

/// Writes the plan from sorted keys and the running totals of their flags.
pub(crate) unsafe fn plan_finish<I: Index>(
    entry::plan_finish {
        keys,
        sorted,
        length,
        rows,
        totals,
        sources,
        ids,
        segments,
        plan_rows,
        plan_entries,
        stored,
        check,
        checked,
    }: entry::plan_finish<I>,
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

/// The places where running totals of flags grow.
pub(crate) unsafe fn compact_ids<I: Index>(
    entry::compact_ids { totals, length, values, ids, capacity, stored }: entry::compact_ids<I>,
) {
    let at = thread();
    if at >= length {
        return;
    }
    let total = (*totals.add(at)).to_usize();
    let before = if at == 0 { 0 } else { (*totals.add(at - 1)).to_usize() };
    if total != before && before < capacity {
        *ids.add(before) = if values.is_null() { I::from_usize(at) } else { *values.add(at) };
    }
    if at == length - 1 {
        *stored = I::from_usize(total.min(capacity));
    }
}
