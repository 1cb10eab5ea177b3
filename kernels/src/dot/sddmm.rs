use super::dots;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{CsrMut, Dense, Index, Value, processor};

/// The arguments of [`sddmm`].
#[derive(Debug)]
pub struct Sddmm<'a, V, I> {
    /// R x n.
    pub a: Dense<'a, V>,
    /// C x n.
    pub b: Dense<'a, V>,
    /// R x C, with its columns.
    pub out: CsrMut<'a, V, I>,
}
unsigned! { [V] Sddmm [V] [] { a, b; out } }

impl<V: Value, I: Index> Body for Sddmm<'_, V, I> {
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

impl<V: Value, I: Index> Work for Sddmm<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        /// Entries between the one in work and the one whose row of B is asked for.
        const AHEAD: usize = 2 * dots::AT_ONCE;
        let Self { a, b, mut out } = self;
        let prefetch = processor::PREFETCHES && b.nbytes() >= processor::PREFETCH_BYTES;
        for row in 0..out.rows() {
            let (columns, values) = out.row_mut(row);
            let right = |place: usize| {
                if prefetch && let Some(ahead) = columns.get(place + AHEAD) {
                    processor::prefetch(b.data(), ahead.to_usize().wrapping_mul(b.stride()), b.columns());
                }
                columns.get(place).map_or(&[][..], |column| b.row(column.to_usize()))
            };
            let count = values.len();
            dots::each(simd, a.row(row), count, right, |place, product| {
                if let Some(value) = values.get_mut(place) {
                    *value = product;
                }
            });
        }
    }
}

impl<V: Value, I: Index> Split for Sddmm<'_, V, I> {
    split_fields!((out, a), b);
}

/// `out = a b^T` at the places that `out` stores: `out[i, j] = sum over k of a[i, k] * b[j, k]`.
///
/// The gradient of a csr on its own pattern, which MXNet does not have: with `y = x w` for a csr `x`, that of `x` is
/// `sddmm(dy, w)`; with `y = x^T w`, it is `sddmm(w, dy)`. A row_sparse `w` counts as dense here:
/// [`row_sparse_to_dense`](crate::cast::row_sparse_to_dense()).
///
/// - Shapes: `a` dense R x n, `b` dense C x n, `out` csr R x C, whose pointers and columns are read (they may be any)
///   and whose values are written.
/// - Order: [`order`](crate::order), row 2, over k.
/// - Cost: O(nnz n). Traffic: `a` and `out` once, one row of `b` for each entry.
/// - Parts: rows of `a` and `out`, by entries; [`Sddmm`] [splits](crate::Split) them.
/// - Source: none; MXNet computes this gradient as a dense matrix.
///
/// # Errors
/// [`KernelError::Shape`] if the shapes do not fit; then nothing is written.
///
/// ```
/// use lacuna::{CsrMut, Dense, dot};
/// let (a, b) = (Dense::new(2, 2, &[1.0_f32, 2.0, 3.0, 4.0])?, Dense::new(3, 2, &[1.0, 0.0, 0.0, 1.0, 1.0, 1.0])?);
/// let (mut indices, mut values) = ([0, 2, 1], [9.0; 3]);
/// dot::sddmm(a, b, CsrMut::new(2, 3, &[0, 2, 3], &mut indices, &mut values)?)?;
/// assert_eq!(values, [1.0, 3.0, 4.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("SDDMM", "cusparseSDDMM", "torch.sparse.sampled_addmm"))]
#[inline]
pub fn sddmm<V: Value, I: Index>(a: Dense<'_, V>, b: Dense<'_, V>, out: CsrMut<'_, V, I>) -> Result<(), KernelError> {
    Sddmm { a, b, out }.call()
}
