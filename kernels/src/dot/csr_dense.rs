//! `C = A B`: `C[i, j] = sum over the entries k of row i of value[k] * B[column[k], j]`.
//!
//! - Shapes: A is csr R x K, B dense K x n, C dense R x n. C is overwritten.
//! - Order: [`crate::order`], rows 1 (n >= 2) and 2 (n = 1).
//! - An explicit zero is a term like any other: times NaN or infinity it gives NaN. Rows of B that no entry names are not read.
//! - C overlaps neither operand (the borrow checker sees to it).
//! - Cost: O(nnz * n). Traffic: A and C once, one row of B for each entry, prefetched across row ends.
//! - Part of the output: `csr_dense(a.row_range(r)?, b, rows r of out)`.
//! - Source: MXNet `dot(csr, default) -> default`.
use super::tile::{self, with_tile_width};
use crate::dispatch::{Simd, multiversion};
use crate::error::{KernelError, Operand, expect};
use crate::{Csr, Dense, DenseMut, Index, Value, order, processor};
use core::ops::Range;

/// One row with one column: the entries of the row against `factor(column)`.
#[inline(always)]
fn row_times_column<L: Simd, V: Value, I: Index>(simd: L, indices: &[I], values: &[V], factor: impl Fn(I) -> V) -> V {
    if indices.len() <= order::BLOCK {
        return block_times_column(simd, indices, values, &factor);
    }
    let mut total = V::ZERO;
    for (indices, values) in indices.chunks(order::BLOCK).zip(values.chunks(order::BLOCK)) {
        total = total + block_times_column(simd, indices, values, &factor);
    }
    total
}

#[inline(always)]
fn block_times_column<L: Simd, V: Value, I: Index>(simd: L, indices: &[I], values: &[V], factor: impl Fn(I) -> V) -> V {
    let mut lanes = [V::ZERO; order::LANES];
    let (index_lanes, index_rest) = indices.as_chunks::<{ order::LANES }>();
    let (value_lanes, value_rest) = values.as_chunks::<{ order::LANES }>();
    for (&[i0, i1, i2, i3], value_lanes) in index_lanes.iter().zip(value_lanes) {
        V::add_products(simd, &mut lanes, value_lanes, &[factor(i0), factor(i1), factor(i2), factor(i3)]);
    }
    for (lane, (&index, &value)) in lanes.iter_mut().zip(index_rest.iter().zip(value_rest)) {
        *lane = order::add_product(*lane, value, factor(index));
    }
    order::combine_lanes(lanes)
}

/// Entries between the one in work and the one whose row of B is prefetched, by the bytes of a row.
const fn prefetch_distance(row_bytes: usize) -> usize {
    match row_bytes {
        0..=64 => 32,
        65..=256 => 16,
        _ => 8,
    }
}

#[inline(always)]
fn body<L: Simd, V: Value, I: Index>(simd: L, a: Csr<V, I>, b: Dense<V>, mut out: DenseMut<V>) -> Result<(), KernelError> {
    expect(Operand::Right, 0, a.columns(), b.rows())?;
    expect(Operand::Output, 0, a.rows(), out.rows())?;
    expect(Operand::Output, 1, b.columns(), out.columns())?;
    match b.columns() {
        0 => {}
        1 => column(simd, a, b, out.reborrow()),
        n => with_tile_width!(L, V, n, WIDTH => matrix::<WIDTH, L, V, I>(simd, a, b, out.reborrow())),
    }
    Ok(())
}

#[inline(always)]
fn column<L: Simd, V: Value, I: Index>(simd: L, a: Csr<V, I>, b: Dense<V>, mut out: DenseMut<V>) {
    let data = b.data();
    // An index outside, which only a broken trust can give, is moved inside: that costs no branch.
    let Some(last) = data.len().checked_sub(1) else {
        for row in 0..out.rows() {
            out.row_mut(row).fill(V::ZERO);
        }
        return;
    };
    let out_stride = out.stride();
    let out = out.data_mut();
    match (b.stride(), out_stride) {
        (1, 1) => column_rows(simd, a, out.iter_mut(), |column| data[column.to_usize().min(last)]),
        (stride, out_stride) => {
            column_rows(simd, a, out.iter_mut().step_by(out_stride.max(1)), |column| {
                data[column.to_usize().wrapping_mul(stride).min(last)]
            });
        }
    }
}

#[inline(always)]
fn column_rows<'o, L: Simd, V: Value, I: Index>(simd: L, a: Csr<V, I>, out: impl Iterator<Item = &'o mut V>, factor: impl Fn(I) -> V) {
    for (entries, out) in a.entry_ranges().zip(out) {
        *out = match (a.indices().get(entries.clone()), a.values().get(entries)) {
            (Some(indices), Some(values)) => row_times_column(simd, indices, values, &factor),
            _ => V::ZERO,
        };
    }
}

