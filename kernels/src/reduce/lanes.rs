//! Accurate running sums side by side, and the sums of slices by them.
use super::reduction::Term;
use crate::processor::{self, FIRST};
use crate::simd::{Simd, Work};
use crate::{Number, Value, arrays, order};
use core::marker::PhantomData;

/// `N` running sums, and what rounding has added to each.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<T: Term, V: Value, const N: usize> {
    pub(crate) sums: [T::Sum<V>; N],
    lost: [T::Sum<V>; N],
}

impl<T: Term, V: Value, const N: usize> Lanes<T, V, N> {
    #[inline(always)]
    pub(crate) fn start() -> Self {
        Self { sums: [T::start::<V>(); N], lost: [Number::ZERO; N] }
    }

    /// Adds one term to each.
    #[inline(always)]
    pub(crate) fn add(&mut self, terms: &[T::Sum<V>; N]) {
        for (i, &term) in terms.iter().enumerate() {
            (self.sums[i], self.lost[i]) = T::add::<V>(self.sums[i], self.lost[i], term);
        }
    }

    /// Adds a term to one of them.
    #[inline(always)]
    pub(crate) fn add_to(&mut self, lane: usize, term: T::Sum<V>) {
        if let (Some(sum), Some(lost)) = (self.sums.get_mut(lane), self.lost.get_mut(lane)) {
            (*sum, *lost) = T::add::<V>(*sum, *lost, term);
        }
    }

    /// Adds the term of one value to each.
    #[inline(always)]
    pub(crate) fn add_values(&mut self, values: &[V; N]) {
        for (i, &value) in values.iter().enumerate() {
            (self.sums[i], self.lost[i]) = T::add::<V>(self.sums[i], self.lost[i], T::of(value));
        }
    }

    /// Adds the terms of fewer than `N` values to the first ones. The others stay as they are: even a term of zero
    /// would change them.
    #[inline(always)]
    fn add_first(&mut self, values: &[V]) {
        for i in 0..N {
            if let Some(&value) = values.get(i) {
                (self.sums[i], self.lost[i]) = T::add::<V>(self.sums[i], self.lost[i], T::of(value));
            }
        }
    }

    /// As [`add_values`](Self::add_values), of at most `N` values for many lanes.
    #[inline(always)]
    pub(crate) fn add_some(&mut self, values: &[V]) {
        for ((sum, lost), &value) in self.sums.iter_mut().zip(&mut self.lost).zip(values) {
            (*sum, *lost) = T::add::<V>(*sum, *lost, T::of(value));
        }
    }

    /// Adds the terms of these values, from the first lane on.
    #[inline(always)]
    pub(crate) fn add_all(&mut self, values: &[V]) {
        let (chunks, rest) = values.as_chunks::<N>();
        for chunk in chunks {
            self.add_values(chunk);
        }
        if !rest.is_empty() {
            self.add_first(rest);
        }
    }

    /// Adds the terms of these values, and gives the sum of all.
    #[inline(always)]
    fn finish(mut self, values: &[V]) -> T::Sum<V> {
        self.add_all(values);
        T::combine(self.sums)
    }
}

/// The sums of blocks side by side, of which a block too is added by itself.
pub(crate) struct Blocks<T: Term, V: Value, const N: usize> {
    /// Of the blocks since the last whole block of them.
    sums: Lanes<T, V, N>,
    count: usize,
    totals: Lanes<T, V, N>,
}

impl<T: Term, V: Value, const N: usize> Blocks<T, V, N> {
    #[inline(always)]
    pub(crate) fn start() -> Self {
        Self { sums: Lanes::start(), count: 0, totals: Lanes::start() }
    }

    /// Adds the sums of the next block.
    #[inline(always)]
    pub(crate) fn add(&mut self, sums: &[T::Sum<V>; N]) {
        self.sums.add(sums);
        self.count += 1;
        if self.count == order::BLOCK {
            self.totals.add(&self.sums.sums);
            (self.sums, self.count) = (Lanes::start(), 0);
        }
    }

    #[inline(always)]
    pub(crate) fn finish(mut self) -> [T::Sum<V>; N] {
        // No blocks are no term: even one of zero might change a sum.
        if self.count > 0 {
            self.totals.add(&self.sums.sums);
        }
        self.totals.sums
    }
}

/// The sum of the terms of a slice by `N` lanes.
#[inline(always)]
pub(super) fn sum_of_slice<T: Term, V: Value, const N: usize>(values: &[V]) -> T::Sum<V> {
    let (mut blocks, mut rest) = (Blocks::<T, V, 1>::start(), values);
    loop {
        let (block, others) = rest.split_at(rest.len().min(order::BLOCK));
        let sum = Lanes::<T, V, N>::start().finish(block);
        if block.len() == values.len() {
            return sum;
        }
        blocks.add(&[sum]);
        if others.is_empty() {
            let [total] = blocks.finish();
            return total;
        }
        rest = others;
    }
}

/// Slices whose running sums go side by side: those of one alone would wait for their own additions.
pub(crate) const SIDE_BY_SIDE: usize = 4;
const ALL: usize = SIDE_BY_SIDE * order::LANES;

