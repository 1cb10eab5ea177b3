//! The order law: in which order the terms of a sum are added, and so which bits come out.
//!
//! The expression tree of every sum is a function of its operands alone: not of the SIMD level, the number of threads or the processor.
//!
//! | operation | tree |
//! |---|---|
//! | product of a sparse row with n >= 2 columns | per output element: entries in storage order, one running sum from +0, `sum = sum + v * d`, both rounded |
//! | product of a sparse row with one column | [`LANES`] running sums from +0; lane `l` takes the entries `k` with `k % 4 == l`, counted from the row's start; then [`combine_lanes`] |
//! | transposed product, sum of repeated rows | per output element: terms in ascending order of the input row, one running sum from +0 |
//! | any of these with more than [`BLOCK`] terms | terms are cut into blocks of 1024 from the start, each summed by its rule from +0; the block sums are added in order, from +0 |
//! | sum of arrays | per output element: the arrays that store it, in order, one running sum from +0 (arrays are few: no blocks) |
//!
//! A transposed product with one column is row 3, not row 2. A product with a row_sparse matrix of one column is row 2; a stored entry whose row that matrix does not store is skipped,
//! but keeps its place `k`. Nothing is fused: `v * d` is rounded before it is added. Elementwise kernels sum nothing: their formulas say where they round.
use crate::Value;
use core::ops::Range;

/// Running sums of a product with one column.
pub const LANES: usize = 4;

/// Terms of one block.
pub const BLOCK: usize = 1024;

/// The next value of a running sum.
#[inline(always)]
pub fn add_product<V: Value>(sum: V, value: V, factor: V) -> V {
    sum + value * factor
}

/// The next value of a running sum of values, or of the sums of blocks.
#[inline(always)]
pub fn add<V: Value>(sum: V, term: V) -> V {
    sum + term
}

/// Lanes are combined by halves: `(l0 + l2) + (l1 + l3)`.
///
/// ```
/// assert_eq!(lacuna::order::combine_lanes([1.0_f32, 1e8, 2.0, -1e8]), 3.0);
/// ```
#[inline(always)]
pub fn combine_lanes<V: Value>(lanes: [V; LANES]) -> V {
    (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])
}

/// The blocks of `terms` terms, in order.
///
/// ```
/// assert!(lacuna::order::blocks(1030).eq([0..1024, 1024..1030]));
/// assert_eq!(lacuna::order::blocks(0).count(), 0);
/// ```
#[inline(always)]
pub fn blocks(terms: usize) -> impl Iterator<Item = Range<usize>> {
    (0..terms.div_ceil(BLOCK)).map(move |block| block * BLOCK..terms.min((block + 1) * BLOCK))
}
