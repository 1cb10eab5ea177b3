//! Reductions of each column of a dense matrix.
use super::blocks::{self, SIDE_BY_SIDE, Source};
use super::lanes::Lanes;
use super::reduction::{Reduction, Term, write_results};
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Dense, Number, Value, order};
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

    /// Where there are fewer tiles of columns than threads, these share the rows.
    #[cfg(feature = "threads")]
    fn run_on(&mut self, threads: &dyn crate::call::Threads, how: How) -> bool {
        let (a, first, length) = (self.a, self.columns.before, self.out.len());
        let by_rows = threads.count().min(a.rows().div_ceil(order::BLOCK));
        if by_rows <= length.div_ceil(WIDEST) {
            return false;
        }
        let tiles = threads::OnThreads::<R, V> { a, threads, how, reduction: PhantomData };
        each_tile(core::mem::take(&mut self.out), first, &tiles);
        true
    }
}

/// Columns whose running sums are loaded and stored for each row, which is read in long pieces.
const WIDEST: usize = 128;
/// Columns whose running sums stay in registers while the rows of a block go by: two cache lines of `f32`.
const WIDE: usize = 32;
const NARROW: usize = 8;
const NARROWEST: usize = 4;

/// What is done with columns beside each other.
trait Tiles<V> {
    fn tile<const N: usize>(&self, column: usize, to: &mut [V; N]);
}

/// Visits all columns from `first` on, some of them twice.
#[inline(always)]
fn each_tile<V>(out: &mut [V], first: usize, tiles: &impl Tiles<V>) {
    let columns = out.len();
    let (widest, rest) = out.as_chunks_mut::<WIDEST>();
    let (wide, rest) = rest.as_chunks_mut::<WIDE>();
    let mut column = first;
    for to in widest {
        tiles.tile(column, to);
        column += WIDEST;
    }
    for to in wide {
        tiles.tile(column, to);
        column += WIDE;
    }
    let (narrow, single) = rest.as_chunks_mut::<NARROW>();
    for to in narrow {
        tiles.tile(column, to);
        column += NARROW;
    }
    if single.is_empty() {
        return;
    }
    if let Some(to) = out.last_chunk_mut::<NARROW>() {
        tiles.tile(first + columns - NARROW, to);
    } else if let Some((to, rest)) = out.split_first_chunk_mut::<NARROWEST>() {
        tiles.tile(first, to);
        if !rest.is_empty()
            && let Some(to) = out.last_chunk_mut::<NARROWEST>()
        {
            tiles.tile(first + columns - NARROWEST, to);
        }
    } else {
        for to in out.as_chunks_mut::<1>().0 {
            tiles.tile(column, to);
            column += 1;
        }
    }
}

struct Sums<'a, R, V> {
    a: Dense<'a, V>,
    first: usize,
    out: &'a mut [V],
    reduction: PhantomData<R>,
}

impl<R: Reduction, V: Value> Work for Sums<'_, R, V> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, first, out, .. } = self;
        each_tile(out, first, &OneThread::<R, V, L> { a, simd, reduction: PhantomData });
    }
}

struct OneThread<'a, R, V, L> {
    a: Dense<'a, V>,
    simd: L,
    reduction: PhantomData<R>,
}

impl<R: Reduction, V: Value, L: Simd> Tiles<V> for OneThread<'_, R, V, L> {
    #[inline(always)]
    fn tile<const N: usize>(&self, column: usize, to: &mut [V; N]) {
        let rows = self.a.rows();
        let sums = blocks::sums::<R::Term, V, L, N>(self.simd, Tile::<V, N> { a: self.a, column });
        write_results::<R, V>(&sums, rows, to);
    }
}

/// `N` columns beside each other.
#[derive(Clone, Copy)]
struct Tile<'a, V, const N: usize> {
    a: Dense<'a, V>,
    column: usize,
}

