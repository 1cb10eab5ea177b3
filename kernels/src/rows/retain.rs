//! The rows asked for: `out[ids[k], :] = data[ids[k], :]`, zero where data does not store that row.
//!
//! - Shapes: data row_sparse R x L; out row_sparse R x L whose ids are those of [`retain_ids`].
//! - Structure: exactly the ids asked for, which must be ascending and distinct; none at all if data stores no row (as in the peer).
//! - Rows are copied bit for bit.
//! - Cost: O(ids * L); a search by doubling steps for each id.
//! - Source: MXNet `sparse_retain`, which takes ids in any order, and out of range.
use super::Finder;
use crate::dispatch::{Simd, multiversion};
use crate::error::{KernelError, Operand, expect};
use crate::view::first_fault;
use crate::{Index, RowSparse, RowSparseMut, Value, processor};

/// The structure call of [`retain`]: checks the ids asked for and gives those that the result stores.
///
/// # Errors
/// [`KernelError::Ids`] for the first id that is negative, not below the number of rows, or not above the one before it.
pub fn retain_ids<'i, V: Value, I: Index>(data: RowSparse<'_, V, I>, ids: &'i [I]) -> Result<&'i [I], KernelError> {
    match first_fault(ids, data.rows()) {
        Some((entry, fault, expected, found)) => Err(KernelError::Ids { entry, fault, expected, found }),
        None if data.stored_rows() == 0 => Ok(&[]),
        None => Ok(ids),
    }
}

#[inline(always)]
fn body<L: Simd, V: Value, I: Index>(_simd: L, data: RowSparse<V, I>, mut out: RowSparseMut<V, I>) -> Result<(), KernelError> {
    expect(Operand::Output, 0, data.rows(), out.rows())?;
    expect(Operand::Output, 1, data.row_length(), out.row_length())?;
    let stream = out.stored_rows() * out.row_length() * size_of::<V>() >= processor::STREAM_BYTES;
    let finder = Finder::new(data);
    for k in 0..out.stored_rows() {
        let row = out.as_row_sparse().row_of(k);
        let to = out.stored_row_mut(k);
        match finder.find(row) {
            Some(stored) if stream => processor::stream(to, data.stored_row(stored)),
            Some(stored) => to.copy_from_slice(data.stored_row(stored)),
            None => to.fill(V::ZERO),
        }
    }
    if stream {
        processor::stream_fence();
    }
    Ok(())
}

multiversion! {
    /// Copies the rows that `out` stores from `data`; rows that `data` does not store become zero. The ids of `out` come from [`retain_ids`].
    ///
    /// Source: MXNet `sparse_retain`.
    ///
    /// # Errors
    /// [`KernelError::Shape`]; then nothing is written.
    ///
    /// ```
    /// use lacuna::{RowSparse, RowSparseMut, rows};
    /// let data = RowSparse::new(9, 2, &[1, 4], &[1.0_f32, 2.0, 3.0, 4.0])?;
    /// let ids = rows::retain_ids(data, &[4, 8])?;
    /// let mut kept = [9.0; 4];
    /// rows::retain(data, RowSparseMut::new(9, 2, ids, &mut kept)?)?;
    /// assert_eq!(kept, [3.0, 4.0, 0.0, 0.0]);
    /// assert!(rows::retain_ids(data, &[4, 4]).is_err());
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn retain / scalar_retain [V: Value, I: Index] (data: RowSparse<'_, V, I>, out: RowSparseMut<'_, V, I>) -> Result<(), KernelError> = body;
}
