use super::affine::{Affine, decode_row};
use super::check_scales;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::view::ids_inside;
use crate::{Dense, DenseMut, Index, Value, processor};

/// The arguments of [`lookup`].
#[derive(Debug)]
pub struct QuantizedLookup<'a, V, I> {
    /// Rows of the weight.
    pub ids: &'a [I],
    /// R x L.
    pub codes: Dense<'a, u8>,
    /// R x 2.
    pub scales: Dense<'a, V>,
    /// As many rows as ids, of L elements.
    pub out: DenseMut<'a, V>,
}

impl<V: Value, I: Index> Body for QuantizedLookup<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check_scales(self.codes.rows(), self.scales)?;
        expect(Operand::Output, 0, self.ids.len(), self.out.rows())?;
        expect(Operand::Output, 1, self.codes.columns(), self.out.columns())?;
        ids_inside(self.ids, self.codes.rows())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for QuantizedLookup<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { ids, codes, scales, mut out } = self;
        // There may be any number of rows without elements.
        if out.columns() == 0 {
            return;
        }
        let ahead = processor::rows_ahead(codes.columns());
        let prefetch = processor::PREFETCHES && codes.nbytes() >= processor::PREFETCH_BYTES;
        for (k, id) in ids.iter().enumerate() {
            if prefetch && let Some(next) = ids.get(k + ahead) {
                processor::prefetch(codes.data(), next.to_usize().wrapping_mul(codes.stride()), codes.columns());
                processor::prefetch(scales.data(), next.to_usize().wrapping_mul(scales.stride()), 2);
            }
            decode_row(codes.row(id.to_usize()), Affine::of(scales.row(id.to_usize())), out.row_mut(k));
        }
    }
}

impl<V: Value, I: Index> Split for QuantizedLookup<'_, V, I> {
    split_fields!((ids, out), codes, scales);
}

/// The rows of the ids: `out[k, c] = scales[ids[k], 0] * codes[ids[k], c] + scales[ids[k], 1]`.
///
/// - Shapes: `ids` a slice of any length n, in any order and repeated; `codes` dense R x L; `scales` dense R x 2; `out`
///   dense n x L, overwritten.
/// - Bits: those of [`embedding::lookup`](crate::embedding::lookup()) in the [decoded](super::decode()) matrix, and its
///   gradients.
/// - Cost: a read of the ids for the check, then of a row of codes and a scale for each, prefetched, and one write of
///   `out`.
/// - Parts: rows of `out`; [`QuantizedLookup`] [splits](crate::Split) them.
/// - No such operator in MXNet; PyTorch's `quantized::embedding_byte`.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Ids`] for the first id that is no row; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, quantized};
/// let (codes, scales) = (Dense::new(2, 2, &[0_u8, 255, 7, 8])?, Dense::new(2, 2, &[0.5_f32, -1.0, 2.0, 0.0])?);
/// let mut out = [9.0; 4];
/// quantized::lookup(&[1, 0], codes, scales, DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [14.0, 16.0, -1.0, 126.5]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn lookup<V: Value, I: Index>(
    ids: &[I],
    codes: Dense<'_, u8>,
    scales: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    QuantizedLookup { ids, codes, scales, out }.call()
}
