//! A dense column as what a csr is multiplied by.
use super::column::{Column, row_times_column};
use crate::simd::{Simd, Work};
use crate::{Csr, Dense, DenseMut, Index, Storage, Value, order, processor};

/// A dense column with a stride. An index outside, which only a broken trust can give, is moved inside: that costs no
/// branch.
pub(super) struct Strided<'a, V> {
    pub(super) data: &'a [V],
    pub(super) stride: usize,
    pub(super) last: usize,
}

impl<V: Storage> Strided<'_, V> {
    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> V::Arithmetic {
        self.data[index.wrapping_mul(self.stride).min(self.last)].load()
    }
}

impl<V: Value> Strided<'_, V> {
    /// The factors of some entries.
    #[inline(always)]
    pub(super) fn gather<L: Simd, I: Index, const N: usize>(&self, simd: L, indices: &[I; N]) -> [V; N] {
        if self.stride == 1 && processor::can_gather::<L, I>(self.data.len()) {
            V::gather(simd, indices, self.data)
        } else {
            indices.map(|index| self.at(index.to_usize()))
        }
    }
}

impl<V: Storage, I: Index> Column<V, I> for Strided<'_, V> {
    #[inline(always)]
    fn factor(&self, index: I) -> Option<V::Arithmetic> {
        Some(self.at(index.to_usize()))
    }
}

/// A dense column without a stride, by the gathers of the processor.
struct Gathered<'a, V>(Strided<'a, V>);

impl<V: Storage, I: Index> Column<V, I> for Gathered<'_, V> {
    #[inline(always)]
    fn factor(&self, index: I) -> Option<V::Arithmetic> {
        self.0.factor(index)
    }
    #[inline(always)]
    fn lanes<L: Simd>(&self, simd: L, indices: &[I], values: &[V]) -> [V::Arithmetic; order::LANES] {
        V::gather_stored_lanes(simd, indices, values, self.0.data)
    }
}

/// The product with one column, whose loops need all registers.
pub(super) struct OneColumn<'a, V, I> {
    pub(super) a: Csr<'a, V, I>,
    pub(super) b: Dense<'a, V>,
    pub(super) out: DenseMut<'a, V>,
}

impl<V: Storage, I: Index> Work for OneColumn<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        column(simd, self.a, self.b, self.out);
    }
}

#[inline(always)]
pub(super) fn column<L: Simd, V: Storage, I: Index>(simd: L, a: Csr<V, I>, b: Dense<V>, mut out: DenseMut<V>) {
    let data = b.data();
    let Some(last) = data.len().checked_sub(1) else {
        for row in 0..out.rows() {
            out.row_mut(row).fill(V::default());
        }
        return;
    };
    let strided = Strided { data, stride: b.stride(), last };
    if b.stride() != 1 {
        column_rows(simd, a, &strided, out);
    } else if V::can_gather::<L, I>(data.len()) && b.nbytes() < processor::GATHER_BYTES {
        column_rows(simd, a, &Gathered(strided), out);
    } else {
        column_rows(simd, a, &Strided { stride: 1, ..strided }, out);
    }
}

#[inline(always)]
fn column_rows<L: Simd, V: Storage, I: Index>(simd: L, a: Csr<V, I>, b: &impl Column<V, I>, mut out: DenseMut<V>) {
    if out.is_contiguous() {
        for ((indices, values), out) in a.row_slices().zip(out.data_mut()) {
            *out = V::store(row_times_column(simd, indices, values, b));
        }
        return;
    }
    let out_stride = out.stride().max(1);
    for ((indices, values), out) in a.row_slices().zip(out.data_mut().chunks_mut(out_stride)) {
        if let Some(out) = out.first_mut() {
            *out = V::store(row_times_column(simd, indices, values, b));
        }
    }
}