/// The entries of a row of the csr, and those some places ahead, whose rows of the dense matrix are prefetched.
struct RowTerms<'a, V, I> {
    indices: &'a [I],
    values: &'a [V],
    ahead: &'a [I],
    b: Dense<'a, V>,
}

impl<V: Value, I: Index> tile::Terms<V> for RowTerms<'_, V, I> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.indices.len().min(self.values.len())
    }
    #[inline(always)]
    fn range(&self, range: Range<usize>) -> Self {
        Self {
            indices: self.indices.get(range.clone()).unwrap_or(&[]),
            values: self.values.get(range.clone()).unwrap_or(&[]),
            ahead: self.ahead.get(range).unwrap_or(&[]),
            b: self.b,
        }
    }
    #[inline(always)]
    fn term(&self, k: usize) -> Option<(V, usize)> {
        if let Some(&next) = self.ahead.get(k) {
            self.prefetch(next);
        }
        Some((*self.values.get(k)?, self.indices.get(k)?.to_usize().wrapping_mul(self.b.stride())))
    }
}

impl<'a, V: Value, I: Index> RowTerms<'a, V, I> {
    #[inline(always)]
    fn new<const WIDTH: usize>(a: Csr<'a, V, I>, b: Dense<'a, V>, entries: Range<usize>, distance: usize) -> Self {
        let (indices, values) = match (a.indices().get(entries.clone()), a.values().get(entries.clone())) {
            (Some(indices), Some(values)) => (indices, values),
            _ => (&[][..], &[][..]),
        };
        let mut terms = Self { indices, values, ahead: &[], b };
        if let Some(ahead) = a.indices().get(entries.start + distance..entries.end + distance) {
            // Rows of one cache line are asked for at once: that keeps the loop over the entries short.
            if WIDTH * size_of::<V>() <= processor::LINE_BYTES {
                ahead.iter().for_each(|&column| terms.prefetch(column));
            } else {
                terms.ahead = ahead;
            }
        }
        terms
    }

    #[inline(always)]
    fn prefetch(&self, column: I) {
        processor::prefetch(self.b.data(), column.to_usize().wrapping_mul(self.b.stride()), self.b.columns());
    }
}

#[inline(always)]
fn matrix<const WIDTH: usize, L: Simd, V: Value, I: Index>(simd: L, a: Csr<V, I>, b: Dense<V>, mut out: DenseMut<V>) {
    let stream = out.is_contiguous() && out.nbytes() >= processor::STREAM_BYTES;
    let distance = if b.nbytes() >= processor::PREFETCH_BYTES { prefetch_distance(b.columns() * size_of::<V>()) } else { usize::MAX >> 1 };
    let out_stride = out.stride().max(1);
    for (entries, out) in a.entry_ranges().zip(out.data_mut().chunks_mut(out_stride)) {
        let mut terms = RowTerms::new::<WIDTH>(a, b, entries, distance);
        let mut first = Some(0);
        while let Some(start) = first {
            let sums: [V; WIDTH] = tile::sum(simd, b.data(), start, &terms);
            if let Some(out) = out.get_mut(start..).and_then(|rest| rest.first_chunk_mut()) {
                if stream { processor::stream_array(out, &sums) } else { *out = sums }
            }
            // The first tile has asked for whole rows.
            terms.ahead = &[];
            first = tile::next(start, WIDTH, b.columns());
        }
    }
    if stream {
        processor::stream_fence();
    }
}

multiversion! {
    /// `out = a b` for a csr `a` and a dense `b`.
    ///
    /// Shapes: `a` R x K, `b` K x n, `out` R x n. Bits by the [order law](crate::order). Cost O(nnz n). Source: MXNet `dot(csr, default)`.
    ///
    /// # Errors
    /// [`KernelError::Shape`] if the shapes do not fit; then nothing is written.
    ///
    /// ```
    /// use lacuna::{Csr, Dense, DenseMut, dot};
    /// let a = Csr::new(2, 3, &[0, 1, 3], &[1, 0, 2], &[2.0_f64, 1.0, 4.0])?;
    /// let x = Dense::new(3, 1, &[1.0, 10.0, 100.0])?;
    /// let mut y = [0.0; 2];
    /// dot::csr_dense(a, x, DenseMut::new(2, 1, &mut y)?)?;
    /// assert_eq!(y, [20.0, 401.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn csr_dense / scalar_csr_dense [V: Value, I: Index] (a: Csr<'_, V, I>, b: Dense<'_, V>, out: DenseMut<'_, V>) -> Result<(), KernelError> = body;
}
