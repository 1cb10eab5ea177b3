use super::scatter::Scatter;
use super::{BlockEnds, OutputRows};
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::Levels;
use crate::split::Split;
use crate::unsigned::unsigned;
use crate::{Csr, DenseMut, Index, RowSparse, Value};

/// The arguments of [`csr_t_row_sparse_scatter`].
#[derive(Debug)]
pub struct CsrTRowSparseScatter<'a, V, I> {
    /// R x K.
    pub a: Csr<'a, V, I>,
    /// Of the rows of `a` that `b` stores.
    pub ends: BlockEnds<'a, I>,
    /// R x n.
    pub b: RowSparse<'a, V, I>,
    /// Scratch of [`BlockEnds::totals`].
    pub totals: &'a mut [V],
    /// K x n; in a part, just its rows.
    pub out: DenseMut<'a, V>,
    /// Those of the result that `out` has.
    pub rows: OutputRows,
}
unsigned! { [V] CsrTRowSparseScatter [V] [] { totals, out, rows; a, ends, b } }

impl<V: Value, I: Index> Body for CsrTRowSparseScatter<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Right, 0, self.a.rows(), self.b.rows())?;
        expect(Operand::Output, 1, self.b.row_length(), self.out.columns())?;
        self.rows.check(self.a.columns(), self.out.rows())?;
        self.ends.check(&self.a, self.b.stored_rows())?;
        capacity(Operand::Scratch, self.ends.totals(self.out.columns()), self.totals.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { a, ends, b, totals, out, rows } = self;
        levels.run(Scatter { a, ends, b: b.into(), totals, out, rows }.unsigned());
        Ok(())
    }
}

impl<V: Value, I: Index> Split for CsrTRowSparseScatter<'_, V, I> {
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

/// `out = a^T b` as dense for a row_sparse `b`, without a plan: as
/// [`csr_t_dense_scatter`](super::csr_t_dense_scatter()), over the entries whose row `b` stores.
///
/// - Shapes: `a` csr R x K; `b` row_sparse R x n; `out` dense K x n, overwritten.
/// - `ends`: the [`block_ends_row_sparse`](super::block_ends_row_sparse()) of `a` and `b`; the default if `b` stores at
///   most 1024 rows. Those of other patterns of the same shape are not noticed.
/// - `totals`: scratch, [`BlockEnds::totals`] values.
/// - Order: [`order`](crate::order), row 3; entries of rows that `b` does not store are no terms.
/// - Cost: O(n) for each entry of the rows that `b` stores, and one write of `out`.
/// - Parts: as those of [`csr_t_dense_scatter`](super::csr_t_dense_scatter()); [`CsrTRowSparseScatter`]
///   [splits](crate::Split) them.
///
/// # Errors
/// As [`csr_t_dense_scatter`](super::csr_t_dense_scatter()).
///
/// ```
/// use lacuna::{Csr, DenseMut, RowSparse, dot};
/// let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 1], &[1.0_f32, 2.0, 3.0])?;
/// let b = RowSparse::new(2, 1, &[1], &[10.0])?;
/// let mut out = [9.0; 3];
/// dot::csr_t_row_sparse_scatter(a, &dot::BlockEnds::default(), b, &mut [], DenseMut::new(3, 1, &mut out)?)?;
/// assert_eq!(out, [0.0, 30.0, 0.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn csr_t_row_sparse_scatter<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    ends: &BlockEnds<'_, I>,
    b: RowSparse<'_, V, I>,
    totals: &mut [V],
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    CsrTRowSparseScatter { a, ends: *ends, b, totals, out, rows: OutputRows::ALL }.call()
}
