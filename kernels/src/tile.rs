//! A tile of consecutive output columns, held in registers while the terms of one output row are added.
//!
//! Every column has a running sum of its own, so the width of a tile changes no bits. A matrix of `n` columns is
//! covered by tiles of one width, the largest that fits both `n` and the registers; the last tile starts at `n - width`
//! and repeats some columns of the one before it.
use crate::simd::Simd;
use crate::{Number, Storage, Value, order, processor};
use core::hint::select_unpredictable;

/// The terms of one output row.
///
/// A trait and not closures or iterators, because those are compiled without the level's instructions unless they
/// happen to be inlined.
pub(crate) trait Terms<V>: Sized {
    /// True if terms come by fours where they can: with few columns, the loop itself costs as much as a term. Not for
    /// few or costly terms.
    const BY_FOURS: bool;
    /// True if the rests of fours vary from row to row: then a branch for each costs more than terms that are not
    /// there.
    const VARY: bool = false;
    /// Number of terms.
    fn count(&self) -> usize;
    /// Term `k`: the factor, and where the other operand's row starts in its data. [`NOWHERE`] adds nothing.
    fn term(&self, k: usize) -> (V, usize);
    /// The four terms from `4 * four` on.
    #[inline(always)]
    fn four(&self, four: usize) -> [(V, usize); FOUR] {
        let first = four * FOUR;
        [self.term(first), self.term(first + 1), self.term(first + 2), self.term(first + 3)]
    }
}

/// Terms of a turn of the unrolled loop.
pub(crate) const FOUR: usize = 4;

/// The start of a row that is not there: outside any data.
pub(crate) const NOWHERE: usize = usize::MAX;

/// The sum of the terms, for the columns from `first` on.
///
/// A start that leaves no room for the tile adds nothing.
#[inline(always)]
pub(crate) fn sum<const WIDTH: usize, L: Simd, V: Storage, T: Terms<V::Arithmetic>>(
    simd: L,
    data: &[V],
    first: usize,
    terms: &T,
) -> [V::Arithmetic; WIDTH] {
    let data = data.get(first..).unwrap_or(&[]);
    let Some(last) = data.len().checked_sub(WIDTH) else { return [V::Arithmetic::ZERO; WIDTH] };
    if const { T::BY_FOURS && !processor::is_widened::<V>() } {
        sum_by_fours(simd, data, last, terms)
    } else {
        sum_by_ones(simd, data, last, terms)
    }
}

/// True if the sums of two tiles take so few registers that one way through the terms pays: a quarter of those that
/// there are, 32 with AVX-512, else 16.
pub(crate) const fn two_fit<const WIDTH: usize, L: Simd, V>() -> bool {
    let registers = if L::REGISTER == 64 { 8 } else { 4 };
    2 * WIDTH * size_of::<V>() <= registers * L::REGISTER
}

/// As [`sum`], of two tiles, in one way through the terms.
#[inline(always)]
pub(crate) fn two_sums<const WIDTH: usize, L: Simd, V: Storage, T: Terms<V::Arithmetic>>(
    simd: L,
    data: &[V],
    firsts: [usize; 2],
    terms: &T,
) -> [[V::Arithmetic; WIDTH]; 2] {
    let [first, second] = firsts;
    let (data, other) = (data.get(first..).unwrap_or(&[]), data.get(second..).unwrap_or(&[]));
    let (mut totals, mut sums) = ([[V::Arithmetic::ZERO; WIDTH]; 2], [[V::Arithmetic::ZERO; WIDTH]; 2]);
    let (Some(last), Some(last_of_other)) = (data.len().checked_sub(WIDTH), other.len().checked_sub(WIDTH)) else {
        return sums;
    };
    let count = terms.count();
    for k in 0..count {
        let term = terms.term(k);
        add_term(simd, &mut sums[0], data, last, term);
        add_term(simd, &mut sums[1], other, last_of_other, term);
        if k % order::BLOCK == order::BLOCK - 1 {
            end_block(simd, &mut totals[0], &mut sums[0]);
            end_block(simd, &mut totals[1], &mut sums[1]);
        }
    }
    if count < order::BLOCK {
        return sums;
    }
    // A sum from +0 is never -0, so the zeros of an empty last block change no bits.
    end_block(simd, &mut totals[0], &mut sums[0]);
    end_block(simd, &mut totals[1], &mut sums[1]);
    totals
}

#[inline(always)]
fn sum_by_ones<const WIDTH: usize, L: Simd, V: Storage, T: Terms<V::Arithmetic>>(
    simd: L,
    data: &[V],
    last: usize,
    terms: &T,
) -> [V::Arithmetic; WIDTH] {
    let count = terms.count();
    let mut total = [V::Arithmetic::ZERO; WIDTH];
    let mut start = 0;
    loop {
        let end = count.min(start + order::BLOCK);
        let mut sums = [V::Arithmetic::ZERO; WIDTH];
        for k in start..end {
            add_term(simd, &mut sums, data, last, terms.term(k));
        }
        if start == 0 {
            total = sums;
        } else {
            end_block(simd, &mut total, &mut sums);
        }
        if end >= count {
            return total;
        }
        start = end;
    }
}

