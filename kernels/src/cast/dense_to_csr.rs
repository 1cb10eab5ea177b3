//! Dense to csr: the elements `!= 0` of each row, columns ascending.
//!
//! - Shapes: dense R x C to csr R x C.
//! - Two ways. In two passes: [`dense_row_nnz`] into `indptr[1..]`, [`accumulate_indptr`], then [`dense_to_csr`] into arrays of the exact length. In one
//!   pass: [`dense_to_csr_one_pass`] into arrays of at least the number of elements `!= 0`, of which it tells how much it used.
//! - Values are copied bit for bit. NaN, infinities and subnormals are stored, -0.0 is not.
//! - Cost: one read of the dense matrix a pass.
//! - Part of the output: `dense_row_nnz` and `dense_to_csr` on row ranges.
//! - Source: MXNet `cast_storage(default -> csr)`.
use super::is_stored;
use crate::dispatch::{Simd, multiversion};
use crate::error::{KernelError, Operand, capacity, expect};
use crate::{CsrMut, Dense, Index, Value};

const CHUNK: usize = 16;

/// Calls `store(column, value)` for the elements `!= 0`, ascending.
#[inline(always)]
fn for_each_nonzero<V: Value>(row: &[V], mut store: impl FnMut(usize, V)) {
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

#[inline(always)]
fn row_nnz_body<L: Simd, V: Value, I: Index>(_simd: L, dense: Dense<V>, counts: &mut [I]) -> Result<(), KernelError> {
    capacity(Operand::Output, dense.rows(), counts.len())?;
    for (row, count) in counts.iter_mut().enumerate().take(dense.rows()) {
        *count = I::from_usize(count_nonzero(dense.row(row)));
    }
    Ok(())
}

multiversion! {
    /// The structure call of [`dense_to_csr`](super::dense_to_csr()): the number of elements `!= 0` of each row.
    ///
    /// Written to `indptr[1..]` with `indptr[0] = 0`, they become pointers by [`accumulate_indptr`].
    ///
    /// # Errors
    /// [`KernelError::Capacity`] if `counts` is shorter than the rows.
    pub fn dense_row_nnz / scalar_dense_row_nnz [V: Value, I: Index] (dense: Dense<'_, V>, counts: &mut [I]) -> Result<(), KernelError> = row_nnz_body;
}

/// Turns counts into pointers: `indptr[r] = indptr[0] + ... + indptr[r]`. Gives the last one, the number of stored entries.
///
/// # Errors
/// [`KernelError::Capacity`] if a pointer does not fit the index type; `indptr` then holds the pointers before it.
///
/// ```
/// let mut indptr = [0, 2, 0, 3];
/// assert_eq!(lacuna::cast::accumulate_indptr(&mut indptr)?, 5);
/// assert_eq!(indptr, [0, 2, 2, 5]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn accumulate_indptr<I: Index>(indptr: &mut [I]) -> Result<usize, KernelError> {
    let mut total = 0_usize;
    for pointer in indptr {
        total = total.saturating_add(pointer.to_usize());
        capacity(Operand::Indptr, total, I::MAX)?;
        *pointer = I::from_usize(total);
    }
    Ok(total)
}

#[inline(always)]
fn fill_body<L: Simd, V: Value, I: Index>(_simd: L, dense: Dense<V>, mut out: CsrMut<V, I>) -> Result<(), KernelError> {
    expect(Operand::Output, 0, dense.rows(), out.rows())?;
    expect(Operand::Output, 1, dense.columns(), out.columns())?;
    for row in 0..dense.rows() {
        let (indices, values) = out.row_mut(row);
        let mut stored = 0;
        for_each_nonzero(dense.row(row), |column, value| {
            if let (Some(index), Some(to)) = (indices.get_mut(stored), values.get_mut(stored)) {
                (*index, *to) = (I::from_usize(column), value);
            }
            stored += 1;
        });
        if stored != indices.len() {
            return Err(KernelError::Pattern { row, expected: stored, found: indices.len() });
        }
    }
    Ok(())
}

multiversion! {
    /// Fills the columns and values of a csr whose `indptr` came from [`dense_row_nnz`](super::dense_row_nnz()) and [`accumulate_indptr`](super::accumulate_indptr()).
    ///
    /// Source: MXNet `cast_storage(default -> csr)`.
    ///
    /// # Errors
    /// [`KernelError::Shape`], with nothing written; [`KernelError::Pattern`] at the first row of which the dense matrix has more or fewer elements
    /// `!= 0` than `indptr` says, with the rows before it, and a part of it, written.
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
    pub fn dense_to_csr / scalar_dense_to_csr [V: Value, I: Index] (dense: Dense<'_, V>, out: CsrMut<'_, V, I>) -> Result<(), KernelError> = fill_body;
}

#[inline(always)]
fn one_pass_body<L: Simd, V: Value, I: Index>(
    _simd: L,
    dense: Dense<V>,
    indptr: &mut [I],
    indices: &mut [I],
    values: &mut [V],
) -> Result<usize, KernelError> {
    capacity(Operand::Indptr, dense.rows().saturating_add(1), indptr.len())?;
    let room = indices.len().min(values.len()).min(I::MAX);
    let (indices, values) = (&mut indices[..room], &mut values[..room]);
    let mut stored = 0;
    indptr[0] = I::from_usize(0);
    for (row, pointer) in indptr[1..].iter_mut().enumerate().take(dense.rows()) {
        for_each_nonzero(dense.row(row), |column, value| {
            if let (Some(index), Some(to)) = (indices.get_mut(stored), values.get_mut(stored)) {
                (*index, *to) = (I::from_usize(column), value);
            }
            stored += 1;
        });
        *pointer = I::from_usize(stored);
    }
    capacity(Operand::Output, stored, room)?;
    Ok(stored)
}

multiversion! {
    /// Dense to csr in one pass, into `indices` and `values` of any sufficient length; gives the number of entries stored.
    ///
    /// `rows * columns` is always enough. `indptr` needs rows + 1.
    ///
    /// # Errors
    /// [`KernelError::Capacity`] with the needed length; what the slices hold is then unspecified.
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
    pub fn dense_to_csr_one_pass / scalar_dense_to_csr_one_pass [V: Value, I: Index] (
        dense: Dense<'_, V>,
        indptr: &mut [I],
        indices: &mut [I],
        values: &mut [V],
    ) -> Result<usize, KernelError> = one_pass_body;
}
