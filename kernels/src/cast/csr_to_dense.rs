//! Csr to dense: the stored values at their places, +0.0 elsewhere.
//!
//! - Shapes: csr R x C to dense R x C, overwritten.
//! - Values are copied bit for bit; an explicit zero stays what it is.
//! - Cost: one write of the dense matrix. A large one is made piece by piece in a buffer on the stack and streamed out, so that it is not read first.
//! - Part of the output: a row range of both.
//! - Source: MXNet `cast_storage(csr -> default)`.
use crate::dispatch::{Simd, multiversion};
use crate::error::{KernelError, Operand, expect};
use crate::{Csr, DenseMut, Index, Value, processor};

/// Elements made at a time before they are streamed out.
const PIECE: usize = 512;

#[inline(always)]
fn body<L: Simd, V: Value, I: Index>(_simd: L, csr: Csr<V, I>, mut out: DenseMut<V>) -> Result<(), KernelError> {
    expect(Operand::Output, 0, csr.rows(), out.rows())?;
    expect(Operand::Output, 1, csr.columns(), out.columns())?;
    let stream = out.nbytes() >= processor::STREAM_BYTES;
    for row in 0..csr.rows() {
        let (indices, values) = csr.row(row);
        let out = out.row_mut(row);
        if !stream || !streamed(indices, values, out) {
            scattered(indices, values, out);
        }
    }
    if stream {
        processor::stream_fence();
    }
    Ok(())
}

#[inline(always)]
fn scattered<V: Value, I: Index>(indices: &[I], values: &[V], out: &mut [V]) {
    out.fill(V::ZERO);
    for (index, &value) in indices.iter().zip(values) {
        if let Some(to) = out.get_mut(index.to_usize()) {
            *to = value;
        }
    }
}

/// False if the columns are not ascending, which a trusted view may have: then the row is not complete.
#[inline(always)]
fn streamed<V: Value, I: Index>(indices: &[I], values: &[V], out: &mut [V]) -> bool {
    let mut piece = [V::ZERO; PIECE];
    let mut next = 0;
    for (number, out) in out.chunks_mut(PIECE).enumerate() {
        let start = number * PIECE;
        let first = next;
        while let (Some(index), Some(&value)) = (indices.get(next), values.get(next)) {
            let Some(to) = piece.get_mut(index.to_usize().wrapping_sub(start)) else { break };
            *to = value;
            next += 1;
        }
        processor::stream(out, &piece);
        for index in &indices[first..next] {
            if let Some(to) = piece.get_mut(index.to_usize().wrapping_sub(start)) {
                *to = V::ZERO;
            }
        }
    }
    next == indices.len()
}

multiversion! {
    /// Writes a csr as a dense matrix of the same shape.
    ///
    /// Source: MXNet `cast_storage(csr -> default)`.
    ///
    /// # Errors
    /// [`KernelError::Shape`]; then nothing is written.
    ///
    /// ```
    /// use lacuna::{Csr, DenseMut, cast};
    /// let csr = Csr::new(2, 2, &[0, 1, 1], &[1], &[5.0_f32])?;
    /// let mut out = [9.0; 4];
    /// cast::csr_to_dense(csr, DenseMut::new(2, 2, &mut out)?)?;
    /// assert_eq!(out, [0.0, 5.0, 0.0, 0.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn csr_to_dense / scalar_csr_to_dense [V: Value, I: Index] (csr: Csr<'_, V, I>, out: DenseMut<'_, V>) -> Result<(), KernelError> = body;
}
