use super::scatter::Scatter;
use super::{BlockEnds, OutputRows};
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::Levels;
use crate::split::Split;
use crate::unsigned::unsigned;
use crate::{Csr, Dense, DenseMut, Index, Value};

/// The arguments of [`csr_t_dense_scatter`].
#[derive(Debug)]
pub struct CsrTDenseScatter<'a, V, I> {
    /// R x K.
    pub a: Csr<'a, V, I>,
    /// Of the pattern of `a`.
    pub ends: BlockEnds<'a, I>,
    /// R x n.
    pub b: Dense<'a, V>,
    /// Scratch of [`BlockEnds::totals`].
    pub totals: &'a mut [V],
    /// K x n; in a part, just its rows.
    pub out: DenseMut<'a, V>,
    /// Those of the result that `out` has.
    pub rows: OutputRows,
}
unsigned! { [V] CsrTDenseScatter [V] [] { b, totals, out, rows; a, ends } }

impl<V: Value, I: Index> Body for CsrTDenseScatter<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Right, 0, self.a.rows(), self.b.rows())?;
        expect(Operand::Output, 1, self.b.columns(), self.out.columns())?;
        self.rows.check(self.a.columns(), self.out.rows())?;
        self.ends.check(&self.a, self.a.rows())?;
        capacity(Operand::Scratch, self.ends.totals(self.out.columns()), self.totals.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { a, ends, b, totals, out, rows } = self;
        levels.run(Scatter { a, ends, b: b.into(), totals, out, rows }.unsigned());
        Ok(())
    }
}

impl<V: Value, I: Index> Split for CsrTDenseScatter<'_, V, I> {
    fn rows(&self) -> usize {
        OutputRows::cuttable(&self.out)
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.rows.cut(self.a.indices(), &self.out, part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { a, ends, b, totals, out, rows } = self;
        let [top, rest] = rows.split(ends, totals, out, row);
        let part = |(ends, totals, out, rows)| Self { a, ends, b, totals, out, rows };
        (part(top), part(rest))
    }
}

/// `out = a^T b` as dense, without a plan: the bits of [`csr_t_dense_to_dense`](super::csr_t_dense_to_dense()).
///
/// Each entry adds its term to its row of `out`, row by row of `a`. The fastest way to one product; where the pattern
/// serves for many, a [plan](super::transpose_plan()) with permuted values or a [SELL plan](super::SellPlan) of the
/// transposed matrix is faster still.
///
/// - Shapes: `a` csr R x K; `b` dense R x n; `out` dense K x n, overwritten.
/// - `ends`: the [`block_ends`](super::block_ends()) of `a`, once for a pattern; the default for at most 1024 rows.
///   Those of another pattern of the same shape are not noticed: the sums are cut into other blocks then.
/// - `totals`: scratch, [`BlockEnds::totals`] values; none if no column has more than 1024 terms.
/// - Order: [`order`](crate::order), row 3.
/// - An explicit zero is a term like any other: times NaN or infinity it gives NaN.
/// - Cost: O(nnz n), and one write of `out`.
/// - Parts: rows of `out`, if these have 64 bytes or more; narrower ones stay whole. Each part goes through all rows of
///   `a` for its columns. [`CsrTDenseScatter`] [splits](crate::Split) them.
/// - Source: MXNet `dot(csr, default, transpose_a=True, forward_stype='default')`.
///
/// # Errors
/// [`KernelError::Shape`], also for `ends` of another shape, and [`KernelError::Capacity`]; then nothing is written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, dot};
/// let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 0], &[1.0_f32, 2.0, 3.0])?;
/// let mut out = [9.0; 3];
/// dot::csr_t_dense_scatter(a, &dot::BlockEnds::default(), Dense::new(2, 1, &[10.0, 100.0])?, &mut [], DenseMut::new(3, 1, &mut out)?)?;
/// assert_eq!(out, [310.0, 0.0, 20.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "dot")]
#[inline]
pub fn csr_t_dense_scatter<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    ends: &BlockEnds<'_, I>,
    b: Dense<'_, V>,
    totals: &mut [V],
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    CsrTDenseScatter { a, ends: *ends, b, totals, out, rows: OutputRows::ALL }.call()
}
