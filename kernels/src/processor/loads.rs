//! A column that is read by loads, after one check of many indices; and products of rows with it.
use super::Instructions;
use super::memory::{ENTRIES_AHEAD, prefetch_at};
use crate::simd::Simd;
use crate::{Csr, Index, Number, Storage, order};

/// Entries whose indices are compared at once: they stay in the first cache.
pub(crate) const CHUNK: usize = 2048;

const FOUR: usize = order::LANES;

/// Arrays of places in a column: each index is below its length.
pub(crate) struct Places<'a, V, I, const N: usize> {
    arrays: &'a [[I; N]],
    column: &'a [V],
}

impl<'a, V: Copy + Default, I: Index, const N: usize> Places<'a, V, I, N> {
    /// `None` if an index is outside.
    #[inline(always)]
    pub(crate) fn of(arrays: &'a [[I; N]], column: &'a [V]) -> Option<Self> {
        I::all_below(arrays.as_flattened(), column.len()).then_some(Self { arrays, column })
    }

    /// What the column has at the places of array `k`; zeros if there is none.
    #[inline(always)]
    pub(crate) fn load(&self, k: usize) -> [V; N] {
        let mut numbers = [V::default(); N];
        if let Some(indices) = self.arrays.get(k) {
            for l in 0..N {
                // SAFETY: each index is below the length of the column.
                numbers[l] = unsafe { *self.column.get_unchecked(indices[l].to_usize()) };
            }
        }
        numbers
    }
}

/// Rows of a csr, and a column: pointers ascend and end where the entries do, no row has more than [`order::BLOCK`]
/// entries, and each index is below the length of the column. So a product needs no check.
pub(crate) struct CheckedRows<'a, V, I> {
    /// At least one.
    pointers: &'a [I],
    /// From the first pointer to the last one.
    indices: &'a [I],
    /// As many.
    values: &'a [V],
    column: &'a [V],
}

impl<'a, V: Storage, I: Index> CheckedRows<'a, V, I> {
    /// `None` if a condition is not met.
    #[inline(always)]
    pub(crate) fn of(rows: Csr<'a, V, I>, column: &'a [V]) -> Option<Self> {
        let (pointers, indices, values) = (rows.indptr(), rows.indices(), rows.values());
        let (first, ends) = pointers.split_first()?;
        // A row that ends before it begins is too long, too.
        let is_long = |(start, end): (&I, &I)| end.to_usize().wrapping_sub(start.to_usize()) > order::BLOCK;
        let long = pointers.iter().zip(ends).fold(false, |found, row| found | is_long(row));
        let entries = pointers.last()?.to_usize().wrapping_sub(first.to_usize());
        let fits = !long && entries == indices.len() && entries == values.len();
        (fits && rows.is_below(column.len())).then_some(Self { pointers, indices, values, column })
    }

    /// `out[r]` is the product of row `r`: row 2 of the order law.
    ///
    /// `VARY`: what is left of rows after whole fours differs. Then four entries are read, and the terms of others
    /// become +0: without a branch, which no processor could foresee. `AHEAD` asks for entries that are needed soon.
    #[inline(always)]
    pub(crate) fn multiply<L: Simd, const VARY: bool, const AHEAD: bool>(self, simd: L, out: &mut [V]) {
        let Self { pointers, indices, values, column } = self;
        let (&first, ends) = (&pointers[0], &pointers[1..]);
        let first = first.to_usize();
        // Four entries behind such a row are there.
        let are_there = |end: &I| VARY && end.to_usize().wrapping_sub(first) + FOUR <= indices.len();
        let by_fours = ends.partition_point(are_there).min(out.len());
        let ((ends, last_ends), (out, last_out)) = (ends.split_at(by_fours), out.split_at_mut(by_fours));
        let mut rows = Rows { first, indices: indices.as_ptr(), values: values.as_ptr(), column };
        for (end, out) in ends.iter().zip(out) {
            // SAFETY: the conditions of `self`; four entries behind the row are there.
            *out = V::store(unsafe { rows.next::<L, AHEAD, true>(simd, end.to_usize()) });
        }
        for (end, out) in last_ends.iter().zip(last_out) {
            // SAFETY: the conditions of `self`.
            *out = V::store(unsafe { rows.next::<L, AHEAD, false>(simd, end.to_usize()) });
        }
    }

