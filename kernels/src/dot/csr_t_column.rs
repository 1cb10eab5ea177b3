use super::block_ends::{self, GROUPS, group_mask};
use super::scatter::Scatter;
use super::{BlockEnds, OutputRows, block_ends_scratch};
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::unsigned::unsigned;
use crate::{Csr, Dense, DenseMut, Index, Value, order, processor};

/// The arguments of [`csr_t_column`].
#[derive(Debug)]
pub struct CsrTColumn<'a, V, I> {
    /// R x K.
    pub a: Csr<'a, V, I>,
    /// R x 1.
    pub b: Dense<'a, V>,
    /// Scratch of [`block_ends_scratch`] elements, or of none up to 1024 rows: how many terms columns have.
    pub columns: &'a mut [I],
    /// Scratch of K values, or of none up to 1024 rows.
    pub totals: &'a mut [V],
    /// K x 1.
    pub out: DenseMut<'a, V>,
}
unsigned! { [V] CsrTColumn [V] [] { b, totals, out; a, columns } }

impl<V: Value, I: Index> Body for CsrTColumn<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Right, 0, self.a.rows(), self.b.rows())?;
        expect(Operand::Right, 1, 1, self.b.columns())?;
        expect(Operand::Output, 0, self.a.columns(), self.out.rows())?;
        expect(Operand::Output, 1, 1, self.out.columns())?;
        if self.a.rows() <= order::BLOCK {
            return Ok(());
        }
        capacity(Operand::Columns, block_ends_scratch(self.a.columns()), self.columns.len())?;
        capacity(Operand::Scratch, self.a.columns(), self.totals.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { a, b, columns, totals, out } = self;
        let a = a.unsigned();
        match I::unsigned_mut(columns).split_first_chunk_mut::<GROUPS>() {
            Some((groups, terms)) if a.rows() > order::BLOCK => {
                levels.run(Counting { a, b, groups, terms, totals, out })
            }
            // No column has more terms than a block.
            _ => {
                let ends = BlockEnds::default();
                levels.run(Scatter { a, ends, b: b.into(), totals: &mut [], out, rows: OutputRows::ALL });
            }
        }
        Ok(())
    }
}

/// Stays whole: a part would go through all entries.
impl<V: Value, I: Index> Split for CsrTColumn<'_, V, I> {
    fn rows(&self) -> usize {
        self.out.rows().min(1)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { a, b, columns, totals, out } = self;
        let part = |length: usize| if row == 0 { 0 } else { length };
        let (columns, totals) = (columns.split_at_mut(part(columns.len())), totals.split_at_mut(part(totals.len())));
        let rows = part(out.rows());
        let (top, rest) = out.split_rows_at(rows);
        (
            Self { a, b, columns: columns.0, totals: totals.0, out: top },
            Self { a, b, columns: columns.1, totals: totals.1, out: rest },
        )
    }
}

/// Adds all terms, and counts them by groups of columns meanwhile. Groups that may have a column with more terms than a
/// block are added again, column by column.
struct Counting<'a, V, I> {
    a: Csr<'a, V, I>,
    b: Dense<'a, V>,
    groups: &'a mut [I; GROUPS],
    /// Of each column.
    terms: &'a mut [I],
    totals: &'a mut [V],
    out: DenseMut<'a, V>,
}

/// A column's counter lies elsewhere in a page than its sum, where both arrays begin at the same place of one: a load
/// waits for a store before it whose address ends in the same 12 bits.
const APART: usize = 512;

/// The columns of a group have equal low bits.
#[inline(always)]
fn group_of<I: Index>(index: I, mask: usize) -> usize {
    block_ends::group_of(index.to_usize() ^ APART, mask)
}

#[inline(always)]
fn count<I: Index>(number: &mut I) -> usize {
    let next = number.to_usize().wrapping_add(1);
    *number = I::from_usize(next);
    next
}

