use super::SlicedPlan;
use super::column::row_times_column;
use super::csr_dense::{RowTerms, Strided};
use super::slices::{Kind, SLICE};
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Dense, DenseMut, Index, Value, order, tile};
use core::array;

/// The arguments of [`sliced_column`].
#[derive(Debug)]
pub struct SlicedColumn<'a, V, I> {
    /// Of a matrix R x K.
    pub plan: SlicedPlan<'a, I>,
    /// In the order of the plan.
    pub values: &'a [V],
    /// K x 1.
    pub b: Dense<'a, V>,
    /// R x 1.
    pub out: DenseMut<'a, V>,
}

impl<V: Value, I: Index> Body for SlicedColumn<'_, V, I> {
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
impl<V: Value, I: Index> Split for SlicedColumn<'_, V, I> {
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

impl<V: Value, I: Index> Work for SlicedColumn<'_, V, I> {
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

/// The factors of a term of a slice: by an index for each row, or for the first of rows that follow each other.
trait Factors<V: Value, T> {
    fn of<L: Simd>(&self, simd: L, term: &T) -> [V; SLICE];
}

impl<V: Value, I: Index> Factors<V, [I; SLICE]> for Strided<'_, V> {
    #[inline(always)]
    fn of<L: Simd>(&self, simd: L, term: &[I; SLICE]) -> [V; SLICE] {
        self.gather(simd, term)
    }
}

impl<V: Value, I: Index> Factors<V, I> for Strided<'_, V> {
    #[inline(always)]
    fn of<L: Simd>(&self, _simd: L, term: &I) -> [V; SLICE] {
        self.run(term.to_usize())
    }
}

/// The sums of a slice: a register of rows, whose terms go into running sums, four by turns or one.
///
/// After the terms of no whole turn the lanes stand turned, but opposite ones stay opposite: combined by halves, they give the same sum.
#[inline(always)]
fn sum_slice<const LANES: usize, L: Simd, V: Value, T>(simd: L, values: &[V], terms: &[T], column: &impl Factors<V, T>) -> [V; SLICE] {
    let mut lanes = [[V::ZERO; SLICE]; order::LANES];
    let (value_turns, values) = values.as_chunks::<SLICE>().0.as_chunks::<LANES>();
    let (turns, terms) = terms.as_chunks::<LANES>();
    for (values, terms) in value_turns.iter().zip(turns) {
        for lane in 0..LANES {
            V::add_products(simd, &mut lanes[lane], &values[lane], &column.of(simd, &terms[lane]));
        }
    }
    for (values, term) in values.iter().zip(terms) {
        let [mut next, second, third, fourth] = lanes;
        V::add_products(simd, &mut next, values, &column.of(simd, term));
        lanes = [second, third, fourth, next];
    }
    if LANES == 1 { lanes[0] } else { array::from_fn(|row| order::combine_lanes(lanes.map(|lane| lane[row]))) }
}

impl<V: Value, I: Index> SlicedColumn<'_, V, I> {
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
        let place = |row: I| row.to_usize().wrapping_sub(plan.first_row());
        for slice in plan.slices(values) {
            let sums = match slice.kind {
                Kind::Row => {
                    let sum = if LANES == 1 {
                        let terms =
                            RowTerms::<V, I, 1, false, 0> { indices: slice.indices, values: slice.values, ahead: &[], ahead_column: 0, b };
                        tile::sum::<1, L, V, _>(simd, data, 0, &terms)[0]
                    } else {
                        row_times_column(simd, slice.indices, slice.values, &column)
                    };
                    if let Some(out) = slice.rows.first().and_then(|&row| out.row_mut(place(row)).first_mut()) {
                        *out = sum;
                    }
                    continue;
                }
                Kind::Gathered => sum_slice::<LANES, L, V, _>(simd, slice.values, slice.indices.as_chunks::<SLICE>().0, &column),
                Kind::Band => sum_slice::<LANES, L, V, _>(simd, slice.values, slice.indices, &column),
            };
            if out.is_contiguous()
                && let Some(first) = slice.consecutive
                && let Some(out) = out.data_mut().get_mut(first.wrapping_sub(plan.first_row())..).and_then(|out| out.first_chunk_mut())
            {
                *out = sums;
                continue;
            }
            for (&row, sum) in slice.rows.iter().zip(sums) {
                if let Some(out) = out.row_mut(place(row)).first_mut() {
                    *out = sum;
                }
            }
        }
    }
}

/// `out = A b` with one column, for the matrix of a [`SlicedPlan`]: the bits of [`csr_dense`](super::csr_dense()) or, for a transposed plan, of
/// [`csr_t_dense_to_dense`](super::csr_t_dense_to_dense()).
///
/// For a pattern that serves for many products, as in a solver. With more columns the csr itself, or that of the transposed matrix, is as fast: there the rows of `b` are what takes the time.
///
/// - Shapes: the plan of a matrix R x K, from [`sliced_plan`](super::sliced_plan()) or [`sliced_plan_transposed`](super::sliced_plan_transposed()); `values` in the order of its
///   [`entries`](SlicedPlan::entries); `b` dense K x 1; `out` dense R x 1, overwritten.
/// - Order: [`order`](crate::order), row 2; for a transposed plan, row 3.
/// - An explicit zero is a term like any other.
/// - Cost: O(nnz), as the csr; without the pointers, and with one index for 16 entries in a band.
/// - Parts: windows of 8192 rows; [`SlicedColumn`] [splits](crate::Split) them.
///
/// # Errors
/// [`KernelError::Shape`] if the shapes do not fit; then nothing is written. The example stands at [`sliced_plan`](super::sliced_plan()).
#[inline]
pub fn sliced_column<V: Value, I: Index>(
    plan: &SlicedPlan<'_, I>,
    values: &[V],
    b: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    SlicedColumn { plan: *plan, values, b, out }.call()
}
