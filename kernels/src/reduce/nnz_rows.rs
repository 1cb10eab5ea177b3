use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Csr, Index, Number};

/// The arguments of [`nnz_rows`].
#[derive(Debug)]
pub struct NnzRows<'a, V, I> {
    /// R x C.
    pub a: Csr<'a, V, I>,
    /// Of R numbers.
    pub out: &'a mut [I],
}

impl<V: Number, I: Index> Body for NnzRows<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.a.rows(), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Number, I: Index> Work for NnzRows<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, out } = self;
        for (to, pair) in out.iter_mut().zip(a.indptr().windows(2)) {
            *to = I::from_usize(pair[1].to_usize().wrapping_sub(pair[0].to_usize()));
        }
    }
}

impl<V: Number, I: Index> Split for NnzRows<'_, V, I> {
    split_fields!((a, out));
}

/// `out[r] = number of stored entries of row r`. That of all rows together is [`Csr::nnz`].
///
/// - Shapes: `a` R x C, `out` of R numbers. Explicit zeros are stored entries.
/// - Cost: one read of the pointers. Parts: rows; [`NnzRows`] [splits](crate::Split) them.
/// - Source: MXNet `_contrib_getnnz` with `axis=1`.
///
/// # Errors
/// [`KernelError::Shape`] if `out` has another length; then nothing is written.
///
/// ```
/// use lacuna::{Csr, reduce};
/// let mut out = [9; 2];
/// reduce::nnz_rows(Csr::new(2, 3, &[0, 2, 3], &[0, 2, 2], &[0.0_f32; 3])?, &mut out)?;
/// assert_eq!(out, [2, 1]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_contrib_getnnz")]
#[inline]
pub fn nnz_rows<V: Number, I: Index>(a: Csr<'_, V, I>, out: &mut [I]) -> Result<(), KernelError> {
    NnzRows { a, out }.call()
}
