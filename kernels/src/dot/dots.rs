//! Products of rows without gaps: row 2 of the order law, several at once.
use crate::simd::Simd;
use crate::{Value, order};
use core::array;

/// Rows that are multiplied at once: their sums do not wait for each other.
pub(super) const AT_ONCE: usize = 4;

/// Calls `$body` for the products of `$left` with `$rights` rows, as many at once as go together: `(first, products)`.
#[inline(always)]
pub(super) fn each<'a, L: Simd, V: Value>(
    simd: L,
    left: &[V],
    count: usize,
    right: impl Fn(usize) -> &'a [V],
    mut write: impl FnMut(usize, V),
) {
    let mut first = 0;
    while first + AT_ONCE <= count {
        let products = dots::<AT_ONCE, L, V>(simd, left, array::from_fn(|i| right(first + i)));
        for (i, product) in products.into_iter().enumerate() {
            write(first + i, product);
        }
        first += AT_ONCE;
    }
    for last in first..count {
        let [product] = dots::<1, L, V>(simd, left, [right(last)]);
        write(last, product);
    }
}

/// The products of a row with `N` others, for the length that all have.
#[inline(always)]
pub(super) fn dots<const N: usize, L: Simd, V: Value>(simd: L, left: &[V], rights: [&[V]; N]) -> [V; N] {
    let length = rights.iter().fold(left.len(), |length, right| length.min(right.len()));
    let mut totals = [V::ZERO; N];
    let mut start = 0;
    while start < length {
        let end = length.min(start + order::BLOCK);
        let sums = block(simd, &left[start..end], rights.map(|right| &right[start..end]));
        // A sum from +0 is never -0: the first block is as it was added to +0.
        totals = array::from_fn(|n| order::add(totals[n], order::combine_lanes(sums[n])));
        start = end;
    }
    totals
}

#[inline(always)]
fn block<const N: usize, L: Simd, V: Value>(simd: L, left: &[V], rights: [&[V]; N]) -> [[V; order::LANES]; N] {
    let mut sums = [[V::ZERO; order::LANES]; N];
    let (fours, rest) = left.as_chunks::<{ order::LANES }>();
    let right_fours = rights.map(|right| &right.as_chunks::<{ order::LANES }>().0[..fours.len()]);
    for (k, four) in fours.iter().enumerate() {
        for n in 0..N {
            V::add_products(simd, &mut sums[n], four, &right_fours[n][k]);
        }
    }
    if !rest.is_empty() {
        // What is not there adds +0, which changes no bits.
        let four = |rest: &[V]| array::from_fn(|l| rest.get(l).copied().unwrap_or(V::ZERO));
        let left: [V; order::LANES] = four(rest);
        for n in 0..N {
            let right: [V; order::LANES] = four(rights[n].get(fours.len() * order::LANES..).unwrap_or(&[]));
            V::add_products(simd, &mut sums[n], &left, &right);
        }
    }
    sums
}
