use crate::dispatch::Level;
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, equal};
use crate::unsigned::unsigned;
use crate::{Csr, Dense, DenseMut, Index, Value, order};
use core::ops::Range;

/// The arguments of [`dense_csr`].
#[derive(Debug)]
pub struct DenseCsr<'a, V, I> {
    /// R x K.
    pub a: Dense<'a, V>,
    /// K x C.
    pub b: Csr<'a, V, I>,
    /// [`dense_csr_scratch`] values for each part.
    pub scratch: &'a mut [V],
    /// R x C.
    pub out: DenseMut<'a, V>,
}
unsigned! { [V] DenseCsr [V] [] { a, scratch, out; b } }

/// Rows of A that go through B together.
const ROWS: usize = 4;

/// Values of scratch that [`dense_csr`] needs for a csr of so many rows and columns: none for at most 1024 rows.
///
/// ```
/// use lacuna::dot::dense_csr_scratch;
/// assert_eq!((dense_csr_scratch(1024, 50), dense_csr_scratch(1025, 50)), (0, 200));
/// ```
#[must_use]
pub const fn dense_csr_scratch(rows: usize, columns: usize) -> usize {
    if rows <= order::BLOCK { 0 } else { columns.saturating_mul(ROWS) }
}

impl<V: Value, I: Index> DenseCsr<'_, V, I> {
    fn needed(&self) -> usize {
        dense_csr_scratch(self.b.rows(), self.b.columns())
    }
}

impl<V: Value, I: Index> Body for DenseCsr<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Right, 0, self.a.columns(), self.b.rows())?;
        expect(Operand::Output, 0, self.a.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.b.columns(), self.out.columns())?;
        capacity(Operand::Scratch, self.needed(), self.scratch.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for DenseCsr<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, b, scratch, mut out } = self;
        let (columns, stride) = (out.columns(), out.stride().max(1));
        if columns == 0 {
            return;
        }
        // Without the check, `a` may have more columns than `b` has rows, or fewer.
        let terms = a.columns().min(b.rows());
        let mut rows = out.data_mut().chunks_mut(stride).map(|row| row.get_mut(..columns).unwrap_or_default());
        let mut row = 0;
        loop {
            let mut to: [&mut [V]; ROWS] = core::array::from_fn(|_| rows.next().unwrap_or_default());
            if to[0].is_empty() {
                return;
            }
            let from = core::array::from_fn(|i| a.row(row + i));
            several(from, b, terms, scratch, &mut to);
            row += ROWS;
        }
    }
}

impl<V: Value, I: Index> Split for DenseCsr<'_, V, I> {
    fn rows(&self) -> usize {
        self.out.rows()
    }
    /// As many parts as there is scratch for.
    fn cut(&self, part: usize, parts: usize) -> usize {
        let most = self.scratch.len().checked_div(self.needed()).unwrap_or(parts).max(1);
        if part >= parts { self.rows() } else { equal(self.rows(), part, parts.min(most)) }
    }
    /// Where there is no scratch for both, the rows stay together.
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let needed = self.needed();
        let Self { a, b, scratch, out } = self;
        let row = if row > 0 && scratch.len() / 2 < needed { out.rows() } else { row };
        let ((a, a_rest), (out, out_rest)) = (a.split_rows_at(row), out.split_rows_at(row));
        let (scratch, scratch_rest) = scratch.split_at_mut(needed.min(scratch.len()));
        (Self { a, b, scratch, out }, Self { a: a_rest, b, scratch: scratch_rest, out: out_rest })
    }
}

/// Rows of A times B; those that are not there are empty.
#[inline(always)]
fn several<V: Value, I: Index>(
    from: [&[V]; ROWS],
    b: Csr<V, I>,
    terms: usize,
    scratch: &mut [V],
    to: &mut [&mut [V]; ROWS],
) {
    let columns = to[0].len();
    for to in &mut *to {
        to.fill(V::ZERO);
    }
    for block in order::blocks(terms) {
        if block.start == 0 {
            add_rows(from, b, block, to);
            continue;
        }
        let mut parts = scratch.chunks_mut(columns);
        let mut sums: [&mut [V]; ROWS] = core::array::from_fn(|i| {
            let sums = parts.next().unwrap_or_default();
            if to[i].is_empty() { Default::default() } else { sums }
        });
        for sums in &mut sums {
            sums.fill(V::ZERO);
        }
        add_rows(from, b, block, &mut sums);
        for (to, sums) in to.iter_mut().zip(&sums) {
            for (to, sum) in to.iter_mut().zip(&**sums) {
                *to = order::add(*to, *sum);
            }
        }
    }
}

