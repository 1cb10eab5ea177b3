//! Row_sparse to dense: the stored rows at their places, +0.0 elsewhere.
//!
//! - Shapes: row_sparse R x L to dense R x L, overwritten.
//! - Rows are copied bit for bit.
//! - Cost: one write of the dense matrix, streamed if it is large, and one read of the stored rows.
//! - Part of the output: a row range of both.
//! - Source: MXNet `cast_storage(row_sparse -> default)`.
use crate::dispatch::{Simd, multiversion};
use crate::error::{KernelError, Operand, expect};
use crate::{DenseMut, Index, RowSparse, Value, processor};

#[inline(always)]
fn body<L: Simd, V: Value, I: Index>(_simd: L, input: RowSparse<V, I>, mut out: DenseMut<V>) -> Result<(), KernelError> {
    expect(Operand::Output, 0, input.rows(), out.rows())?;
    expect(Operand::Output, 1, input.row_length(), out.columns())?;
    let nbytes = out.nbytes();
    // There may be any number of rows without elements.
    if nbytes == 0 {
        return Ok(());
    }
    let stream = nbytes >= processor::STREAM_BYTES;
    let mut next = 0;
    for row in 0..input.rows() {
        let to = out.row_mut(row);
        if input.row_of(next) == row {
            let from = input.stored_row(next);
            next += 1;
            if stream {
                processor::stream(to, from);
            } else {
                to.copy_from_slice(from);
            }
        } else if stream {
            processor::stream_zeros(to);
        } else {
            to.fill(V::ZERO);
        }
    }
    if stream {
        processor::stream_fence();
    }
    Ok(())
}

multiversion! {
    /// Writes a row_sparse array as a dense matrix of the same shape.
    ///
    /// Source: MXNet `cast_storage(row_sparse -> default)`.
    ///
    /// # Errors
    /// [`KernelError::Shape`]; then nothing is written.
    ///
    /// ```
    /// use lacuna::{DenseMut, RowSparse, cast};
    /// let input = RowSparse::new(3, 2, &[1], &[1.0_f32, 2.0])?;
    /// let mut out = [9.0; 6];
    /// cast::row_sparse_to_dense(input, DenseMut::new(3, 2, &mut out)?)?;
    /// assert_eq!(out, [0.0, 0.0, 1.0, 2.0, 0.0, 0.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn row_sparse_to_dense / scalar_row_sparse_to_dense [V: Value, I: Index] (
        input: RowSparse<'_, V, I>,
        out: DenseMut<'_, V>,
    ) -> Result<(), KernelError> = body;
}
