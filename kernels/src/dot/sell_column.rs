use super::SellPlan;
use super::column::row_times_column;
use super::csr_dense::RowTerms;
use super::dense_column::Strided;
use super::slices::{Kind, SLICE, Slice};
use crate::dispatch::{ColumnReads, column_reads};
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::processor::Places;
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::unsigned::unsigned;
use crate::{Dense, DenseMut, Index, Value, order, processor, tile};

/// The arguments of [`sell_column`].
#[derive(Debug)]
pub struct SellColumn<'a, V, I> {
    /// Of a matrix R x K.
    pub plan: SellPlan<'a, I>,
    /// In the order of the plan.
    pub values: &'a [V],
    /// K x 1.
    pub b: Dense<'a, V>,
    /// R x 1.
    pub out: DenseMut<'a, V>,
}
unsigned! { [V] SellColumn [V] [] { values, b, out; plan } }

impl<V: Value, I: Index> Body for SellColumn<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let shape = self.plan.shape();
        expect(Operand::Values, 2, shape.nnz, self.values.len())?;
        expect(Operand::Right, 0, shape.columns, self.b.rows())?;
        expect(Operand::Right, 1, 1, self.b.columns())?;
        expect(Operand::Output, 0, self.plan.rows(), self.out.rows())?;
        expect(Operand::Output, 1, 1, self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

/// A window of the plan counts as one row.
impl<V: Value, I: Index> Split for SellColumn<'_, V, I> {
    fn rows(&self) -> usize {
        self.plan.windows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.plan.cut(part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { plan, values, b, out } = self;
        let (plan, plan_rest) = plan.split_windows_at(row);
        let (out, out_rest) = out.split_rows_at(plan.rows());
        (Self { plan, values, b, out }, Self { plan: plan_rest, values, b, out: out_rest })
    }
}

impl<V: Value, I: Index> Work for SellColumn<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        match (self.out.columns(), self.plan.shape().transposed) {
            (0, _) => {}
            (_, false) => self.rows::<{ order::LANES }, L>(simd),
            (_, true) => self.rows::<1, L>(simd),
        }
    }
}

/// The factors of the terms of a slice: by an index for each row, or for the first of rows that follow each other.
trait Factors<V: Value> {
    /// Those of term `k`.
    fn of<L: Simd>(&self, simd: L, k: usize) -> [V; SLICE];
}

impl<V: Value, I: Index> Factors<V> for Places<'_, V, I, SLICE> {
    #[inline(always)]
    fn of<L: Simd>(&self, _simd: L, k: usize) -> [V; SLICE] {
        self.load(k)
    }
}

/// By gathers, which move an index that is outside to the inside.
struct Gathered<'a, V, I> {
    indices: &'a [[I; SLICE]],
    data: &'a [V],
}

impl<V: Value, I: Index> Factors<V> for Gathered<'_, V, I> {
    #[inline(always)]
    fn of<L: Simd>(&self, simd: L, k: usize) -> [V; SLICE] {
        self.indices.get(k).map_or([V::ZERO; SLICE], |indices| V::gather(simd, indices, self.data))
    }
}

/// The factors of a slice in a band, so many rows behind the first one of its run.
struct Ahead<'a, V, I> {
    indices: &'a [I],
    data: &'a [V],
    rows: usize,
}

impl<V: Value, I: Index> Factors<V> for Ahead<'_, V, I> {
    #[inline(always)]
    fn of<L: Simd>(&self, _simd: L, k: usize) -> [V; SLICE] {
        // Outside is where only a broken trust leads.
        let first = self.indices.get(k).map(|index| index.to_usize().wrapping_add(self.rows));
        let rest = first.and_then(|first| self.data.get(first..));
        rest.and_then(|rest| rest.first_chunk()).copied().unwrap_or([V::ZERO; SLICE])
    }
}

/// The sums of a slice: a register of rows, whose terms go into running sums, four by turns or one. Each has a name of
/// its own, so that it stays in its register.
#[inline(always)]
fn sum_slice<const LANES: usize, L: Simd, V: Value>(simd: L, values: &[V], column: &impl Factors<V>) -> [V; SLICE] {
    let [mut first, mut second, mut third, mut fourth] = [[V::ZERO; SLICE]; order::LANES];
    let (values, _) = values.as_chunks::<SLICE>();
    if LANES == 1 {
        for (k, values) in values.iter().enumerate() {
            V::add_products(simd, &mut first, values, &column.of(simd, k));
        }
        return first;
    }
    let (turns, rest) = values.as_chunks::<{ order::LANES }>();
    let mut k = 0;
    for values in turns {
        V::add_products(simd, &mut first, &values[0], &column.of(simd, k));
        V::add_products(simd, &mut second, &values[1], &column.of(simd, k + 1));
        V::add_products(simd, &mut third, &values[2], &column.of(simd, k + 2));
        V::add_products(simd, &mut fourth, &values[3], &column.of(simd, k + 3));
        k += order::LANES;
    }
    for (place, sums) in [&mut first, &mut second, &mut third].into_iter().enumerate() {
        if let Some(values) = rest.get(place) {
            V::add_products(simd, sums, values, &column.of(simd, k + place));
        }
    }
    combine([first, second, third, fourth])
}

/// As [`order::combine_lanes`], for all rows at once.
#[inline(always)]
fn combine<V: Value>([first, second, third, fourth]: [[V; SLICE]; order::LANES]) -> [V; SLICE] {
    both(both(first, third), both(second, fourth))
}

