use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Csr, Index, Number};

/// The arguments of [`nnz_columns`].
#[derive(Debug)]
pub struct NnzColumns<'a, V, I> {
    /// R x C.
    pub a: Csr<'a, V, I>,
    /// Of C numbers.
    pub out: &'a mut [I],
}

impl<V: Number, I: Index> Body for NnzColumns<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.a.columns(), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Number, I: Index> Work for NnzColumns<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, out } = self;
        out.fill(I::from_usize(0));
        for index in a.indices() {
            if let Some(count) = out.get_mut(index.to_usize()) {
                *count = I::from_usize(count.to_usize().wrapping_add(1));
            }
        }
    }
}

/// Stays whole: a part would go through all entries.
impl<V: Number, I: Index> Split for NnzColumns<'_, V, I> {
    fn rows(&self) -> usize {
        self.out.len().min(1)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { a, out } = self;
        let (top, rest) = out.split_at_mut(if row == 0 { 0 } else { out.len() });
        (Self { a, out: top }, Self { a, out: rest })
    }
}

/// `out[c] = number of stored entries of column c`.
///
/// - Shapes: `a` R x C, `out` of C numbers. Explicit zeros are stored entries.
/// - Cost: one read of the columns of the entries, each of which counts at its place. Stays whole. The arguments:
///   [`NnzColumns`].
/// - Source: MXNet `_contrib_getnnz` with `axis=0`, which it does not support.
///
/// # Errors
/// [`KernelError::Shape`] if `out` has another length; then nothing is written.
///
/// ```
/// use lacuna::{Csr, reduce};
/// let mut out = [9; 3];
/// reduce::nnz_columns(Csr::new(2, 3, &[0, 2, 3], &[0, 2, 2], &[0.0_f32; 3])?, &mut out)?;
/// assert_eq!(out, [1, 0, 2]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn nnz_columns<V: Number, I: Index>(a: Csr<'_, V, I>, out: &mut [I]) -> Result<(), KernelError> {
    NnzColumns { a, out }.call()
}
