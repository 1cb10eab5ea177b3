//! Lookups in arrays.
use super::entry::{Pattern, RowSparse};
use lacuna::Index;

/// The first place in `start..end` whose element is not less than `bound` (`upper`: greater); the elements ascend.
#[inline(always)]
unsafe fn bound<I: Index>(array: *const I, start: usize, end: usize, bound: usize, upper: bool) -> usize {
    let (mut low, mut high) = (start, end);
    while low < high {
        let middle = low + (high - low) / 2;
        let element = (*array.add(middle)).to_usize();
        if element < bound || (upper && element == bound) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The first place whose element is not less than `value`.
#[inline(always)]
pub(crate) unsafe fn lower_bound<I: Index>(array: *const I, start: usize, end: usize, value: usize) -> usize {
    bound(array, start, end, value, false)
}

/// The first place whose element is greater than `value`.
#[inline(always)]
pub(crate) unsafe fn upper_bound<I: Index>(array: *const I, start: usize, end: usize, value: usize) -> usize {
    bound(array, start, end, value, true)
}

/// The ids of stored rows.
#[derive(Clone, Copy)]
pub(crate) struct Ids<I> {
    ids: *const I,
    count: usize,
    rows: usize,
}

impl<I: Index> Ids<I> {
    /// `stored` points at their number, which is at most `capacity`.
    #[inline(always)]
    pub(crate) unsafe fn new(Pattern { ids, stored, capacity, rows }: Pattern<I>) -> Self {
        let count = if ids.is_null() { rows } else { (*stored).to_usize().min(capacity) };
        Self { ids, count, rows }
    }

    /// Number of stored rows.
    #[inline(always)]
    pub(crate) fn count(self) -> usize {
        self.count
    }

    #[inline(always)]
    fn all(self) -> bool {
        self.ids.is_null() || self.count == self.rows
    }

    /// The row of stored row `k`; `usize::MAX` after the last.
    #[inline(always)]
    pub(crate) unsafe fn row(self, k: usize) -> usize {
        if k >= self.count {
            usize::MAX
        } else if self.ids.is_null() {
            k
        } else {
            (*self.ids.add(k)).to_usize()
        }
    }

    /// The place of `row` among the stored rows.
    #[inline(always)]
    pub(crate) unsafe fn find(self, row: usize) -> Option<usize> {
        if self.all() {
            return (row < self.rows).then_some(row);
        }
        let place = lower_bound(self.ids, 0, self.count, row);
        (place < self.count && (*self.ids.add(place)).to_usize() == row).then_some(place)
    }
}

impl<V, I> RowSparse<V, I> {
    /// Which rows are stored.
    #[inline(always)]
    pub(crate) fn pattern(self) -> Pattern<I> {
        Pattern { ids: self.ids, stored: self.stored, capacity: self.capacity, rows: self.rows }
    }
}
