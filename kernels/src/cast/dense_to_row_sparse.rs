//! Dense to row_sparse: the rows that have an element `!= 0`.
//!
//! - Shapes: dense R x L (an array of a higher rank counts as L = the product of its trailing dimensions) to row_sparse R x L.
//! - A kept row is copied bit for bit, with its -0.0.
//! - Cost: one read of the dense matrix to find the rows, one copy of those kept.
//! - Part of the output: [`dense_row_ids`] takes the number of the first row of its part.
//! - Source: MXNet `cast_storage(default -> row_sparse)`.
use super::is_stored;
use crate::dispatch::{Simd, multiversion};
use crate::error::{KernelError, Operand, capacity, expect};
use crate::{Dense, Index, RowSparseMut, Value};

#[inline(always)]
fn has_nonzero<V: Value>(row: &[V]) -> bool {
    let (chunks, rest) = row.as_chunks::<16>();
    chunks.iter().any(|chunk| V::nonzero_mask(chunk) != 0) || rest.iter().any(|&value| is_stored(value))
}

#[inline(always)]
fn ids_body<L: Simd, V: Value, I: Index>(_simd: L, dense: Dense<V>, first_row: usize, ids: &mut [I]) -> Result<usize, KernelError> {
    // The last id must fit the index type.
    capacity(Operand::Ids, first_row.saturating_add(dense.rows()).saturating_sub(1), I::MAX)?;
    // There may be any number of rows without elements.
    let rows = if dense.columns() == 0 { 0 } else { dense.rows() };
    let mut stored = 0;
    for row in 0..rows {
        if has_nonzero(dense.row(row)) {
            if let Some(id) = ids.get_mut(stored) {
                *id = I::from_usize(first_row.wrapping_add(row));
            }
            stored += 1;
        }
    }
    capacity(Operand::Ids, stored, ids.len())?;
    Ok(stored)
}

multiversion! {
    /// The structure call of [`dense_to_row_sparse`](super::dense_to_row_sparse()): writes the numbers of the rows with an element `!= 0`, counted from
    /// `first_row`, and gives how many there are.
    ///
    /// # Errors
    /// [`KernelError::Capacity`] with the needed length; `ids` then holds the first ones. `rows` is always enough.
    pub fn dense_row_ids / scalar_dense_row_ids [V: Value, I: Index] (
        dense: Dense<'_, V>,
        first_row: usize,
        ids: &mut [I],
    ) -> Result<usize, KernelError> = ids_body;
}

#[inline(always)]
fn copy_body<L: Simd, V: Value, I: Index>(_simd: L, dense: Dense<V>, mut out: RowSparseMut<V, I>) -> Result<(), KernelError> {
    expect(Operand::Output, 0, dense.rows(), out.rows())?;
    expect(Operand::Output, 1, dense.columns(), out.row_length())?;
    for k in 0..out.stored_rows() {
        let row = out.as_row_sparse().row_of(k);
        let from = dense.row(row);
        let to = out.stored_row_mut(k);
        if from.len() == to.len() {
            to.copy_from_slice(from);
        }
    }
    Ok(())
}

multiversion! {
    /// Copies the rows that `out` stores from a dense matrix. The ids of `out` come from [`dense_row_ids`](super::dense_row_ids()).
    ///
    /// Source: MXNet `cast_storage(default -> row_sparse)`.
    ///
    /// # Errors
    /// [`KernelError::Shape`]; then nothing is written.
    ///
    /// ```
    /// use lacuna::{Dense, RowSparseMut, cast};
    /// let dense = Dense::new(3, 2, &[0.0_f32, 0.0, 1.0, 0.0, 0.0, -0.0])?;
    /// let mut ids = [0_i32; 3];
    /// let stored = cast::dense_row_ids(dense, 0, &mut ids)?;
    /// let mut data = [9.0; 2];
    /// cast::dense_to_row_sparse(dense, RowSparseMut::new(3, 2, &ids[..stored], &mut data)?)?;
    /// assert_eq!((&ids[..stored], data), (&[1][..], [1.0, 0.0]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn dense_to_row_sparse / scalar_dense_to_row_sparse [V: Value, I: Index] (
        dense: Dense<'_, V>,
        out: RowSparseMut<'_, V, I>,
    ) -> Result<(), KernelError> = copy_body;
}