#[inline(always)]
fn sum_by_fours<const WIDTH: usize, L: Simd, V: Storage, T: Terms<V::Arithmetic>>(
    simd: L,
    data: &[V],
    last: usize,
    terms: &T,
) -> [V::Arithmetic; WIDTH] {
    const FOURS: usize = order::BLOCK / FOUR;
    let count = terms.count();
    let (mut total, mut sums) = ([V::Arithmetic::ZERO; WIDTH], [V::Arithmetic::ZERO; WIDTH]);
    for four in 0..count / FOUR {
        for term in terms.four(four) {
            add_term(simd, &mut sums, data, last, term);
        }
        if four % FOURS == FOURS - 1 {
            end_block(simd, &mut total, &mut sums);
        }
    }
    let (first, rest) = (count / FOUR * FOUR, count % FOUR);
    if T::VARY && rest > 0 {
        let none = [V::default(); WIDTH];
        for i in 0..FOUR - 1 {
            let (value, start) = terms.term(first + i.min(rest - 1));
            if start <= last
                && let Some(factors) = data[start..].first_chunk()
            {
                // One that is not there adds +0: a sum from +0 is never -0, so that changes no bits.
                let (value, factors) = select_unpredictable(i < rest, (value, factors), (V::Arithmetic::ZERO, &none));
                V::add_stored_products(simd, &mut sums, value, factors);
            }
        }
    } else {
        for k in first..count {
            add_term(simd, &mut sums, data, last, terms.term(k));
        }
    }
    if count < order::BLOCK {
        return sums;
    }
    // A sum from +0 is never -0, so the zeros of an empty last block change no bits.
    end_block(simd, &mut total, &mut sums);
    total
}

#[inline(always)]
fn end_block<const WIDTH: usize, L: Simd, V: Value>(simd: L, total: &mut [V; WIDTH], sums: &mut [V; WIDTH]) {
    // A product with one is exact.
    V::add_products(simd, total, &[V::ONE], sums);
    *sums = [V::ZERO; WIDTH];
}

#[inline(always)]
fn add_term<const WIDTH: usize, L: Simd, V: Storage>(
    simd: L,
    sums: &mut [V::Arithmetic; WIDTH],
    data: &[V],
    last: usize,
    (value, start): (V::Arithmetic, usize),
) {
    if start <= last
        && let Some(factors) = data[start..].first_chunk()
    {
        V::add_stored_products(simd, sums, value, factors);
    }
}

/// True for the widths of tiles that there are: of numbers that are widened every second one.
pub(crate) const fn is_compiled<V>(width: usize) -> bool {
    !processor::is_widened::<V>() || matches!(width, 64 | 16 | 4 | 1)
}

/// Calls `$body` with the const `$WIDTH`: the widest tile for `$columns` columns of `$V` on registers of `$REGISTER`
/// bytes.
macro_rules! with_tile_width {
    ($L:ident, $V:ty, $columns:expr, $WIDTH:ident => $body:expr) => {{
        // Eight registers of sums.
        let widest = (8 * $L::REGISTER / size_of::<<$V as $crate::Storage>::Arithmetic>()).min($columns);
        macro_rules! at {
            ($width:literal) => {{
                const $WIDTH: usize = $width;
                $body
            }};
        }
        // Widths that no number of columns asks for are not even compiled.
        macro_rules! fits {
            ($width:literal) => {
                widest >= $width
                    && const {
                        8 * $L::REGISTER / size_of::<<$V as $crate::Storage>::Arithmetic>() >= $width
                            && $crate::tile::is_compiled::<$V>($width)
                    }
            };
        }
        if fits!(128) {
            at!(128)
        } else if fits!(64) {
            at!(64)
        } else if fits!(32) {
            at!(32)
        } else if fits!(16) {
            at!(16)
        } else if fits!(8) {
            at!(8)
        } else if widest >= 4 {
            at!(4)
        } else if fits!(2) {
            at!(2)
        } else {
            at!(1)
        }
    }};
}
pub(crate) use with_tile_width;

/// The first column of the tile after the one from `first` on; `None` after the last.
#[inline(always)]
pub(crate) fn next(first: usize, width: usize, columns: usize) -> Option<usize> {
    // A tile is never wider than the matrix.
    let (end, last) = (first + width, columns.wrapping_sub(width));
    (end < columns).then(|| end.min(last))
}

/// Where tiles end that share no column with another one: only these may be streamed, as nothing may touch again,
/// before the fence, what was. The last tile and the one before it may share some. (To stream just the rest of the last
/// tile took 2 to 11 % more instructions in all products, streamed or not.)
pub(crate) const fn end_of_lone_tiles(width: usize, columns: usize) -> usize {
    if columns.is_multiple_of(width) { columns } else { columns.saturating_sub(width) }
}

/// Writes the sums of a tile, past the caches if `stream`. Here they are rounded to what memory holds.
#[inline(always)]
pub(crate) fn write<const WIDTH: usize, L: Simd, V: Storage>(
    simd: L,
    out: &mut [V; WIDTH],
    sums: [V::Arithmetic; WIDTH],
    stream: bool,
) {
    let sums = processor::stored::<L, V, WIDTH>(simd, sums);
    if stream { processor::stream_array(out, &sums) } else { *out = sums }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn lone_tiles_share_no_column() {
        for columns in 1..70 {
            for width in [1, 2, 4, 8, 16, 32, 64].into_iter().filter(|&w| w <= columns) {
                let starts: Vec<_> = core::iter::successors(Some(0), |&first| next(first, width, columns)).collect();
                for &first in &starts {
                    let shares = starts.iter().any(|&other| other != first && other.abs_diff(first) < width);
                    assert_eq!(
                        first + width <= end_of_lone_tiles(width, columns),
                        !shares,
                        "{first} of {columns} by {width}"
                    );
                }
            }
        }
    }

    #[test]
    fn tiles_cover_every_column() {
        for columns in 1..70 {
            for width in [1, 2, 4, 8, 16, 32, 64].into_iter().filter(|&w| w <= columns) {
                let starts: Vec<_> = core::iter::successors(Some(0), |&first| next(first, width, columns)).collect();
                assert!(starts.windows(2).all(|w| w[1] > w[0] && w[1] <= w[0] + width));
                assert_eq!(starts.last().unwrap() + width, columns);
            }
        }
    }
}