#[inline(always)]
fn both<V: Value>(mut sums: [V; SLICE], others: [V; SLICE]) -> [V; SLICE] {
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum = order::add(*sum, other));
    sums
}

/// The same sums with a column that has a stride, in one copy for all levels.
#[inline(never)]
fn sum_strided<const LANES: usize, V: Value, I: Index>(
    slice: &Slice<V, I>,
    number: usize,
    values: &[V],
    column: &Strided<V>,
) -> [V; SLICE] {
    let mut lanes = [[V::ZERO; SLICE]; order::LANES];
    for (term, values) in values.as_chunks::<SLICE>().0.iter().enumerate() {
        for (row, (sum, &value)) in lanes[term % LANES].iter_mut().zip(values).enumerate() {
            let index = match slice.kind {
                Kind::Band => slice.indices.get(term).map(|index| index.to_usize().wrapping_add(number * SLICE + row)),
                Kind::Row | Kind::Gathered => slice.indices.get(term * SLICE + row).map(|index| index.to_usize()),
            };
            *sum = order::add_product(*sum, value, column.at(index.unwrap_or(0)));
        }
    }
    if LANES == 1 { lanes[0] } else { combine(lanes) }
}

impl<V: Value, I: Index> SellColumn<'_, V, I> {
    #[inline(always)]
    fn rows<const LANES: usize, L: Simd>(self, simd: L) {
        let Self { plan, values, b, mut out } = self;
        let data = b.data();
        let Some(last) = data.len().checked_sub(1) else {
            for row in 0..out.rows() {
                out.row_mut(row).fill(V::ZERO);
            }
            return;
        };
        let column = Strided { data, stride: b.stride(), last };
        let gather = processor::can_gather::<L, I>(data.len()) && column_reads() == ColumnReads::Gathers;
        let place = |row: I| row.to_usize().wrapping_sub(plan.first_row());
        for slice in plan.slices(values) {
            if slice.kind == Kind::Row {
                let sum = if LANES == 1 {
                    let terms = RowTerms::<V, I, 1, false, 0, false> {
                        indices: slice.indices,
                        values: slice.values,
                        ahead: &[],
                        ahead_column: 0,

                        b,
                    };
                    tile::sum::<1, L, V, _>(simd, data, 0, &terms)[0]
                } else {
                    row_times_column(simd, slice.indices, slice.values, &column)
                };
                if let Some(out) = slice.rows.first().and_then(|&row| out.row_mut(place(row)).first_mut()) {
                    *out = sum;
                }
                continue;
            }
            let first =
                slice.consecutive.filter(|_| out.is_contiguous()).map(|first| first.wrapping_sub(plan.first_row()));
            for (number, (rows, values)) in slice.slices().enumerate() {
                let ahead = number.wrapping_mul(SLICE);
                let indices = slice.indices.as_chunks::<SLICE>().0;
                let sums = match slice.kind {
                    _ if column.stride != 1 => sum_strided::<LANES, V, I>(&slice, number, values, &column),
                    Kind::Band => {
                        sum_slice::<LANES, L, V>(simd, values, &Ahead { indices: slice.indices, data, rows: ahead })
                    }
                    _ if const { processor::has_masks::<L>() } && gather => {
                        sum_slice::<LANES, L, V>(simd, values, &Gathered { indices, data })
                    }
                    Kind::Row | Kind::Gathered => match Places::of(indices, data) {
                        Some(places) => sum_slice::<LANES, L, V>(simd, values, &places),
                        // Only a broken trust leads here.
                        None => sum_strided::<LANES, V, I>(&slice, number, values, &column),
                    },
                };
                if let Some(first) = first
                    && let Some(out) =
                        out.data_mut().get_mut(first.wrapping_add(ahead)..).and_then(|out| out.first_chunk_mut())
                {
                    *out = sums;
                    continue;
                }
                for (&row, sum) in rows.iter().zip(sums) {
                    if let Some(out) = out.row_mut(place(row)).first_mut() {
                        *out = sum;
                    }
                }
            }
        }
    }
}

/// `out = A b` with one column, for the matrix of a [`SellPlan`]: the bits of [`csr_dense`](super::csr_dense()) or, for
/// a transposed plan, of [`csr_t_dense_to_dense`](super::csr_t_dense_to_dense()).
///
/// For a pattern that serves for many products, as in a solver. With more columns the csr itself, or that of the
/// transposed matrix, is as fast: there the rows of `b` are what takes the time.
///
/// - Shapes: the plan of a matrix R x K, from [`sell_plan`](super::sell_plan()) or
///   [`sell_plan_transposed`](super::sell_plan_transposed()); `values` in the order of its
///   [`entries`](SellPlan::entries); `b` dense K x 1; `out` dense R x 1, overwritten.
/// - Order: [`order`](crate::order), row 2; for a transposed plan, row 3.
/// - An explicit zero is a term like any other.
/// - Cost: O(nnz), as the csr; without the pointers, and with one index for 16 entries in a band.
/// - Parts: windows of 8192 rows; [`SellColumn`] [splits](crate::Split) them.
///
/// # Errors
/// [`KernelError::Shape`] if the shapes do not fit; then nothing is written. The example stands at
/// [`sell_plan`](super::sell_plan()).
#[doc(alias("SpMV", "cusparseSpMV"))]
#[inline]
pub fn sell_column<V: Value, I: Index>(
    plan: &SellPlan<'_, I>,
    values: &[V],
    b: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    SellColumn { plan: *plan, values, b, out }.call()
}
