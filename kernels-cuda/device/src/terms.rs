//! The terms of sums of rows: where they come from, which belong to which row, and the running sums over them.
use super::array::upper_bound;
use super::entry::{self, Csr, Matrix, Planned};
use super::gpu::{Stored, load};
use core::array;
use lacuna::order::{BLOCK, add_product};
use lacuna::{Index, Number};

/// Terms that are loaded before the first of them is added.
const AHEAD: usize = 4;

/// The terms of all rows, one after the other.
pub(super) trait Terms<V, I> {
    /// True if a row outside the operand means that there is no such term. Else it cannot happen, except for a broken
    /// trust.
    const SKIPS: bool;
    /// The factor of a term and the row of the operand.
    unsafe fn term(&self, t: usize) -> (V, I);
}

pub(super) struct Entries<V, I, const SKIPS: bool> {
    pub(super) indices: *const I,
    pub(super) values: *const V,
}

impl<V: Number, I: Index, const SKIPS: bool> Terms<V, I> for Entries<V, I, SKIPS> {
    const SKIPS: bool = SKIPS;
    #[inline(always)]
    unsafe fn term(&self, t: usize) -> (V, I) {
        (*self.values.add(t), *self.indices.add(t))
    }
}

pub(super) struct PlannedTerms<V, I> {
    rows: *const I,
    entries: *const I,
    values: *const V,
    last_value: usize,
}

impl<V, I> PlannedTerms<V, I> {
    #[inline(always)]
    pub(super) fn new(Planned { rows, entries, values, value_count }: Planned<V, I>) -> Self {
        Self { rows, entries, values, last_value: value_count.wrapping_sub(1) }
    }
}

impl<V: Number, I: Index> Terms<V, I> for PlannedTerms<V, I> {
    const SKIPS: bool = false;
    #[inline(always)]
    unsafe fn term(&self, t: usize) -> (V, I) {
        (*self.values.add(at_most(*self.entries.add(t), self.last_value)), *self.rows.add(t))
    }
}

/// Rows that are added as they are.
pub(super) struct Repeated<I>(pub(super) *const I);

impl<V: Number, I: Index> Terms<V, I> for Repeated<I> {
    const SKIPS: bool = false;
    #[inline(always)]
    unsafe fn term(&self, t: usize) -> (V, I) {
        // A product with one is exact.
        (V::ONE, *self.0.add(t))
    }
}

/// The index, or `last` if it is above; `last` fits the index type. On 32 bits where that is enough: 64 cost several
/// instructions more.
#[inline(always)]
fn at_most<I: Index>(index: I, last: usize) -> usize {
    if size_of::<I>() == 4 { (index.to_usize() as u32).min(last as u32) as usize } else { index.to_usize().min(last) }
}

/// Which terms belong to which row.
pub(super) struct Segments<I> {
    bounds: *const I,
    pub(super) count: usize,
    capacity: usize,
}

impl<I: Index> Segments<I> {
    #[inline(always)]
    pub(super) unsafe fn new(entry::Segments { bounds, stored, count, terms }: entry::Segments<I>) -> Self {
        let count = if stored.is_null() { count } else { (*stored).to_usize().min(count) };
        Self { bounds, count, capacity: terms }
    }

    #[inline(always)]
    pub(super) fn of_csr<V>(a: Csr<V, I>) -> Self {
        Self { bounds: a.indptr, count: a.rows, capacity: a.capacity }
    }

    #[inline(always)]
    unsafe fn bound(&self, at: usize) -> usize {
        (*self.bounds.add(at)).to_usize().min(self.capacity)
    }

    #[inline(always)]
    pub(super) unsafe fn terms(&self, row: usize) -> (usize, usize) {
        let start = self.bound(row);
        (start, self.bound(row + 1).max(start))
    }

    /// The row that term `t` belongs to, and its terms, if they are more than a block.
    #[inline(always)]
    unsafe fn long_row_of(&self, t: usize) -> Option<(usize, usize, usize)> {
        let row = upper_bound(self.bounds, 0, self.count + 1, t).wrapping_sub(1);
        if row >= self.count {
            return None;
        }
        let (start, end) = self.terms(row);
        (end - start > BLOCK && start <= t).then_some((row, start, end))
    }