#[inline(always)]
fn is_large<I: Index>(group: &I) -> bool {
    group.to_usize() > order::BLOCK
}

impl<V: Value, I: Index> Work for Counting<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, b, groups, terms, totals, mut out } = self;
        let mask = group_mask(a.nnz());
        groups.fill(I::from_usize(0));
        if out.is_contiguous() {
            out.data_mut().fill(V::ZERO);
        } else {
            for row in 0..out.rows() {
                out.row_mut(row).fill(V::ZERO);
            }
        }
        let mut column = Column::<V, false>::of(out);
        if column.stride == 1 && b.stride() == 1 {
            simd.apart(AddCounting::<V, I, true> { a, factors: b.data(), step: 1, groups, mask, out: column.plain() });
        } else {
            simd.apart(AddCounting { a, factors: b.data(), step: b.stride(), groups, mask, out: column.reborrow() });
        }
        if groups.iter().any(is_large) {
            add_blocks(a, b, groups, mask, (terms, totals), column);
        }
    }
}

/// A column of numbers that follow each other, or of any.
struct Column<'a, V, const PLAIN: bool> {
    data: &'a mut [V],
    rows: usize,
    stride: usize,
}

impl<'a, V: Value> Column<'a, V, false> {
    fn of(out: DenseMut<'a, V>) -> Self {
        Self { rows: out.rows(), stride: out.stride(), data: out.into_data() }
    }
    fn reborrow(&mut self) -> Column<'_, V, false> {
        Column { data: self.data, ..*self }
    }
    fn plain(&mut self) -> Column<'_, V, true> {
        Column { data: self.data, rows: self.rows, stride: 1 }
    }
}

impl<V: Value, const PLAIN: bool> Column<'_, V, PLAIN> {
    /// A number. There may be none where nobody has checked the csr.
    #[inline(always)]
    fn get_mut(&mut self, row: usize) -> Option<&mut V> {
        if PLAIN {
            return self.data.get_mut(row);
        }
        (row < self.rows).then(|| row.wrapping_mul(self.stride)).and_then(|place| self.data.get_mut(place))
    }
}

struct AddCounting<'t, 'a, V, I, const PLAIN: bool> {
    a: Csr<'a, V, I>,
    /// `step` numbers apart.
    factors: &'t [V],
    step: usize,
    groups: &'t mut [I; GROUPS],
    mask: usize,
    out: Column<'t, V, PLAIN>,
}

impl<V: Value, I: Index, const PLAIN: bool> Work for AddCounting<'_, '_, V, I, PLAIN> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, factors, step, groups, mask, mut out } = self;
        let mut add = |index: I, value: V, factor: V| {
            count(&mut groups[group_of(index, mask)]);
            if let Some(sum) = out.get_mut(index.to_usize()) {
                *sum = order::add_product(*sum, value, factor);
            }
        };
        let (indices, values) = a.stored();
        let Some((&first, bounds)) = a.indptr().split_first() else { return };
        let (mut start, mut place) = (0, 0_usize);
        for bound in bounds {
            let end = bound.to_usize().wrapping_sub(first.to_usize());
            let entries = core::mem::replace(&mut start, end)..end;
            let factor = factors.get(place);
            place = place.wrapping_add(if PLAIN { 1 } else { step });
            let (Some(indices), Some(values), Some(&factor)) =
                (indices.get(entries.clone()), values.get(entries), factor)
            else {
                continue;
            };
            processor::prefetch_entries(indices, values);
            let ((fours, indices), (value_fours, values)) = (indices.as_chunks::<4>(), values.as_chunks::<4>());
            for (indices, values) in fours.iter().zip(value_fours) {
                for k in 0..4 {
                    add(indices[k], values[k], factor);
                }
            }
            for (&index, &value) in indices.iter().zip(values) {
                add(index, value, factor);
            }
        }
    }
}

