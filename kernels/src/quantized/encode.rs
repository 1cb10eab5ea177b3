use super::affine::{Range, encode_row};
use super::check_scales;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Dense, DenseMut, Value};

/// The arguments of [`encode`].
#[derive(Debug)]
pub struct Encode<'a, V> {
    /// R x L.
    pub dense: Dense<'a, V>,
    /// R x L.
    pub codes: DenseMut<'a, u8>,
    /// R x 2.
    pub scales: DenseMut<'a, V>,
}

impl<V: Value> Body for Encode<'_, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Codes, 0, self.dense.rows(), self.codes.rows())?;
        expect(Operand::Codes, 1, self.dense.columns(), self.codes.columns())?;
        check_scales(self.dense.rows(), self.scales.as_dense())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value> Work for Encode<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { dense, mut codes, mut scales } = self;
        // There may be any number of rows without elements.
        if codes.columns() == 0 {
            return (0..scales.rows()).for_each(|k| scales.row_mut(k).fill(V::ZERO));
        }
        for (k, row) in dense.iter().enumerate() {
            let mut range = Range::EMPTY;
            range.add_row(row);
            let affine = range.affine();
            affine.write(scales.row_mut(k));
            encode_row(row, affine, codes.row_mut(k));
        }
    }
}

impl<V: Value> Split for Encode<'_, V> {
    split_fields!((dense, codes, scales));
}

/// The nearest codes of each row: `scale = (max - min) / 255`, `offset = min`, `code = rint((x - offset) / scale)`.
///
/// - Shapes: `dense` R x L; `codes` dense R x L and `scales` dense R x 2, overwritten. Rows without elements have zeros
///   as scales.
/// - The least number of a row is kept as it is, but -0.0 as 0.0; every other one is off by at most `scale / 2` and the
///   roundings of a product and a sum. Where all are the same, the scale is 0. A row with an infinity or NaN, or
///   numbers further from each other than the largest of the type, decodes to NaN as a whole.
/// - Decoded rows have the same codes again, unless roundings move the scale.
/// - Cost: two reads of each row, the second from the cache, and one write of the codes.
/// - Parts: rows; [`Encode`] [splits](crate::Split) them.
/// - No such operator in MXNet's sparse subsystem; FBGEMM's `FloatToFused8BitRowwiseQuantized`, which multiplies by a
///   rounded `255 / (max - min + 1e-8)`.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, quantized};
/// let dense = Dense::new(2, 3, &[0.0_f32, 25.5, 10.0, -1.0, -1.0, -1.0])?;
/// let (mut codes, mut scales) = ([9; 6], [9.0; 4]);
/// quantized::encode(dense, DenseMut::new(2, 3, &mut codes)?, DenseMut::new(2, 2, &mut scales)?)?;
/// assert_eq!((codes, scales), ([0, 255, 100, 0, 0, 0], [0.1, 0.0, 0.0, -1.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn encode<V: Value>(
    dense: Dense<'_, V>,
    codes: DenseMut<'_, u8>,
    scales: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    Encode { dense, codes, scales }.call()
}