    /// The block of number `number`: its row, the row's terms, and the block's first term.
    #[inline(always)]
    pub(super) unsafe fn block(&self, number: usize) -> Option<(usize, usize, usize, usize)> {
        let window = number / 2 * BLOCK;
        if number % 2 == 0 {
            let (row, start, end) = self.long_row_of(window)?;
            let first = start + (window - start).div_ceil(BLOCK) * BLOCK;
            (first < end).then_some((row, start, end, first))
        } else {
            let (row, start, end) = self.long_row_of(window + BLOCK)?;
            (window < start && start < window + BLOCK).then_some((row, start, end, start))
        }
    }
}

/// The number of the block that begins at a term of a row that starts at `start`.
#[inline(always)]
pub(super) fn block_number(start: usize, first: usize) -> usize {
    2 * (first / BLOCK) + usize::from(first == start && first % BLOCK != 0)
}

/// The matrix whose rows are added. It has at least one.
pub(super) struct Operand<V> {
    data: *const V,
    last: usize,
    stride_bytes: usize,
}

impl<V: Number> Operand<V> {
    #[inline(always)]
    pub(super) fn new(Matrix { data, rows, stride, .. }: Matrix<V>) -> Self {
        Self { data, last: rows.wrapping_sub(1), stride_bytes: stride * size_of::<V>() }
    }

    /// A term and its columns, without a branch, so that the loads of many terms are on their way at once. A term that
    /// is skipped adds +0, which changes no bit: a running sum from +0 is never -0.
    #[inline(always)]
    unsafe fn load<const WIDTH: usize, I: Index, T: Terms<V, I>>(
        &self,
        (value, index): (V, I),
        column: usize,
    ) -> (V, [V; WIDTH]) {
        let row = at_most(index, self.last);
        let factors: [V; WIDTH] = load(self.data.add(column).byte_add(row * self.stride_bytes));
        let skipped = T::SKIPS && index.to_usize() > self.last;
        let unless_skipped = |number: V| if skipped { V::ZERO } else { number };
        (unless_skipped(value), factors.map(unless_skipped))
    }
}

/// Term `t` of one column, +0 from `end` on. Without a branch: the first term, which there is, is loaded for what is
/// not there.
#[inline(always)]
pub(super) unsafe fn product<V: Stored, I: Index, T: Terms<V, I>>(
    terms: &T,
    t: usize,
    end: usize,
    operand: &Operand<V>,
) -> V::Arithmetic {
    let (value, [factor]) = operand.load::<1, I, T>(terms.term(if t < end { t } else { 0 }), 0);
    if t < end { add_product(V::Arithmetic::ZERO, value.widen(), factor.widen()) } else { V::Arithmetic::ZERO }
}

/// The sums of the terms from `start` to `end`, every `step`th, for the columns from `column` on.
#[inline(always)]
pub(super) unsafe fn sum<const WIDTH: usize, V: Stored, I: Index, T: Terms<V, I>>(
    terms: &T,
    (start, end, step): (usize, usize, usize),
    operand: &Operand<V>,
    column: usize,
) -> [V::Arithmetic; WIDTH] {
    let mut sums = [V::Arithmetic::ZERO; WIDTH];
    let add_to = |sums: &mut [V::Arithmetic; WIDTH], (value, factors): (V, [V; WIDTH])| {
        for w in 0..WIDTH {
            sums[w] = add_product(sums[w], value.widen(), factors[w].widen());
        }
    };
    let mut t = start;
    while t + (AHEAD - 1) * step < end {
        let items: [(V, I); AHEAD] = array::from_fn(|i| terms.term(t + i * step));
        let loaded: [(V, [V; WIDTH]); AHEAD] = array::from_fn(|i| operand.load::<WIDTH, I, T>(items[i], column));
        for i in 0..AHEAD {
            add_to(&mut sums, loaded[i]);
        }
        t += AHEAD * step;
    }
    if t < end {
        // The last few at once as well; in most rows there are no others.
        let items: [(V, I); AHEAD] = array::from_fn(|i| terms.term((t + i * step).min(end - 1)));
        let loaded: [(V, [V; WIDTH]); AHEAD] = array::from_fn(|i| operand.load::<WIDTH, I, T>(items[i], column));
        for i in 0..AHEAD {
            let ((value, factors), inside) = (loaded[i], t + i * step < end);
            let unless_outside = |number: V| if inside { number } else { V::ZERO };
            add_to(&mut sums, (unless_outside(value), factors.map(unless_outside)));
        }
    }
    sums
}
