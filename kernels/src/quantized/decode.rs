use super::affine::{Affine, decode_row};
use super::check_scales;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Dense, DenseMut, Value};

/// The arguments of [`decode`].
#[derive(Debug)]
pub struct Decode<'a, V> {
    /// R x L.
    pub codes: Dense<'a, u8>,
    /// R x 2.
    pub scales: Dense<'a, V>,
    /// R x L.
    pub out: DenseMut<'a, V>,
}

impl<V: Value> Body for Decode<'_, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check_scales(self.codes.rows(), self.scales)?;
        expect(Operand::Output, 0, self.codes.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.codes.columns(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value> Work for Decode<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { codes, scales, mut out } = self;
        // There may be any number of rows without elements.
        if out.columns() == 0 {
            return;
        }
        for (k, (codes, scales)) in codes.iter().zip(scales.iter()).enumerate() {
            decode_row(codes, Affine::of(scales), out.row_mut(k));
        }
    }
}

impl<V: Value> Split for Decode<'_, V> {
    split_fields!((out, codes, scales));
}

/// The matrix of codes and scales: `out[r, c] = scales[r, 0] * codes[r, c] + scales[r, 1]`.
///
/// - Shapes: `codes` dense R x L; `scales` dense R x 2; `out` dense R x L, overwritten.
/// - The product is rounded, then the sum.
/// - Cost: a read of codes and scales, and one write of `out`.
/// - Parts: rows; [`Decode`] [splits](crate::Split) them.
/// - No such operator in MXNet's sparse subsystem; FBGEMM's `Fused8BitRowwiseQuantizedToFloat`.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, quantized};
/// let (codes, scales) = (Dense::new(1, 3, &[0_u8, 1, 255])?, Dense::new(1, 2, &[0.5_f32, -1.0])?);
/// let mut out = [9.0; 3];
/// quantized::decode(codes, scales, DenseMut::new(1, 3, &mut out)?)?;
/// assert_eq!(out, [-1.0, -0.5, 126.5]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn decode<V: Value>(codes: Dense<'_, u8>, scales: Dense<'_, V>, out: DenseMut<'_, V>) -> Result<(), KernelError> {
    Decode { codes, scales, out }.call()
}
