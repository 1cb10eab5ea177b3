use super::is_stored;
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, capacity, expect, index_fits};
use crate::instances::OfValue;
use crate::kernel::How;
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{CsrMut, Dense, Index, Value};

const CHUNK: usize = 16;

/// Calls `store(column, value)` for the elements `!= 0`, ascending.
#[inline(always)]
pub(super) fn for_each_nonzero<V: Value>(row: &[V], mut store: impl FnMut(usize, V)) {
    let (chunks, rest) = row.as_chunks::<CHUNK>();
    for (chunk_number, chunk) in chunks.iter().enumerate() {
        let mut mask = V::nonzero_mask(chunk);
        while mask != 0 {
            let l = mask.trailing_zeros() as usize;
            store(chunk_number * CHUNK + l, chunk[l & (CHUNK - 1)]);
            mask &= mask - 1;
        }
    }
    for (l, &value) in rest.iter().enumerate() {
        if is_stored(value) {
            store(chunks.len() * CHUNK + l, value);
        }
    }
}

#[inline(always)]
fn count_nonzero<V: Value>(row: &[V]) -> usize {
    let (chunks, rest) = row.as_chunks::<CHUNK>();
    let in_chunks: u32 = chunks.iter().map(|chunk| V::nonzero_mask(chunk).count_ones()).sum();
    in_chunks as usize + rest.iter().filter(|&&value| is_stored(value)).count()
}

/// The arguments of [`dense_row_nnz`].
pub struct RowNnz<'a, V, I> {
    pub(crate) dense: Dense<'a, V>,
    pub(crate) counts: &'a mut [I],
}

impl<V: Value, I: Index> Body for RowNnz<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        // A row may store as many entries as there are columns.
        index_fits::<I>(self.dense.columns())?;
        capacity(Operand::Output, self.dense.rows(), self.counts.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for RowNnz<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        for (row, count) in self.counts.iter_mut().enumerate().take(self.dense.rows()) {
            *count = I::from_usize(count_nonzero(self.dense.row(row)));
        }
    }
}

/// The structure call of [`dense_to_csr`](super::dense_to_csr()): the number of elements `!= 0` of each row.
///
/// Written to `indptr[1..]` with `indptr[0] = 0`, they become pointers by [`accumulate_indptr`].
///
/// # Errors
/// [`KernelError::Index`] if a count of all columns does not fit the index type, [`KernelError::Capacity`] if `counts`
/// is shorter than the rows.
#[inline]
pub fn dense_row_nnz<V: Value, I: Index>(dense: Dense<'_, V>, counts: &mut [I]) -> Result<(), KernelError> {
    <V as OfValue<V>>::dense_row_nnz::<I>(RowNnz { dense, counts }, How::CALL)
}

/// Turns counts into pointers: `indptr[r] = indptr[0] + ... + indptr[r]`. Gives the last one, the number of stored
/// entries.
///
/// # Errors
/// [`KernelError::Index`] if a pointer does not fit the index type; then nothing is written.
///
/// ```
/// let mut indptr = [0, 2, 0, 3];
/// assert_eq!(lacuna::cast::accumulate_indptr(&mut indptr)?, 5);
/// assert_eq!(indptr, [0, 2, 2, 5]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn accumulate_indptr<I: Index>(indptr: &mut [I]) -> Result<usize, KernelError> {
    let mut total = 0_usize;
    for place in 0..indptr.len() {
        let next = total.saturating_add(indptr[place].to_usize());
        if next > I::MAX {
            return Err(too_many(indptr, place));
        }
        indptr[place] = I::from_usize(next);
        total = next;
    }
    Ok(total)
}

/// Turns the first `done` pointers into counts again, and says what all counts come to.
#[cold]
fn too_many<I: Index>(indptr: &mut [I], done: usize) -> KernelError {
    for place in (1..done).rev() {
        indptr[place] = I::from_usize(indptr[place].to_usize() - indptr[place - 1].to_usize());
    }
    KernelError::Index {
        needed: indptr.iter().fold(0, |total, count| total.saturating_add(count.to_usize())),
        max: I::MAX,
    }
}

/// The arguments of [`dense_to_csr`].
#[derive(Debug)]
pub struct DenseToCsr<'a, V, I> {
    /// R x C.
    pub dense: Dense<'a, V>,
    /// R x C, of the right pointers.
    pub out: CsrMut<'a, V, I>,
}
unsigned! { [V] DenseToCsr [V] [] { dense; out } }

impl<V: Value, I: Index> Body for DenseToCsr<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.dense.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.dense.columns(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self)
    }
}

impl<V: Value, I: Index> Work for DenseToCsr<'_, V, I> {
    type Output = Result<(), KernelError>;
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> Result<(), KernelError> {
        let Self { dense, mut out } = self;
        for row in 0..dense.rows().min(out.rows()) {
            let (indices, values) = out.row_mut(row);
            let mut stored = 0;
            for_each_nonzero(dense.row(row), |column, value| {
                if let (Some(index), Some(to)) = (indices.get_mut(stored), values.get_mut(stored)) {
                    (*index, *to) = (I::from_usize(column), value);
                }
                stored += 1;
            });
            if stored != indices.len() {
                return Err(KernelError::Pattern {
                    operand: Operand::Output,
                    row,
                    expected: stored,
                    found: indices.len(),
                });
            }
        }
        Ok(())
    }
}

impl<V: Value, I: Index> Split for DenseToCsr<'_, V, I> {
    split_fields!((dense, out));
}

/// Dense to csr: the elements `!= 0` of each row, columns ascending.
///
/// - Shapes: `dense` R x C, `out` R x C.
/// - In two passes: [`dense_row_nnz`](super::dense_row_nnz()) into `indptr[1..]`,
///   [`accumulate_indptr`](super::accumulate_indptr()), then this into columns and values of the exact length. For one
///   pass see [`dense_to_csr_one_pass`](super::dense_to_csr_one_pass()).
/// - Values are copied bit for bit. NaN, infinities and subnormals are stored, -0.0 is not.
/// - Cost: one read of the dense matrix a pass.
/// - Parts: rows of both; [`DenseToCsr`] [splits](crate::Split) them.
/// - Source: MXNet `cast_storage(default -> csr)`.
///
/// # Errors
/// [`KernelError::Shape`], with nothing written; [`KernelError::Pattern`] at the first row of which the dense matrix
/// has more or fewer elements `!= 0` than `indptr` says, with the rows before it, and a part of it, written.
///
/// ```
/// use lacuna::{CsrMut, Dense, cast};
/// let dense = Dense::new(2, 3, &[0.0_f32, 5.0, -0.0, 6.0, 0.0, 7.0])?;
/// let mut indptr = [0_i64; 3];
/// cast::dense_row_nnz(dense, &mut indptr[1..])?;
/// let nnz = cast::accumulate_indptr(&mut indptr)?;
/// let (mut indices, mut values) = (vec![0; nnz], vec![0.0; nnz]);
/// cast::dense_to_csr(dense, CsrMut::new(2, 3, &indptr, &mut indices, &mut values)?)?;
/// assert_eq!((indptr, &indices[..], &values[..]), ([0, 1, 3], &[1, 0, 2][..], &[5.0, 6.0, 7.0][..]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("cast_storage", "cusparseDenseToSparse_convert", "to_sparse_csr"))]
#[inline]
pub fn dense_to_csr<V: Value, I: Index>(dense: Dense<'_, V>, out: CsrMut<'_, V, I>) -> Result<(), KernelError> {
    DenseToCsr { dense, out }.call()
}