impl<T: Term, V: Value, const N: usize> Source<T, V, N> for Tile<'_, V, N> {
    #[inline(always)]
    fn count(&self) -> usize {
        // Without this column there are no rows, of which there may be any number.
        let rows = if self.a.row(0).len() > self.column { self.a.rows() } else { 0 };
        rows.div_ceil(order::BLOCK)
    }

    #[inline(always)]
    fn write_sums<L: Simd>(&self, simd: L, first: usize, sums: &mut [[T::Sum<V>; N]]) {
        let (Self { a, column }, mut first) = (*self, first * order::BLOCK);
        let (fours, mut rest) = sums.as_chunks_mut::<SIDE_BY_SIDE>();
        if N == 1 && a.rows().saturating_sub(first) / (SIDE_BY_SIDE * order::BLOCK) >= fours.len() {
            for to in fours {
                *to = simd.apart(RowsOfBlocks::<T, V, N, SIDE_BY_SIDE> { a, column, first, term: PhantomData });
                first += SIDE_BY_SIDE * order::BLOCK;
            }
        } else {
            rest = sums;
        }
        for to in rest.as_chunks_mut::<1>().0 {
            *to = simd.apart(RowsOfBlocks::<T, V, N, 1> { a, column, first, term: PhantomData });
            first += order::BLOCK;
        }
    }
}

/// `N` columns of blocks that follow each other from row `first` on: of several, all are whole.
struct RowsOfBlocks<'a, T, V, const N: usize, const BLOCKS: usize> {
    a: Dense<'a, V>,
    column: usize,
    first: usize,
    term: PhantomData<T>,
}

impl<T: Term, V: Value, const N: usize, const BLOCKS: usize> Work for RowsOfBlocks<'_, T, V, N, BLOCKS> {
    type Output = [[T::Sum<V>; N]; BLOCKS];

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> Self::Output {
        let Self { a, column, first, .. } = self;
        let mut lanes = [Lanes::<T, V, N>::start(); BLOCKS];
        let stride = a.stride();
        let mut rows: [&[V]; BLOCKS] = [&[]; BLOCKS];
        for (block, rows) in rows.iter_mut().enumerate() {
            let start = first.wrapping_add(block * order::BLOCK).wrapping_mul(stride).wrapping_add(column);
            *rows = a.data().get(start..).unwrap_or(&[]);
        }
        for _ in first..a.rows().min(first.saturating_add(order::BLOCK)) {
            for (rows, lanes) in rows.iter_mut().zip(&mut lanes) {
                if let Some(values) = rows.first_chunk::<N>() {
                    lanes.add_values(values);
                    *rows = rows.get(stride..).unwrap_or(&[]);
                }
            }
        }
        let mut sums = [[Number::ZERO; N]; BLOCKS];
        for (sums, lanes) in sums.iter_mut().zip(&lanes) {
            *sums = lanes.sums;
        }
        sums
    }
}

#[cfg(feature = "threads")]
mod threads {
    use super::{Reduction, Tile, Tiles, blocks, write_results};
    use crate::call::Threads;
    use crate::kernel::How;
    use crate::{Dense, Value};
    use core::marker::PhantomData;

    /// Threads that share the rows.
    pub(super) struct OnThreads<'a, 't, R, V> {
        pub(super) a: Dense<'a, V>,
        pub(super) threads: &'t dyn Threads,
        pub(super) how: How,
        pub(super) reduction: PhantomData<R>,
    }

    impl<R: Reduction, V: Value> Tiles<V> for OnThreads<'_, '_, R, V> {
        fn tile<const N: usize>(&self, column: usize, to: &mut [V; N]) {
            let (tile, rows) = (Tile::<V, N> { a: self.a, column }, self.a.rows());
            let sums = blocks::sums_on_threads::<R::Term, V, N>(tile, self.threads, self.how);
            write_results::<R, V>(&sums, rows, to);
        }
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
