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
use crate::dispatch::multiversion;
use crate::error::{KernelError, Operand, expect};
use crate::{Csr, Dense, DenseMut, Index, Value, processor, order};

/// One row with one column: the entries of the row against `factor(column)`, `None` where the other operand stores nothing.
#[inline(always)]
pub(crate) fn row_times_column<V: Value, I: Index>(indices: &[I], values: &[V], mut factor: impl FnMut(I) -> Option<V>) -> V {
    let mut block = |indices: &[I], values: &[V]| {
        let mut lanes = [V::ZERO; order::LANES];
        let (index_lanes, index_rest) = indices.as_chunks::<{ order::LANES }>();
        let (value_lanes, value_rest) = values.as_chunks::<{ order::LANES }>();
        for (index_lanes, value_lanes) in index_lanes.iter().zip(value_lanes) {
            for l in 0..order::LANES {
                if let Some(factor) = factor(index_lanes[l]) {
                    lanes[l] = order::add_product(lanes[l], value_lanes[l], factor);
                }
            }
        }
        for (lane, (&index, &value)) in lanes.iter_mut().zip(index_rest.iter().zip(value_rest)) {
            if let Some(factor) = factor(index) {
                *lane = order::add_product(*lane, value, factor);
            }
        }
        order::combine_lanes(lanes)
    };
    if indices.len() <= order::BLOCK {
        return block(indices, values);
    }
    let mut total = V::ZERO;
    for (indices, values) in indices.chunks(order::BLOCK).zip(values.chunks(order::BLOCK)) {
        total = total + block(indices, values);
    }
    total
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
fn body<const REGISTER: usize, V: Value, I: Index>(a: Csr<V, I>, b: Dense<V>, mut out: DenseMut<V>) -> Result<(), KernelError> {
    expect(Operand::Right, 0, a.columns(), b.rows())?;
    expect(Operand::Output, 0, a.rows(), out.rows())?;
    expect(Operand::Output, 1, b.columns(), out.columns())?;
    match b.columns() {
        0 => {}
        1 => column(a, b, out.reborrow()),
        n => with_tile_width!(REGISTER, V, n, WIDTH => matrix::<WIDTH, V, I>(a, b, out.reborrow())),
    }
    Ok(())
}

#[inline(always)]
fn column<V: Value, I: Index>(a: Csr<V, I>, b: Dense<V>, mut out: DenseMut<V>) {
    let (data, stride) = (b.data(), b.stride());
    let out_stride = out.stride().max(1);
    for (row, out) in out.data_mut().chunks_mut(out_stride).enumerate().take(a.rows()) {
        let (indices, values) = a.row(row);
        out[0] = if stride == 1 {
            row_times_column(indices, values, |column| data.get(column.to_usize()).copied())
        } else {
            row_times_column(indices, values, |column| data.get(column.to_usize().wrapping_mul(stride)).copied())
        };
    }
}

#[inline(always)]
fn matrix<const WIDTH: usize, V: Value, I: Index>(a: Csr<V, I>, b: Dense<V>, mut out: DenseMut<V>) {
    let (n, stride) = (b.columns(), b.stride());
    let row_bytes = n * size_of::<V>();
    let prefetch = b.nbytes() >= processor::PREFETCH_BYTES;
    let distance = prefetch_distance(row_bytes);
    let stream = out.is_contiguous() && out.nbytes() >= processor::STREAM_BYTES;
    for row in 0..a.rows() {
        let entries = a.entries(row);
        let (indices, values) = a.row(row);
        let ahead = a.indices().get(entries.start.saturating_add(distance)..).unwrap_or(&[]);
        let out = out.row_mut(row);
        for start in tile::starts(n, WIDTH) {
            let sums: [V; WIDTH] = tile::sum(b.data(), indices.len(), |k| {
                if prefetch && let Some(&next) = ahead.get(k) {
                    processor::prefetch(b.data(), next.to_usize().wrapping_mul(stride).wrapping_add(start), WIDTH);
                }
                match (indices.get(k), values.get(k)) {
                    (Some(column), Some(&value)) => Some((value, column.to_usize().wrapping_mul(stride).wrapping_add(start))),
                    _ => None,
                }
            });
            if let Some(out) = out.get_mut(start..start + WIDTH) {
                if stream { processor::stream(out, &sums) } else { out.copy_from_slice(&sums) }
            }
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
