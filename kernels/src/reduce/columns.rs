//! Reductions of each column of a dense matrix.
use super::lanes::Lanes;
use super::reduction::{Reduction, result};
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Dense, Value};
use core::marker::PhantomData;

/// Which columns a part of the results is of: all, or those of a part that [`Split`](crate::Split) has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputColumns {
    before: usize,
    after: usize,
}

impl OutputColumns {
    /// All columns.
    pub const ALL: Self = Self { before: 0, after: 0 };
}

/// The arguments of a reduction of each column of a dense matrix.
#[derive(Debug)]
pub struct DenseColumns<'a, R, V> {
    /// Which one.
    pub reduction: R,
    /// R x C.
    pub a: Dense<'a, V>,
    /// Of C values; in a part, just its columns.
    pub out: &'a mut [V],
    /// Those that `out` is of.
    pub columns: OutputColumns,
}

impl<R: Reduction, V: Value> Body for DenseColumns<'_, R, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let OutputColumns { before, after } = self.columns;
        expect(Operand::Output, 2, self.a.columns(), self.out.len().saturating_add(before).saturating_add(after))
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { a, out, columns, .. } = self;
        levels.run(Sums::<R, V> { a, first: columns.before, out, reduction: PhantomData });
        Ok(())
    }
}

struct Sums<'a, R, V> {
    a: Dense<'a, V>,
    first: usize,
    out: &'a mut [V],
    reduction: PhantomData<R>,
}

/// Columns whose running sums stay in registers while all rows go by: two cache lines of `f32`.
const WIDE: usize = 32;
const NARROW: usize = 8;

impl<R: Reduction, V: Value> Work for Sums<'_, R, V> {
    type Output = ();
    const WIDEST: bool = false;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, first, out, .. } = self;
        let (wide, rest) = out.as_chunks_mut::<WIDE>();
        let (narrow, single) = rest.as_chunks_mut::<NARROW>();
        let mut column = first;
        for to in wide {
            simd.apart(Tile::<R, V, WIDE> { a, column, to, reduction: PhantomData });
            column += WIDE;
        }
        for to in narrow {
            simd.apart(Tile::<R, V, NARROW> { a, column, to, reduction: PhantomData });
            column += NARROW;
        }
        for to in single.as_chunks_mut::<1>().0 {
            simd.apart(Tile::<R, V, 1> { a, column, to, reduction: PhantomData });
            column += 1;
        }
    }
}

/// `N` columns beside each other.
struct Tile<'a, R, V, const N: usize> {
    a: Dense<'a, V>,
    column: usize,
    to: &'a mut [V; N],
    reduction: PhantomData<R>,
}

impl<R: Reduction, V: Value, const N: usize> Work for Tile<'_, R, V, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, column, to, .. } = self;
        let row = |row: usize| a.row(row).get(column..).and_then(|row| row.first_chunk::<N>());
        // Without this column there are no rows, of which there may be any number.
        let rows = if row(0).is_some() { a.rows() } else { 0 };
        let mut lanes = Lanes::<R::Term, V, N>::start();
        for values in (0..rows).filter_map(row) {
            lanes.add_values(values);
        }
        *to = lanes.sums.map(|sum| result::<R, V>(sum, a.rows(), a.rows()));
    }
}

impl<R: Reduction, V: Value> Split for DenseColumns<'_, R, V> {
    fn rows(&self) -> usize {
        self.out.len()
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { reduction, a, out, columns: OutputColumns { before, after } } = self;
        let (left, right) = out.split_at_mut(row.min(out.len()));
        let (of_left, of_right) = (
            OutputColumns { before, after: after.saturating_add(right.len()) },
            OutputColumns { before: before.saturating_add(left.len()), after },
        );
        (Self { reduction, a, out: left, columns: of_left }, Self { reduction, a, out: right, columns: of_right })
    }
}

/// A [`Reduction`] of each column of a dense matrix: `out[c]` is that of column `c`.
///
/// Shapes: `a` R x C, `out` of C values. Cost: one read of `a`.
///
/// # Errors
/// [`KernelError::Shape`] if `out` has another length; then nothing is written.
///
/// ```
/// use lacuna::{Dense, reduce};
/// let mut out = [0.0; 2];
/// reduce::columns(reduce::Norm2, Dense::new(2, 2, &[3.0_f32, 1.0, 4.0, 0.0])?, &mut out)?;
/// assert_eq!(out, [5.0, 1.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn columns<R: Reduction, V: Value>(reduction: R, a: Dense<'_, V>, out: &mut [V]) -> Result<(), KernelError> {
    perform(DenseColumns { reduction, a, out, columns: OutputColumns::ALL }, How::CALL)
}