/// The sums of the terms of each of four slices of at most a block.
#[inline(always)]
fn sums_of_blocks<T: Term, V: Value>(blocks: [&[V]; SIDE_BY_SIDE]) -> [T::Sum<V>; SIDE_BY_SIDE] {
    let common =
        blocks.iter().fold(order::BLOCK, |common, block| common.min(block.len())) / order::LANES * order::LANES;
    let ([first, second, third, fourth], _) =
        arrays::chunks::<{ order::LANES }, V, SIDE_BY_SIDE>(arrays::first(blocks, common), common / order::LANES);
    let mut lanes = Lanes::<T, V, ALL>::start();
    for (((a, b), c), d) in first.iter().zip(second).zip(third).zip(fourth) {
        let mut terms = [Number::ZERO; ALL];
        for (to, values) in terms.as_chunks_mut::<{ order::LANES }>().0.iter_mut().zip([a, b, c, d]) {
            for (to, &value) in to.iter_mut().zip(values) {
                *to = T::of(value);
            }
        }
        lanes.add(&terms);
    }
    let mut sums = [Number::ZERO; SIDE_BY_SIDE];
    let (of_sums, of_lost) = (lanes.sums.as_chunks().0, lanes.lost.as_chunks().0);
    for (k, block) in blocks.into_iter().enumerate() {
        let rest = &block[common..];
        sums[k] = Lanes::<T, V, { order::LANES }> { sums: of_sums[k], lost: of_lost[k] }.finish(rest);
    }
    sums
}

/// Rows of no more values are short.
const SHORT: usize = 4 * FIRST;

/// The sum of the terms of a short row, by loads of as many values as there are: the lengths of short rows vary, and a
/// branch for each would cost more than the row.
#[inline(always)]
fn sum_of_short_row<T: Term, V: Value, L: Simd>(simd: L, mut row: &[V], none: V) -> T::Sum<V> {
    let mut lanes = [T::start::<V>(); order::LANES];
    loop {
        for four in V::load_first(simd, row, none).as_chunks().0 {
            T::add_all(simd, &mut lanes, four);
        }
        match row.get(FIRST..) {
            Some(rest) if !rest.is_empty() => row = rest,
            _ => return T::combine(lanes),
        }
    }
}

/// The sum of the terms of a row, in a function that all share.
struct SumOfRow<'a, T, V> {
    row: &'a [V],
    of: PhantomData<T>,
}

impl<T: Term, V: Value> Work for SumOfRow<'_, T, V> {
    type Output = T::Sum<V>;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> T::Sum<V> {
        let row = self.row;
        if row.len() < SIDE_BY_SIDE * order::BLOCK {
            return sum_of_slice::<T, V, { order::LANES }>(row);
        }
        let mut sums = Blocks::<T, V, 1>::start();
        let (fours, rest) = row.as_chunks::<{ SIDE_BY_SIDE * order::BLOCK }>();
        for four in fours {
            let (a, b) = four.split_at(SIDE_BY_SIDE / 2 * order::BLOCK);
            let ((a, b), (c, d)) = (a.split_at(order::BLOCK), b.split_at(order::BLOCK));
            for sum in sums_of_blocks::<T, V>([a, b, c, d]) {
                sums.add(&[sum]);
            }
        }
        for block in rest.chunks(order::BLOCK) {
            sums.add(&[Lanes::<T, V, { order::LANES }>::start().finish(block)]);
        }
        let [total] = sums.finish();
        total
    }
}

/// The sum of the terms of a row.
#[inline(always)]
pub(crate) fn sum_of_row<T: Term, V: Value, L: Simd>(simd: L, row: &[V]) -> T::Sum<V> {
    simd.apart(SumOfRow::<T, V> { row, of: PhantomData })
}

/// The sums of the terms of four rows.
#[inline(always)]
pub(crate) fn sums_of_rows<T: Term, V: Value, L: Simd>(
    simd: L,
    rows: [&[V]; SIDE_BY_SIDE],
) -> [T::Sum<V>; SIDE_BY_SIDE] {
    let mut sums = [Number::ZERO; SIDE_BY_SIDE];
    if const { processor::has_masks::<L>() }
        && let Some(none) = T::neutral::<V>()
        && rows.iter().all(|row| row.len() <= SHORT)
    {
        for (sum, row) in sums.iter_mut().zip(rows) {
            *sum = sum_of_short_row::<T, V, L>(simd, row, none);
        }
    } else if rows.iter().all(|row| row.len() <= order::BLOCK) {
        sums = sums_of_blocks::<T, V>(rows);
    } else {
        for (sum, row) in sums.iter_mut().zip(rows) {
            *sum = sum_of_row::<T, V, L>(simd, row);
        }
    }
    sums
}

/// Writes what `result` makes of each row and of the sum of its terms. A row that is not there is empty.
#[inline(always)]
pub(super) fn map_sums<'a, T: Term, V: Value, R, L: Simd>(
    simd: L,
    mut rows: impl Iterator<Item = &'a [V]>,
    out: &mut [R],
    result: impl Fn(&[V], T::Sum<V>) -> R,
) {
    let mut next = || rows.next().unwrap_or(&[]);
    let (fours, rest) = out.as_chunks_mut::<SIDE_BY_SIDE>();
    for to in fours {
        let four = [next(), next(), next(), next()];
        let sums = sums_of_rows::<T, V, L>(simd, four);
        let result = |k: usize| result(four[k], sums[k]);
        *to = [result(0), result(1), result(2), result(3)];
    }
    for to in rest {
        let row = next();
        *to = result(row, sum_of_row::<T, V, L>(simd, row));
    }
}
