//! A dense column as what a csr is multiplied by.
use super::column::{Column, row_times_column};
use crate::dispatch::{ColumnReads, column_reads};
use crate::processor::CheckedRows;
use crate::simd::{Simd, Work};
use crate::{Csr, Dense, DenseMut, Index, Number, Storage, order, processor, tile};

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
    let short = a.nnz() <= a.rows().saturating_mul(processor::SHORT_ROW);
    let plain = b.stride() == 1 && out.is_contiguous();
    if const { V::GATHERS && processor::has_masks::<L>() }
        && b.stride() == 1
        && processor::can_gather::<L, I>(data.len())
        && b.nbytes() < processor::GATHER_BYTES
        && column_reads() == ColumnReads::Gathers
    {
        if plain && short {
            simd.apart(GatheredRows { a, column: Gathered(column), out: out.data_mut() });
        } else {
            column_rows(simd, a, &Gathered(column), out);
        }
    } else if LOADS && plain {
        let far = size_of_val(a.indices()) + size_of_val(a.values()) >= processor::FAR_BYTES;
        let vary = a.rows() > LEARNED_ROWS && rests_vary(&a);
        // From far memory, indices of long rows would be read twice for nothing: there is time to compare them.
        if far && !short && !vary {
            column_rows(simd, a, &Loaded(column), out);
        } else {
            // Where nobody checked them, the indices of some rows have just been read when these are multiplied.
            let ahead = far && a.is_checked();
            simd.apart(CheckedFirst { a, column, vary, ahead, out: out.data_mut() });
        }
    } else {
        column_rows(simd, a, &column, out);
    }
}

/// True where a column that is read by loads has loops of its own: on a processor of 32 bits, a program is to be small.
const LOADS: bool = cfg!(target_pointer_width = "64");

/// Rows above which a processor does not learn where each of them ends.
const LEARNED_ROWS: usize = 8192;

/// Rows by loads, whose indices are compared with the length of the column before, some rows at a time: a branch for
/// each four of them took as long as the product.
struct CheckedFirst<'r, 'a, V, I> {
    a: Csr<'a, V, I>,
    column: Strided<'a, V>,
    vary: bool,
    ahead: bool,
    out: &'r mut [V],
}

impl<V: Storage, I: Index> Work for CheckedFirst<'_, '_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, column, vary, ahead, out } = self;
        let (rows, count) = (a.rows_of_chunk(processor::CHUNK), a.rows().min(out.len()));
        for (chunk, out) in out[..count].chunks_mut(rows).enumerate() {
            let a = a.part(chunk * rows..chunk * rows + out.len());
            match CheckedRows::of(a, column.data) {
                Some(rows) if vary => simd.apart(Checked::<V, I, true, true> { rows, out }),
                Some(rows) if ahead => simd.apart(Checked::<V, I, false, true> { rows, out }),
                Some(rows) => simd.apart(Checked::<V, I, false, false> { rows, out }),
                // A row of more than a block, or a broken trust.
                None => out
                    .iter_mut()
                    .zip(a.row_slices())
                    .for_each(|(out, row)| *out = V::store(simd.apart(LoadedRow { row, column }))),
            }
        }
    }
}

/// Rows that were checked, in a function of their own: they need all registers.
struct Checked<'r, 'a, V, I, const VARY: bool, const AHEAD: bool> {
    rows: CheckedRows<'a, V, I>,
    out: &'r mut [V],
}

impl<V: Storage, I: Index, const VARY: bool, const AHEAD: bool> Work for Checked<'_, '_, V, I, VARY, AHEAD> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        self.rows.multiply::<L, VARY, AHEAD>(simd, self.out);
    }
}

/// A dense column without a stride, by loads, each four of which are compared with its length.
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
        let factors = processor::load_each(indices, self.0.data);
        for l in 0..order::LANES {
            lanes[l] = order::add_product(lanes[l], values[l].load(), factors[l].load());
        }
    }
}

/// A row of any length, block by block.
struct LoadedRow<'a, V, I> {
    row: (&'a [I], &'a [V]),
    column: Strided<'a, V>,
}

impl<V: Storage, I: Index> Work for LoadedRow<'_, V, I> {
    type Output = V::Arithmetic;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) -> V::Arithmetic {
        let Self { row: (indices, values), column } = self;
        let mut total = V::Arithmetic::ZERO;
        for (indices, values) in indices.chunks(order::BLOCK).zip(values.chunks(order::BLOCK)) {
            let pointers = [I::default(), I::from_usize(indices.len())];
            let row = Csr::trusted(1, 0, &pointers, indices, values).ok();
            let sum = match row.and_then(|row| CheckedRows::of(row, column.data)) {
                Some(row) => row.only(simd),
                None => {
                    let mut lanes = [V::Arithmetic::ZERO; order::LANES];
                    for (indices, values) in indices.chunks(order::LANES).zip(values.chunks(order::LANES)) {
                        for ((lane, index), value) in lanes.iter_mut().zip(indices).zip(values) {
                            *lane = order::add_product(*lane, value.load(), column.at(index.to_usize()));
                        }
                    }
                    order::combine_lanes(lanes)
                }
            };
            total = order::add(total, sum);
        }
        total
    }
}

/// True if the numbers of entries of rows often differ from those of the next ones by no multiple of four. A guess from
/// a few samples.
#[inline(always)]
pub(super) fn rests_vary<V: Storage, I: Index>(a: &Csr<V, I>) -> bool {
    const SAMPLES: usize = 16;
    let step = a.rows() / SAMPLES + 1;
    let differ = |&row: &usize| a.entries(row).len() % tile::FOUR != a.entries(row + 1).len() % tile::FOUR;
    2 * (0..a.rows().saturating_sub(1)).step_by(step).filter(differ).count() > SAMPLES / 2
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
            let [middle, end] = [bounds[0].to_usize().wrapping_sub(origin), bounds[1].to_usize().wrapping_sub(origin)];
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
            let [product, other] = if indices.len().max(other_indices.len()) <= processor::SHORT_ROW {
                V::gather_two_stored_rows(simd, rows, column.0.data)
            } else {
                let [row, other] = rows;
                [simd.apart(GatheredRow { row, column }), simd.apart(GatheredRow { row: other, column })]
            };
            *pair = [V::store(product), V::store(other)];
        }
        if let Some(out) = rest.first_mut() {
            *out = V::store(simd.apart(GatheredRow { row: a.row(last), column }));
        }
    }
}

/// A row in a function of its own: short ones need all registers.
struct GatheredRow<'a, V, I> {
    row: (&'a [I], &'a [V]),
    column: Gathered<'a, V>,
}

impl<V: Storage, I: Index> Work for GatheredRow<'_, V, I> {
    type Output = V::Arithmetic;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) -> V::Arithmetic {
        row_times_column(simd, self.row.0, self.row.1, &self.column)
    }
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