/// Adds the columns of large groups again: each sum has so many terms, and those of its blocks that ended are its total.
#[inline(always)]
fn add_blocks<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Dense<'_, V>,
    groups: &[I; GROUPS],
    mask: usize,
    (terms, totals): (&mut [I], &mut [V]),
    mut out: Column<'_, V, false>,
) {
    let in_large_group = |index: I| is_large(&groups[group_of(index, mask)]);
    let (terms, totals) =
        (terms.get_mut(..out.rows).unwrap_or_default(), totals.get_mut(..out.rows).unwrap_or_default());
    terms.fill(I::from_usize(0));
    totals.fill(V::ZERO);
    for column in (0..out.rows).filter(|column| in_large_group(I::from_usize(*column))) {
        out.get_mut(column).into_iter().for_each(|sum| *sum = V::ZERO);
    }
    for ((indices, values), factors) in a.row_slices().zip(b.data().chunks(b.stride().max(1))) {
        let entries = indices.iter().zip(values).filter(|(index, _)| in_large_group(**index));
        for (&index, &value) in entries {
            let column = index.to_usize();
            let (Some(sum), Some(terms), Some(total)) =
                (out.get_mut(column), terms.get_mut(column), totals.get_mut(column))
            else {
                continue;
            };
            *sum = order::add_product(*sum, value, factors[0]);
            if count(terms).is_multiple_of(order::BLOCK) {
                *total = order::add(*total, *sum);
                *sum = V::ZERO;
            }
        }
    }
    for (column, (terms, total)) in terms.iter().zip(totals).enumerate() {
        if terms.to_usize() >= order::BLOCK
            && let Some(sum) = out.get_mut(column)
        {
            *sum = order::add(*total, *sum);
        }
    }
}

/// `out = a^T b` with one column, for a pattern that is met once: the bits of
/// [`csr_t_dense_to_dense`](super::csr_t_dense_to_dense()).
///
/// Each entry adds its term to its row of `out`, row by row of `a`, and is counted meanwhile. So no
/// [`block_ends`](super::block_ends()) are needed: columns that may have more than 1024 terms are found out, and added
/// again in blocks. Where the pattern serves for more products,
/// [`csr_t_dense_scatter`](super::csr_t_dense_scatter()) with its block ends is faster.
///
/// - Shapes: `a` csr R x K; `b` dense R x 1; `out` dense K x 1, overwritten.
/// - Scratch: `columns` of [`block_ends_scratch`] elements, `totals` of K values; both may be empty up to 1024 rows. Most
///   of it is only touched if a column may have more than 1024 terms.
/// - Order: [`order`](crate::order), row 3.
/// - An explicit zero is a term like any other: times NaN or infinity it gives NaN.
/// - Parts: stays whole.
/// - Cost: O(nnz), and one write of `out`; at most twice the time where columns have more than 1024 terms.
/// - Source: MXNet `dot(csr, default, transpose_a=True, forward_stype='default')`.
///
/// # Errors
/// [`KernelError::Shape`] and [`KernelError::Capacity`]; then nothing is written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, dot};
/// // 3000 rows, all with one entry in column 1.
/// let (indptr, indices): (Vec<_>, _) = ((0..=3000).collect(), [1; 3000]);
/// let a = Csr::new(3000, 2, &indptr, &indices, &[0.1_f32; 3000])?;
/// let (mut columns, mut totals) = (vec![0; dot::block_ends_scratch(2)], [0.0; 2]);
/// let mut out = [9.0; 2];
/// let ones = Dense::new(3000, 1, &[1.0; 3000])?;
/// dot::csr_t_column(a, ones, &mut columns, &mut totals, DenseMut::new(2, 1, &mut out)?)?;
/// // One running sum of 3000 terms would be 300.00909.
/// assert_eq!(out, [0.0, 299.99713]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "dot")]
#[inline]
pub fn csr_t_column<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Dense<'_, V>,
    columns: &mut [I],
    totals: &mut [V],
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    CsrTColumn { a, b, columns, totals, out }.call()
}
