//! A dense column as what a csr is multiplied by.
use super::column::{Column, row_times_column};
use crate::dispatch::{ColumnReads, column_reads};
use crate::simd::{Simd, Work};
use crate::{Csr, Dense, DenseMut, Index, Number, Storage, Value, order, processor};

/// A dense column with a stride. An index outside, which only a broken trust can give, is moved inside: that costs no
/// branch.
#[derive(Clone, Copy)]
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
#[derive(Clone, Copy)]
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

/// A dense column without a stride, by loads.
#[derive(Clone, Copy)]
struct Loaded<'a, V>(Strided<'a, V>);

impl<V: Storage, I: Index> Column<V, I> for Loaded<'_, V> {
    #[inline(always)]
    fn factor(&self, index: I) -> Option<V::Arithmetic> {
        self.0.factor(index)
    }

    #[inline(always)]
    fn add_four<L: Simd>(
        &self,
        _simd: L,
        lanes: &mut [V::Arithmetic; order::LANES],
        indices: &[I; order::LANES],
        values: &[V; order::LANES],
    ) {
        self.add_each(lanes, indices, values);
    }
}

impl<V: Storage> Loaded<'_, V> {
    /// Without a loop: that costs as much as the row.
    #[inline(always)]
    fn short_row<I: Index>(&self, (indices, values): (&[I], &[V])) -> V::Arithmetic {
        match indices.len() {
            0 => V::Arithmetic::ZERO,
            1 => self.row_of::<1, I>(indices, values),
            2 => self.row_of::<2, I>(indices, values),
            3 => self.row_of::<3, I>(indices, values),
            4 => self.row_of::<4, I>(indices, values),
            5 => self.row_of::<5, I>(indices, values),
            6 => self.row_of::<6, I>(indices, values),
            7 => self.row_of::<7, I>(indices, values),
            _ => self.row_of::<{ processor::SHORT_ROW }, I>(indices, values),
        }
    }

    #[inline(always)]
    fn row_of<const N: usize, I: Index>(&self, indices: &[I], values: &[V]) -> V::Arithmetic {
        let mut lanes = [V::Arithmetic::ZERO; order::LANES];
        if let (Some(indices), Some(values)) = (indices.first_chunk::<N>(), values.first_chunk::<N>()) {
            self.add_each(&mut lanes, indices, values);
        }
        order::combine_lanes(lanes)
    }

    #[inline(always)]
    fn add_each<const N: usize, I: Index>(
        &self,
        lanes: &mut [V::Arithmetic; order::LANES],
        indices: &[I; N],
        values: &[V; N],
    ) {
        let factors = processor::load_each(indices, self.0.data);
        for k in 0..N {
            let lane = &mut lanes[k % order::LANES];
            *lane = order::add_product(*lane, values[k].load(), factors[k].load());
        }
    }
}

/// A row of more entries, in a function of its own: short ones need all registers.
struct LongRow<'r, V, I, C> {
    indices: &'r [I],
    values: &'r [V],
    column: C,
}

impl<V: Storage, I: Index, C: Column<V, I>> Work for LongRow<'_, V, I, C> {
    type Output = V::Arithmetic;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) -> V::Arithmetic {
        row_times_column(simd, self.indices, self.values, &self.column)
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
    let column = Strided { data, stride: b.stride(), last };
    let short =
        out.is_contiguous() && processor::many_loops::<V>() && a.nnz() <= a.rows().saturating_mul(processor::SHORT_ROW);
    let gather = V::can_gather::<L, I>(data.len())
        && b.nbytes() < processor::GATHER_BYTES
        && column_reads() == ColumnReads::Gathers;
    match (b.stride(), gather, short) {
        (1, true, true) => simd.apart(GatheredRows { a, column: Gathered(column), out: out.data_mut() }),
        (1, true, false) => column_rows(simd, a, &Gathered(column), out),
        (1, false, true) => simd.apart(LoadedRows { a, column: Loaded(column), out: out.data_mut() }),
        (1, false, false) => column_rows(simd, a, &Loaded(column), out),
        _ => column_rows(simd, a, &column, out),
    }
}

/// Rows most of which are short.
struct LoadedRows<'r, 'a, V, I> {
    a: Csr<'a, V, I>,
    column: Loaded<'a, V>,
    out: &'r mut [V],
}

impl<V: Storage, I: Index> Work for LoadedRows<'_, '_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, column, out } = self;
        for (row, out) in a.row_slices().zip(out) {
            processor::prefetch_entries(row.0, row.1);
            *out = V::store(if row.0.len() <= processor::SHORT_ROW {
                column.short_row(row)
            } else {
                long_row(simd, row, column)
            });
        }
    }
}

/// Rows most of which are short, by twos: the processor adds side by side.
struct GatheredRows<'r, 'a, V, I> {
    a: Csr<'a, V, I>,
    column: Gathered<'a, V>,
    out: &'r mut [V],
}

impl<V: Storage, I: Index> Work for GatheredRows<'_, '_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, column, out } = self;
        let (indices, values) = a.stored();
        let Some((&first, bounds)) = a.indptr().split_first() else { return };
        let origin = first.to_usize();
        let mut start = 0;
        let last = out.len().wrapping_sub(1);
        let (pairs, rest) = out.as_chunks_mut::<2>();
        for (pair, bounds) in pairs.iter_mut().zip(bounds.as_chunks::<2>().0) {
            let [middle, end] = bounds.map(|bound| bound.to_usize().wrapping_sub(origin));
            let (first, second) = (start..middle, middle..end);
            start = end;
            // Pointers that do not fit are those of a broken trust.
            let (Some(indices), Some(values), Some(other_indices), Some(other_values)) =
                (indices.get(first.clone()), values.get(first), indices.get(second.clone()), values.get(second))
            else {
                *pair = [V::default(); 2];
                continue;
            };
            processor::prefetch_entries(indices, values);
            let rows = [(indices, values), (other_indices, other_values)];
            *pair = if indices.len().max(other_indices.len()) <= processor::SHORT_ROW {
                V::gather_two_stored_rows(simd, rows, column.0.data).map(V::store)
            } else {
                rows.map(|row| V::store(long_row(simd, row, column)))
            };
        }
        if let Some(out) = rest.first_mut() {
            *out = V::store(long_row(simd, a.row(last), column));
        }
    }
}

#[inline(always)]
fn long_row<L: Simd, V: Storage, I: Index>(
    simd: L,
    (indices, values): (&[I], &[V]),
    column: impl Column<V, I>,
) -> V::Arithmetic {
    simd.apart(LongRow { indices, values, column })
}

#[inline(always)]
fn column_rows<L: Simd, V: Storage, I: Index>(simd: L, a: Csr<V, I>, b: &impl Column<V, I>, mut out: DenseMut<V>) {
    if out.is_contiguous() {
        for ((indices, values), out) in a.row_slices().zip(out.data_mut()) {
            processor::prefetch_entries(indices, values);
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
