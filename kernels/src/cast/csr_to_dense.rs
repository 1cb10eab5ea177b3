use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Csr, DenseMut, Index, Number, processor};

/// Elements made at a time before they are streamed out.
const PIECE: usize = 512;

/// The arguments of [`csr_to_dense`].
#[derive(Debug)]
pub struct CsrToDense<'a, V, I> {
    /// R x C.
    pub csr: Csr<'a, V, I>,
    /// R x C.
    pub out: DenseMut<'a, V>,
}
unsigned! { [V] CsrToDense [V] [] { out; csr } }

impl<V: Number, I: Index> Body for CsrToDense<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.csr.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.csr.columns(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Number, I: Index> Work for CsrToDense<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { csr, mut out } = self;
        if out.nbytes() < processor::STREAM_BYTES {
            for row in 0..csr.rows() {
                let (indices, values) = csr.row(row);
                scattered(indices, values, out.row_mut(row));
            }
            return;
        }
        for row in 0..csr.rows() {
            let (indices, values) = csr.row(row);
            // A row that is streamed is written once: nothing may touch it before the fence.
            if ascends(indices) {
                streamed(indices, values, out.row_mut(row));
            } else {
                scattered(indices, values, out.row_mut(row));
            }
        }
        processor::stream_fence();
    }
}

impl<V: Number, I: Index> Split for CsrToDense<'_, V, I> {
    split_fields!((out, csr));
}

#[inline(always)]
fn scattered<V: Number, I: Index>(indices: &[I], values: &[V], out: &mut [V]) {
    out.fill(V::ZERO);
    for (index, &value) in indices.iter().zip(values) {
        if let Some(to) = out.get_mut(index.to_usize()) {
            *to = value;
        }
    }
}

/// True for columns as a csr has them; a trusted one may have others.
#[inline(always)]
fn ascends<I: Index>(indices: &[I]) -> bool {
    indices.windows(2).all(|pair| pair[0].to_usize() < pair[1].to_usize())
}

#[inline(always)]
fn streamed<V: Number, I: Index>(indices: &[I], values: &[V], out: &mut [V]) {
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
}

/// Csr to dense: the stored values at their places, +0.0 elsewhere.
///
/// - Shapes: `csr` R x C, `out` R x C, overwritten.
/// - Values are copied bit for bit; an explicit zero stays what it is.
/// - Cost: one write of the dense matrix. A large one is made piece by piece in a buffer on the stack and streamed out,
///   so that it is not read first.
/// - Parts: rows of both; [`CsrToDense`] [splits](crate::Split) them.
/// - Source: MXNet `cast_storage(csr -> default)`.
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
#[doc(alias("cast_storage", "cusparseSparseToDense", "toarray", "to_dense"))]
#[inline]
pub fn csr_to_dense<V: Number, I: Index>(csr: Csr<'_, V, I>, out: DenseMut<'_, V>) -> Result<(), KernelError> {
    CsrToDense { csr, out }.call()
}
