//! Compensated running sums side by side, and the sums of slices by them.
use super::reduction::Term;
use crate::{Value, order};

/// `N` running sums, and what rounding has added to each.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<V, const N: usize> {
    pub(crate) sums: [V; N],
    lost: [V; N],
}

impl<V: Value, const N: usize> Lanes<V, N> {
    #[inline(always)]
    pub(crate) fn start<T: Term>() -> Self {
        Self { sums: [T::start(); N], lost: [V::ZERO; N] }
    }

    /// Adds one term to each.
    #[inline(always)]
    pub(super) fn add<T: Term>(&mut self, terms: &[V; N]) {
        for (i, &term) in terms.iter().enumerate() {
            (self.sums[i], self.lost[i]) = T::add(self.sums[i], self.lost[i], term);
        }
    }

    /// Adds the terms of fewer than `N` values to the first ones. The others stay as they are: even a term of zero would change them.
    #[inline(always)]
    fn add_first<T: Term>(&mut self, values: &[V]) {
        for i in 0..N {
            if let Some(&value) = values.get(i) {
                (self.sums[i], self.lost[i]) = T::add(self.sums[i], self.lost[i], T::of(value));
            }
        }
    }
}

impl<V: Value, const N: usize> Lanes<V, N> {
    /// Adds the terms of these values, from the first lane on.
    #[inline(always)]
    pub(crate) fn add_all<T: Term>(&mut self, values: &[V]) {
        let (chunks, rest) = values.as_chunks::<N>();
        for chunk in chunks {
            self.add::<T>(&chunk.map(T::of));
        }
        if !rest.is_empty() {
            self.add_first::<T>(rest);
        }
    }

    /// Adds the terms of these values, and gives the sum of all.
    #[inline(always)]
    fn finish<T: Term>(mut self, values: &[V]) -> V {
        self.add_all::<T>(values);
        T::combine(self.sums)
    }
}

/// The sum of the terms of a slice by `N` lanes.
#[inline(always)]
pub(super) fn sum_of_slice<T: Term, V: Value, const N: usize>(values: &[V]) -> V {
    if values.len() <= order::BLOCK {
        return Lanes::<V, N>::start::<T>().finish::<T>(values);
    }
    let (mut total, mut lost) = (T::start(), V::ZERO);
    for block in values.chunks(order::BLOCK) {
        (total, lost) = T::add(total, lost, Lanes::<V, N>::start::<T>().finish::<T>(block));
    }
    total
}

/// Slices whose running sums go side by side: those of one alone would wait for their own additions.
pub(crate) const SIDE_BY_SIDE: usize = 4;
const ALL: usize = SIDE_BY_SIDE * order::LANES;

/// The sums of the terms of each of four slices of at most a block.
#[inline(always)]
fn sums_of_blocks<T: Term, V: Value>(blocks: [&[V]; SIDE_BY_SIDE]) -> [V; SIDE_BY_SIDE] {
    let common = blocks.iter().fold(order::BLOCK, |common, block| common.min(block.len())) / order::LANES * order::LANES;
    let [a, b, c, d] = blocks.map(|block| block.split_at(common));
    let [first, second, third, fourth] = [a.0, b.0, c.0, d.0].map(|block| block.as_chunks::<{ order::LANES }>().0);
    let mut lanes = Lanes::<V, ALL>::start::<T>();
    for (((a, b), c), d) in first.iter().zip(second).zip(third).zip(fourth) {
        let mut terms = [V::ZERO; ALL];
        for (to, values) in terms.as_chunks_mut::<{ order::LANES }>().0.iter_mut().zip([a, b, c, d]) {
            *to = values.map(T::of);
        }
        lanes.add::<T>(&terms);
    }
    let mut sums = [V::ZERO; SIDE_BY_SIDE];
    let (of_sums, of_lost) = (lanes.sums.as_chunks().0, lanes.lost.as_chunks().0);
    for (k, rest) in [a.1, b.1, c.1, d.1].into_iter().enumerate() {
        sums[k] = Lanes::<V, { order::LANES }> { sums: of_sums[k], lost: of_lost[k] }.finish::<T>(rest);
    }
    sums
}

/// The sum of the terms of a row.
#[inline(always)]
pub(crate) fn sum_of_row<T: Term, V: Value>(row: &[V]) -> V {
    if row.len() < SIDE_BY_SIDE * order::BLOCK {
        return sum_of_slice::<T, V, { order::LANES }>(row);
    }
    let (mut total, mut lost) = (T::start(), V::ZERO);
    let (fours, rest) = row.as_chunks::<{ SIDE_BY_SIDE * order::BLOCK }>();
    for four in fours {
        let (a, b) = four.split_at(SIDE_BY_SIDE / 2 * order::BLOCK);
        let ((a, b), (c, d)) = (a.split_at(order::BLOCK), b.split_at(order::BLOCK));
        for sum in sums_of_blocks::<T, V>([a, b, c, d]) {
            (total, lost) = T::add(total, lost, sum);
        }
    }
    for block in rest.chunks(order::BLOCK) {
        (total, lost) = T::add(total, lost, Lanes::<V, { order::LANES }>::start::<T>().finish::<T>(block));
    }
    total
}

/// The sums of the terms of four rows.
#[inline(always)]
pub(crate) fn sums_of_rows<T: Term, V: Value>(rows: [&[V]; SIDE_BY_SIDE]) -> [V; SIDE_BY_SIDE] {
    if rows.iter().all(|row| row.len() <= order::BLOCK) { sums_of_blocks::<T, V>(rows) } else { rows.map(sum_of_row::<T, V>) }
}
