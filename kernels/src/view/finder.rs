//! Looks up rows among the stored ids of a row_sparse array, fastest for rows asked in ascending order.
use crate::{Index, Number, RowSparse};
use core::cell::Cell;

/// A cursor over the stored ids.
#[derive(Clone)]
pub(crate) struct Finder<'a, V, I> {
    array: RowSparse<'a, V, I>,
    next: Cell<usize>,
}

impl<'a, V: Number, I: Index> Finder<'a, V, I> {
    #[inline(always)]
    pub(crate) fn new(array: RowSparse<'a, V, I>) -> Self {
        Self { array, next: Cell::new(0) }
    }

    /// The place of `row` among the stored rows. Steps double from where the last search ended, then halve.
    #[inline(always)]
    pub(crate) fn find(&self, row: usize) -> Option<usize> {
        let stored = self.array.stored_rows();
        let mut low = self.next.get();
        if low > 0 && self.array.row_of(low - 1) >= row {
            low = 0;
        }
        let mut step = 1;
        // `row_of` gives usize::MAX beyond the end.
        while low + step <= stored && self.array.row_of(low + step - 1) < row {
            low += step;
            step *= 2;
        }
        let mut high = (low + step).min(stored);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.array.row_of(middle) < row {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        self.next.set(low);
        (low < stored && self.array.row_of(low) == row).then_some(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_in_any_order() {
        let ids = [1, 4, 5, 9, 30, 31, 32, 99];
        let array = RowSparse::new(100, 1, &ids, &[0.0_f32; 8]).unwrap();
        let finder = Finder::new(array);
        let expected = |row: usize| ids.iter().position(|&id| id as usize == row);
        for row in (0..100).chain((0..100).rev()).chain([5, 5, 4, 99, 0, 31]) {
            assert_eq!(finder.find(row), expected(row), "row {row}");
        }
        let part = Finder::new(array.row_range(5..32).unwrap());
        assert_eq!((part.find(0), part.find(26), part.find(27)), (Some(0), Some(3), None));
    }
}
