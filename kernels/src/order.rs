//! The order law: in which order the terms of a sum are added, and so which bits come out.
//!
//! The expression tree of every sum is a function of its operands alone: not of the SIMD level, the number of threads
//! or the processor.
//!
//! | operation | tree |
//! |---|---|
//! | product of a sparse row with n >= 2 columns | per output element: entries in storage order, one running sum from +0, `sum = sum + v * d`, both rounded |
//! | product of a sparse row with one column | [`LANES`] running sums from +0; lane `l` takes the entries `k` with `k % 4 == l`, counted from the row's start; then [`combine_lanes`] |
//! | product of two dense matrices, either one transposed | per output element: terms in ascending order of k, one running sum from +0, `sum = fma(a, b, sum)`, rounded once ([`add_fused_product`]) |
//! | transposed product, sum of repeated rows | per output element: terms in ascending order of the input row, one running sum from +0 |
//! | sum or mean of a bag of rows | per output element: the entries of the bag in storage order, as row 4 |
//! | any of these with more than [`BLOCK`] terms | terms are cut into blocks of 1024 from the start, each summed by its rule from +0; the block sums are added in order, from +0 |
//! | sum of arrays | per output element: the arrays that store it, in order, one running sum from +0 (arrays are few: no blocks) |
//! | sum, mean or norm of a row, sparse or dense | as the product with one column, each of its [`LANES`] running sums accurate |
//! | sum of the exponentials of a row of logits, and those that gradients of a softmax take | as the sum of a row; of a column, as the sum of a column |
//! | sum, mean or norm of a column | terms by ascending row, one accurate running sum; a row that a sparse array does not store has no term |
//! | sum, mean or norm of a slice of values | [`WIDE_LANES`] accurate running sums; lane `l` takes the values `k` with `k % 32 == l`; then [`combine_halves`] |
//! | such an accurate sum of more than [`BLOCK`] terms | blocks of 1024 terms as above, each from a fresh state; the block sums are added in order by one more accurate running sum |
//! | of more than [`BLOCK`] blocks | blocks of 1024 block sums, each from a fresh state; their sums are added in order by one more accurate running sum |
//!
//! A transposed product with one column is row 4, not row 2; one of two dense matrices is row 3, whatever it is. A
//! product with a row_sparse matrix of one column is row 2; a stored entry whose row that matrix does not store is
//! skipped, but keeps its place `k`. So it is with a csr on the right: the product of a sparse or dense row with a csr
//! is row 1, whatever the number of columns, over the places `k` of that row; a product with a transposed csr is row 2
//! over the entries of its rows, one with a transposed row_sparse, and one that is sampled at the places of a csr, row
//! 2 over all columns. An accurate running sum is [`add_accurate`] for each term, from +0 and +0; what it has kept of
//! the last terms is dropped with it. It is an `f64`, rounded to the type of the values at the end, before a mean or a
//! root is made of it. Nothing is fused but in row 3: `v * d` is rounded before it is added. Elementwise kernels sum
//! nothing: their formulas say where they round.
use crate::Value;
use core::ops::Range;

/// Running sums of a product with one column.
pub const LANES: usize = 4;

/// Running sums of a slice of values.
pub const WIDE_LANES: usize = 32;

/// Terms of one block.
pub const BLOCK: usize = 1024;

/// The next value of a running sum.
#[inline(always)]
pub fn add_product<V: Value>(sum: V, value: V, factor: V) -> V {
    sum + value * factor
}

/// The next value of a running sum of a product of two dense matrices: rounded once.
#[inline(always)]
pub fn add_fused_product<V: Value>(sum: V, value: V, factor: V) -> V {
    value.mul_add(factor, sum)
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

/// `l[i] + l[i + N / 2]`, and so on with the half that this gives, until one is left. `N` is a power of two; for
/// [`LANES`] this is [`combine_lanes`].
///
/// ```
/// use lacuna::order::{combine_halves, combine_lanes};
/// let lanes = [1.0_f32, 1e8, 2.0, -1e8];
/// assert_eq!(combine_halves(lanes), combine_lanes(lanes));
/// ```
#[inline(always)]
pub fn combine_halves<V: Value, const N: usize>(mut lanes: [V; N]) -> V {
    let mut half = N / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = lanes[i] + lanes[i + half];
        }
        half /= 2;
    }
    lanes[0]
}

/// The next value of an accurate running sum of terms made of `V`, and what rounding added to it.
///
/// Of `f32` it is a sum in `f64`, which loses nothing to speak of. Of `f64` it is compensated (Kahan's): the next term
/// makes good what was lost. An infinite sum has lost nothing, so that it stays infinite.
///
/// ```
/// use lacuna::order::add_accurate;
/// let (mut sum, mut lost) = (0.0, 0.0);
/// for term in [2.0_f64.powi(53), 1.0, 1.0, 1.0] {
///     (sum, lost) = add_accurate::<f64>(sum, lost, term);
/// }
/// assert_eq!((sum, lost), (2.0_f64.powi(53) + 4.0, 1.0));
/// assert_eq!(add_accurate::<f32>(2.0_f64.powi(24), 0.0, 1.0), (2.0_f64.powi(24) + 1.0, 0.0));
/// ```
#[must_use]
#[inline(always)]
pub fn add_accurate<V: Value>(sum: f64, lost: f64, term: f64) -> (f64, f64) {
    if size_of::<V>() < size_of::<f64>() {
        return (sum + term, 0.0);
    }
    let term = term - lost;
    let next = sum + term;
    let off = (next - sum) - term;
    (next, if next.magnitude() == f64::INFINITY { 0.0 } else { off })
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