/// Adds the terms of a block.
#[inline(always)]
fn add_rows<V: Value, I: Index>(from: [&[V]; ROWS], b: Csr<V, I>, block: Range<usize>, sums: &mut [&mut [V]; ROWS]) {
    let [first, second, third, fourth] = sums;
    for k in block {
        let (indices, values) = b.row(k);
        let [f, g, h, i] = from.map(|row| row.get(k).copied().unwrap_or(V::ZERO));
        if fourth.is_empty() {
            // The last rows, one after the other.
            for (sums, factor) in [(&mut *first, f), (&mut *second, g), (&mut *third, h)] {
                for (index, &value) in indices.iter().zip(values) {
                    if let Some(sum) = sums.get_mut(index.to_usize()) {
                        *sum = order::add_product(*sum, factor, value);
                    }
                }
            }
            continue;
        }
        for (index, &value) in indices.iter().zip(values) {
            let column = index.to_usize();
            if let (Some(sum), Some(second), Some(third), Some(fourth)) =
                (first.get_mut(column), second.get_mut(column), third.get_mut(column), fourth.get_mut(column))
            {
                *sum = order::add_product(*sum, f, value);
                *second = order::add_product(*second, g, value);
                *third = order::add_product(*third, h, value);
                *fourth = order::add_product(*fourth, i, value);
            }
        }
    }
}

/// `out = a b` for a dense `a` and a csr `b`: `out[i, j] = sum over k of a[i, k] * b[k, j]`, over the rows k of `b`
/// that store column j.
///
/// - Shapes: `a` dense R x K, `b` csr K x C, `out` dense R x C, overwritten.
/// - `scratch`: [`dense_csr_scratch`] values, none for at most 1024 rows of `b`; for each part.
/// - As csr, whose rows all store the columns that occur in `b` (as in MXNet without a hint):
///   [`occurring_columns`](super::occurring_columns()) gives them, and `b` with its columns numbered among them; the
///   product with that, of as many columns, is the values of the result, row by row.
/// - Order: [`order`](crate::order), row 1: k ascending; a k that `b` does not store in the column keeps its place.
/// - Elements of `a` are terms whatever they are: 0 times NaN or infinity gives NaN.
/// - Cost: O(R nnz): four rows of `a` go through `b` together.
/// - Parts: rows of `a` and `out`, as many as there is scratch for; [`DenseCsr`] [splits](crate::Split) them.
/// - Source: MXNet `dot(default, csr, forward_stype='default')`.
///
/// # Errors
/// [`KernelError::Shape`] and [`KernelError::Capacity`]; then nothing is written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, dot};
/// let b = Csr::new(2, 9, &[0, 2, 3], &[3, 8, 3], &[1.0_f32, 2.0, 3.0])?;
/// let a = Dense::new(2, 2, &[1.0, 10.0, 0.0, 1.0])?;
/// let (mut columns, mut places, mut values) = ([0; 3], [0; 3], [9.0; 4]);
/// let count = dot::occurring_columns(b, &mut columns, &mut places)?;
/// let numbered = Csr::new(2, count, b.indptr(), &places, b.values())?;
/// dot::dense_csr(a, numbered, &mut [], DenseMut::new(2, count, &mut values)?)?;
/// // Columns 3 and 8 of both rows.
/// assert_eq!((&columns[..count], values), (&[3, 8][..], [31.0, 2.0, 3.0, 0.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn dense_csr<V: Value, I: Index>(
    a: Dense<'_, V>,
    b: Csr<'_, V, I>,
    scratch: &mut [V],
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    DenseCsr { a, b, scratch, out }.call()
}
