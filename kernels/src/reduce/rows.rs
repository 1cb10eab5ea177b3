//! Reductions of each row.
use super::lanes::{SIDE_BY_SIDE, map_sums, sum_of_row, sums_of_rows};
use super::reduction::{Reduction, result, write_results};
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Csr, Dense, Index, Value, arrays};
use core::marker::PhantomData;

/// The arguments of a reduction of each row of a dense matrix.
#[derive(Debug)]
pub struct DenseRows<'a, R, V> {
    /// Which one.
    pub reduction: R,
    /// R x C.
    pub a: Dense<'a, V>,
    /// Of R values.
    pub out: &'a mut [V],
}

/// The arguments of a reduction of each row of a csr.
#[derive(Debug)]
pub struct CsrRows<'a, R, V, I> {
    /// Which one.
    pub reduction: R,
    /// R x C.
    pub a: Csr<'a, V, I>,
    /// Of R values.
    pub out: &'a mut [V],
}
unsigned! { [R, V] CsrRows [R V] [] { reduction, out; a } }

struct Sums<'a, R, A, V> {
    a: A,
    out: &'a mut [V],
    reduction: PhantomData<R>,
}

impl<R: Reduction, V: Value> Body for DenseRows<'_, R, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.a.rows(), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(Sums::<R, _, V> { a: self.a, out: self.out, reduction: PhantomData });
        Ok(())
    }
}

impl<R: Reduction, V: Value> Work for Sums<'_, R, Dense<'_, V>, V> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let (fours, rest) = self.out.as_chunks_mut::<SIDE_BY_SIDE>();
        let (first_of_rest, columns) = (fours.len() * SIDE_BY_SIDE, self.a.columns());
        for (four, to) in fours.iter_mut().enumerate() {
            let sums = sums_of_rows::<R::Term, V, L>(simd, arrays::rows_from(&self.a, four * SIDE_BY_SIDE));
            write_results::<R, V>(&sums, columns, to);
        }
        for (k, to) in rest.iter_mut().enumerate() {
            let sum = sum_of_row::<R::Term, V, L>(simd, self.a.row(first_of_rest + k));
            *to = result::<R, V>(sum, columns, columns);
        }
    }
}

impl<R: Reduction, V: Value> Split for DenseRows<'_, R, V> {
    split_fields!((a, out), reduction);
}

impl<R: Reduction, V: Value, I: Index> Body for CsrRows<'_, R, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.a.rows(), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(Sums::<R, _, V> { a: self.a, out: self.out, reduction: PhantomData });
        Ok(())
    }
}

impl<R: Reduction, V: Value, I: Index> Work for Sums<'_, R, Csr<'_, V, I>, V> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let columns = self.a.columns();
        let rows = self.a.row_slices().map(|(_, values)| values);
        map_sums::<R::Term, V, V, L>(simd, rows, self.out, |row, sum| result::<R, V>(sum, row.len(), columns));
    }
}

impl<R: Reduction, V: Value, I: Index> Split for CsrRows<'_, R, V, I> {
    split_fields!((a, out), reduction);
}

/// A [`Reduction`] of each row of a dense matrix: `out[r]` is that of row `r`.
///
/// Shapes: `a` R x C, `out` of R values. Cost: one read of `a`.
///
/// # Errors
/// [`KernelError::Shape`] if `out` has another length; then nothing is written.
///
/// ```
/// use lacuna::{Dense, Value, reduce};
///
/// /// The root of the mean of squares.
/// #[derive(Clone, Copy)]
/// struct RootMeanSquare;
/// impl reduce::Reduction for RootMeanSquare {
///     const NAME: &'static str = "root_mean_square";
///     type Term = reduce::Square;
///     fn finish<V: Value>(sum: V, count: usize) -> V {
///         (sum / V::narrow(count as f64)).root()
///     }
/// }
///
/// let mut out = [0.0; 2];
/// reduce::rows(RootMeanSquare, Dense::new(2, 2, &[1.0_f32, 7.0, 2.0, -2.0])?, &mut out)?;
/// assert_eq!(out, [5.0, 2.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn rows<R: Reduction, V: Value>(reduction: R, a: Dense<'_, V>, out: &mut [V]) -> Result<(), KernelError> {
    perform(DenseRows { reduction, a, out }, How::CALL)
}

/// A [`Reduction`] of each row of a csr: `out[r]` is that of row `r`. Elements that are not stored have no term.
///
/// Shapes: `a` R x C, `out` of R values. Cost: one read of `a`'s pointers and values.
///
/// # Errors
/// [`KernelError::Shape`] if `out` has another length; then nothing is written.
///
/// ```
/// use lacuna::{Csr, reduce};
/// let mut out = [0.0; 2];
/// reduce::csr_rows(reduce::Mean, Csr::new(2, 3, &[0, 2, 2], &[0, 2], &[2.0_f32, 4.0])?, &mut out)?;
/// assert_eq!(out, [2.0, 0.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn csr_rows<R: Reduction, V: Value, I: Index>(
    reduction: R,
    a: Csr<'_, V, I>,
    out: &mut [V],
) -> Result<(), KernelError> {
    perform(CsrRows { reduction, a, out }, How::CALL)
}