    /// The product of the only row; 0 if there are more.
    #[inline(always)]
    pub(crate) fn only<L: Simd>(self, simd: L) -> V::Arithmetic {
        let Self { pointers: &[start, end], indices, values, column } = self else { return V::Arithmetic::ZERO };
        let mut row = Rows { first: start.to_usize(), indices: indices.as_ptr(), values: values.as_ptr(), column };
        // SAFETY: the conditions of `self`.
        unsafe { row.next::<L, false, false>(simd, end.to_usize()) }
    }
}

/// What is left of [`CheckedRows`].
struct Rows<'a, V, I> {
    /// The pointer of the row that comes next.
    first: usize,
    /// At its first entry.
    indices: *const I,
    values: *const V,
    column: &'a [V],
}

impl<V: Storage, I: Index> Rows<'_, V, I> {
    /// The product of the row that ends at a pointer. `AHEAD` asks for entries that are needed soon.
    ///
    /// # Safety
    /// The row is there, with indices below the length of the column; if `BY_FOURS`, so are four entries behind it.
    #[inline(always)]
    unsafe fn next<L: Simd, const AHEAD: bool, const BY_FOURS: bool>(&mut self, simd: L, end: usize) -> V::Arithmetic {
        let count = end.wrapping_sub(self.first);
        self.first = end;
        if AHEAD {
            prefetch_at(self.values, ENTRIES_AHEAD);
            prefetch_at(self.indices, CHUNK);
        }
        let mut lanes = [V::Arithmetic::ZERO; FOUR];
        let (mut k, whole, rest) = (0, count / FOUR * FOUR, count % FOUR);
        // SAFETY: as the caller promises.
        unsafe {
            while k != whole {
                let (values, factors) = self.four(k);
                V::Arithmetic::add_products(simd, &mut lanes, &values, &factors);
                k += FOUR;
            }
            if BY_FOURS {
                let (values, factors) = self.four(k);
                V::Arithmetic::add_first_products(simd, &mut lanes, &values, &factors, rest);
            } else if rest > 0 {
                self.add_one(&mut lanes[0], k);
                if rest > 1 {
                    self.add_one(&mut lanes[1], k + 1);
                    if rest > 2 {
                        self.add_one(&mut lanes[2], k + 2);
                    }
                }
            }
            self.indices = self.indices.add(count);
            self.values = self.values.add(count);
        }
        order::combine_lanes(lanes)
    }

    /// Adds the term of entry `k`.
    ///
    /// # Safety
    /// It is there, and its index is below the length of the column.
    #[inline(always)]
    unsafe fn add_one(&self, sum: &mut V::Arithmetic, k: usize) {
        // SAFETY: as the caller promises.
        let (value, factor) = unsafe { self.term(k) };
        *sum = order::add_product(*sum, value, factor);
    }

    /// Values and factors of four entries from entry `k` on.
    ///
    /// # Safety
    /// They are there, and their indices are below the length of the column.
    #[inline(always)]
    unsafe fn four(&self, k: usize) -> ([V::Arithmetic; FOUR], [V::Arithmetic; FOUR]) {
        let (mut values, mut factors) = ([V::Arithmetic::ZERO; FOUR], [V::Arithmetic::ZERO; FOUR]);
        for l in 0..FOUR {
            // SAFETY: as the caller promises.
            (values[l], factors[l]) = unsafe { self.term(k + l) };
        }
        (values, factors)
    }

    /// Value and factor of entry `k`.
    ///
    /// # Safety
    /// It is there, and its index is below the length of the column.
    #[inline(always)]
    unsafe fn term(&self, k: usize) -> (V::Arithmetic, V::Arithmetic) {
        // SAFETY: as the caller promises.
        unsafe {
            let index = (*self.indices.add(k)).to_usize();
            ((*self.values.add(k)).load(), self.column.get_unchecked(index).load())
        }
    }
}
