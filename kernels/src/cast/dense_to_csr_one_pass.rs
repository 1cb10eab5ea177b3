use super::dense_to_csr::for_each_nonzero;
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, capacity, index_fits};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::{Dense, Index, Value};

/// The arguments of [`dense_to_csr_one_pass`].
#[derive(Debug)]
pub struct DenseToCsrOnePass<'a, V, I> {
    /// R x C.
    pub dense: Dense<'a, V>,
    /// R + 1 pointers at least.
    pub indptr: &'a mut [I],
    /// As many as are stored, at least.
    pub indices: &'a mut [I],
    /// As many as are stored, at least.
    pub values: &'a mut [V],
}

impl<V: Value, I: Index> Body for DenseToCsrOnePass<'_, V, I> {
    type Output = usize;

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        // Columns are written as indices.
        index_fits::<I>(self.dense.columns().saturating_sub(1))?;
        capacity(Operand::Indptr, self.dense.rows().saturating_add(1), self.indptr.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<usize, KernelError> {
        levels.run(self)
    }
}

impl<V: Value, I: Index> Work for DenseToCsrOnePass<'_, V, I> {
    type Output = Result<usize, KernelError>;
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> Result<usize, KernelError> {
        let Self { dense, indptr, indices, values } = self;
        let lengths = (indices.len(), values.len());
        let room = lengths.0.min(lengths.1);
        let (indices, values) = (&mut indices[..room], &mut values[..room]);
        let Some((first, ends)) = indptr.split_first_mut() else { return Ok(0) };
        *first = I::from_usize(0);
        let mut stored = 0;
        for (row, end) in ends.iter_mut().enumerate().take(dense.rows()) {
            for_each_nonzero(dense.row(row), |column, value| {
                if let (Some(index), Some(to)) = (indices.get_mut(stored), values.get_mut(stored)) {
                    (*index, *to) = (I::from_usize(column), value);
                }
                stored += 1;
            });
            *end = I::from_usize(stored);
        }
        index_fits::<I>(stored)?;
        capacity(Operand::Indices, stored, lengths.0)?;
        capacity(Operand::Values, stored, lengths.1)?;
        Ok(stored)
    }
}

/// Dense to csr in one pass, into `indices` and `values` of any sufficient length; gives the number of entries stored.
///
/// - Shapes: `dense` R x C, `indptr` R + 1; R C entries are always enough.
/// - Values are copied bit for bit. NaN, infinities and subnormals are stored, -0.0 is not.
/// - Cost: one read of the dense matrix.
/// - Source: MXNet `cast_storage(default -> csr)`.
///
/// # Errors
/// [`KernelError::Index`] for more columns than the index type can number, with nothing written. Found out while it
/// writes, so that what the slices hold is then unspecified: [`KernelError::Capacity`] with the needed length, and
/// [`KernelError::Index`] for more entries than a pointer can count.
///
/// ```
/// use lacuna::{Csr, Dense, cast};
/// let dense = Dense::new(1, 3, &[0.0_f64, 5.0, 6.0])?;
/// let (mut indptr, mut indices, mut values) = ([0_u32; 2], [0; 3], [0.0; 3]);
/// let nnz = cast::dense_to_csr_one_pass(dense, &mut indptr, &mut indices, &mut values)?;
/// let csr = Csr::new(1, 3, &indptr, &indices[..nnz], &values[..nnz])?;
/// assert_eq!(csr.row(0), (&[1, 2][..], &[5.0, 6.0][..]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "cast_storage")]
#[inline]
pub fn dense_to_csr_one_pass<V: Value, I: Index>(
    dense: Dense<'_, V>,
    indptr: &mut [I],
    indices: &mut [I],
    values: &mut [V],
) -> Result<usize, KernelError> {
    DenseToCsrOnePass { dense, indptr, indices, values }.call()
}
