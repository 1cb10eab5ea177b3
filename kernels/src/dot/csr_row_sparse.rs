use super::column::{Column, row_times_column};
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::tile::{self, with_tile_width};
use crate::unsigned::unsigned;
use crate::view::Finder;
use crate::{Csr, DenseMut, Index, RowSparse, Value};

/// The arguments of [`csr_row_sparse`].
#[derive(Debug)]
pub struct CsrRowSparse<'a, V, I> {
    /// R x K.
    pub a: Csr<'a, V, I>,
    /// K x n.
    pub b: RowSparse<'a, V, I>,
    /// R x n.
    pub out: DenseMut<'a, V>,
}
unsigned! { [V] CsrRowSparse [V] [] { out; a, b } }

impl<V: Value, I: Index> Body for CsrRowSparse<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Right, 0, self.a.columns(), self.b.rows())?;
        expect(Operand::Output, 0, self.a.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.b.row_length(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for CsrRowSparse<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, b, mut out } = self;
        let full = b.stored_rows() == b.rows();
        match b.row_length() {
            0 => {}
            1 => {
                for row in 0..a.rows() {
                    let (indices, values) = a.row(row);
                    let column = StoredColumn { data: b.data(), finder: (!full).then(|| Finder::new(b)) };
                    let sum = row_times_column(simd, indices, values, &column);
                    if let Some(out) = out.row_mut(row).first_mut() {
                        *out = sum;
                    }
                }
            }
            n => with_tile_width!(L, V, n, WIDTH => matrix::<WIDTH, L, V, I>(simd, a, b, full, out)),
        }
    }
}

impl<V: Value, I: Index> Split for CsrRowSparse<'_, V, I> {
    split_fields!((a, out), b);
}

/// The column of a row_sparse matrix.
struct StoredColumn<'a, V, I> {
    data: &'a [V],
    /// `None` if all rows are stored.
    finder: Option<Finder<'a, V, I>>,
}

impl<V: Value, I: Index> Column<V, I> for StoredColumn<'_, V, I> {
    #[inline(always)]
    fn factor(&self, index: I) -> Option<V> {
        let stored = match &self.finder {
            None => index.to_usize(),
            Some(finder) => finder.find(index.to_usize())?,
        };
        self.data.get(stored).copied()
    }
}

/// The entries of a row of the csr whose rows `b` stores.
struct RowTerms<'a, V, I> {
    indices: &'a [I],
    values: &'a [V],
    row_length: usize,
    /// `None` if all rows are stored.
    finder: Option<Finder<'a, V, I>>,
}

impl<V: Value, I: Index> tile::Terms<V> for RowTerms<'_, V, I> {
    const BY_FOURS: bool = false;
    #[inline(always)]
    fn count(&self) -> usize {
        self.indices.len().min(self.values.len())
    }
    #[inline(always)]
    fn term(&self, k: usize) -> (V, usize) {
        let (Some(&index), Some(&value)) = (self.indices.get(k), self.values.get(k)) else {
            return (V::ZERO, tile::NOWHERE);
        };
        let stored = match &self.finder {
            None => Some(index.to_usize()),
            Some(finder) => finder.find(index.to_usize()),
        };
        (value, stored.map_or(tile::NOWHERE, |stored| stored.wrapping_mul(self.row_length)))
    }
}

#[inline(always)]
fn matrix<const WIDTH: usize, L: Simd, V: Value, I: Index>(
    simd: L,
    a: Csr<V, I>,
    b: RowSparse<V, I>,
    full: bool,
    mut out: DenseMut<V>,
) {
    for row in 0..a.rows() {
        let (indices, values) = a.row(row);
        let out = out.row_mut(row);
        // Without the check, or without rows, there may be another number of columns than in B.
        let columns = out.len();
        let mut first = Some(0);
        while let Some(start) = first {
            let finder = (!full).then(|| Finder::new(b));
            let terms = RowTerms { indices, values, row_length: b.row_length(), finder };
            let sums: [V; WIDTH] = tile::sum(simd, b.data(), start, &terms);
            if let Some(out) = out.get_mut(start..).and_then(|rest| rest.first_chunk_mut::<WIDTH>()) {
                *out = sums;
            }
            first = tile::next(start, WIDTH, columns);
        }
    }
}

/// `out = a b` for a row_sparse `b`: the sum is over the entries whose row `b` stores.
///
/// - Shapes: `a` csr R x K, `b` row_sparse K x n (a higher rank counts as n = the product of its trailing dimensions),
///   `out` dense R x n, overwritten.
/// - Order: as [`csr_dense`](super::csr_dense()); an entry without a row in `b` is skipped but keeps its place, so with
///   finite values the bits are those of the product with `b` cast to dense. One column is summed in lanes here too.
/// - The columns of `a` may stand in any order, ascending ones are found fastest.
/// - Cost: O(nnz n) and a search by doubling steps for each entry, nearly free where the ids of `b` lie close together.
///   Where `b` stores all rows, nothing is searched.
/// - Parts: rows of `a` and `out`; [`CsrRowSparse`] [splits](crate::Split) them.
/// - Source: MXNet `dot(csr, row_sparse) -> default`.
///
/// # Errors
/// [`KernelError::Shape`] if the shapes do not fit; then nothing is written.
///
/// ```
/// use lacuna::{Csr, DenseMut, RowSparse, dot};
/// let a = Csr::new(1, 4, &[0, 3], &[0, 1, 3], &[1.0_f32, 2.0, 3.0])?;
/// let b = RowSparse::new(4, 2, &[1, 3], &[1.0, 2.0, 3.0, 4.0])?;
/// let mut out = [0.0; 2];
/// dot::csr_row_sparse(a, b, DenseMut::new(1, 2, &mut out)?)?;
/// assert_eq!(out, [11.0, 16.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "dot")]
#[inline]
pub fn csr_row_sparse<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: RowSparse<'_, V, I>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    CsrRowSparse { a, b, out }.call()
}
