use super::dense_column::column;
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Csr, Dense, DenseMut, Index, Value};

/// The arguments of [`dense_csr_t`].
#[derive(Debug)]
pub struct DenseCsrT<'a, V, I> {
    /// R x K.
    pub a: Dense<'a, V>,
    /// C x K.
    pub b: Csr<'a, V, I>,
    /// R x C.
    pub out: DenseMut<'a, V>,
}
unsigned! { [V] DenseCsrT [V] [] { a, out; b } }

impl<V: Value, I: Index> Body for DenseCsrT<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Right, 1, self.a.columns(), self.b.columns())?;
        expect(Operand::Output, 0, self.a.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.b.rows(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

/// Parts of B that stay near while all rows of A go through them: as many of this many entries as there are.
const NEAR: usize = 1 << 14;

impl<V: Value, I: Index> Work for DenseCsrT<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, b, mut out } = self;
        let columns = out.columns().min(b.rows());
        let (mut rest, mut first) = (b.split_rows_at(columns).0, 0);
        let mut parts = rest.nnz() / NEAR + 1;
        while first < columns {
            let cut = if parts > 1 { rest.cut(1, parts).clamp(1, rest.rows()) } else { rest.rows() };
            let (part, others) = rest.split_rows_at(cut);
            for row in 0..out.rows() {
                let from = a.row(row);
                let to = out.row_mut(row).get_mut(first..).unwrap_or_default();
                // A row of A is a column of K rows; a row of C, too.
                if let (Ok(from), Ok(to)) =
                    (Dense::new(from.len(), 1, from), DenseMut::new(part.rows().min(to.len()), 1, to))
                {
                    simd.apart(Row { part, from, to });
                }
            }
            (rest, first, parts) = (others, first + cut, parts.saturating_sub(1));
        }
    }
}

/// A row of the result.
struct Row<'a, V, I> {
    part: Csr<'a, V, I>,
    from: Dense<'a, V>,
    to: DenseMut<'a, V>,
}

impl<V: Value, I: Index> Work for Row<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        column(simd, self.part, self.from, self.to);
    }
}

impl<V: Value, I: Index> Split for DenseCsrT<'_, V, I> {
    split_fields!((out, a), b);
}

/// `out = a b^T` for a dense `a` and a csr `b`:
/// `out[i, j] = sum over the entries k of row j of b of a[i, b.indices[k]] * b.values[k]`.
///
/// - Shapes: `a` dense R x K, `b` csr C x K, `out` dense R x C, overwritten.
/// - Order: [`order`](crate::order), row 2: so each row of `out` has the bits of [`csr_dense`](super::csr_dense()) of
///   `b` with that row of `a` as a column.
/// - An explicit zero is a term like any other: times NaN or infinity it gives NaN. Elements of `a` that no entry names
///   are not read.
/// - Cost: O(R nnz). Parts of `b` that fit a cache serve all rows of `a`.
/// - Parts: rows of `a` and `out`; [`DenseCsrT`] [splits](crate::Split) them.
/// - Source: MXNet `dot(default, csr, transpose_b=True, forward_stype='default')`.
///
/// # Errors
/// [`KernelError::Shape`] if the shapes do not fit; then nothing is written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, dot};
/// let b = Csr::new(3, 2, &[0, 2, 2, 3], &[0, 1, 1], &[1.0_f32, 2.0, 3.0])?;
/// let mut out = [9.0; 3];
/// dot::dense_csr_t(Dense::new(1, 2, &[1.0, 10.0])?, b, DenseMut::new(1, 3, &mut out)?)?;
/// assert_eq!(out, [21.0, 0.0, 30.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "dot")]
#[inline]
pub fn dense_csr_t<V: Value, I: Index>(
    a: Dense<'_, V>,
    b: Csr<'_, V, I>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    DenseCsrT { a, b, out }.call()
}
