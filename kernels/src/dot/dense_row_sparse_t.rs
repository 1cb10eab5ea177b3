use super::dots;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Dense, DenseMut, Index, RowSparse, Value};

/// The arguments of [`dense_row_sparse_t`].
#[derive(Debug)]
pub struct DenseRowSparseT<'a, V, I> {
    /// R x K.
    pub a: Dense<'a, V>,
    /// C x K.
    pub b: RowSparse<'a, V, I>,
    /// R x C.
    pub out: DenseMut<'a, V>,
}
unsigned! { [V] DenseRowSparseT [V] [] { a, out; b } }

impl<V: Value, I: Index> Body for DenseRowSparseT<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Right, 1, self.a.columns(), self.b.row_length())?;
        expect(Operand::Output, 0, self.a.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.b.rows(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

/// Bytes of rows of A that stay near while all of B goes through them.
const NEAR: usize = 128 << 10;

impl<V: Value, I: Index> Work for DenseRowSparseT<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, b, mut out } = self;
        if out.columns() == 0 {
            return;
        }
        let full = b.stored_rows() == b.rows();
        let near = (NEAR / a.columns().saturating_mul(size_of::<V>()).max(1)).max(1);
        let mut first = 0;
        while first < out.rows() {
            let rows = first..out.rows().min(first + near);
            for row in rows.clone() {
                if !full {
                    out.row_mut(row).fill(V::ZERO);
                }
            }
            let mut stored = 0;
            while stored < b.stored_rows() {
                let count = dots::AT_ONCE.min(b.stored_rows() - stored);
                for row in rows.clone() {
                    let to = out.row_mut(row);
                    dots::each(
                        simd,
                        a.row(row),
                        count,
                        |i| b.stored_row(stored + i),
                        |i, product| {
                            if let Some(to) = to.get_mut(b.row_of(stored + i)) {
                                *to = product;
                            }
                        },
                    );
                }
                stored += count;
            }
            first = rows.end;
        }
    }
}

impl<V: Value, I: Index> Split for DenseRowSparseT<'_, V, I> {
    split_fields!((out, a), b);
}

/// `out = a b^T` for a dense `a` and a row_sparse `b`: `out[i, j] = sum over k of a[i, k] * b[j, k]`, and 0 in the
/// columns of rows that `b` does not store.
///
/// With a bias added to each row this is a layer whose weight is row_sparse: an output whose weights are not stored is
/// its bias.
///
/// - Shapes: `a` dense R x K, `b` row_sparse C x K (a higher rank counts as K = the product of its trailing
///   dimensions), `out` dense R x C, overwritten.
/// - Order: [`order`](crate::order), row 2, over k. (A product of dense matrices has one running sum with fused
///   multiply-add instead; this one is a product of sparse storage.)
/// - Cost: O(R K stored rows).
/// - Parts: rows of `a` and `out`; [`DenseRowSparseT`] [splits](crate::Split) them.
/// - Source: MXNet `FullyConnected(default, row_sparse)`, which is right only if `b` stores all rows; without its bias.
///
/// # Errors
/// [`KernelError::Shape`] if the shapes do not fit; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, RowSparse, dot};
/// let weight = RowSparse::new(3, 2, &[0, 2], &[1.0_f32, 2.0, 3.0, 4.0])?;
/// let mut out = [9.0; 3];
/// dot::dense_row_sparse_t(Dense::new(1, 2, &[1.0, 10.0])?, weight, DenseMut::new(1, 3, &mut out)?)?;
/// assert_eq!(out, [21.0, 0.0, 43.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "FullyConnected")]
#[inline]
pub fn dense_row_sparse_t<V: Value, I: Index>(
    a: Dense<'_, V>,
    b: RowSparse<'_, V, I>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    DenseRowSparseT { a, b, out }.call()
}
