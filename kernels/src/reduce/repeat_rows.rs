use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{DenseMut, Value};

/// The arguments of [`repeat_rows`].
#[derive(Debug)]
pub struct RepeatRows<'a, V> {
    /// Of R values.
    pub values: &'a [V],
    /// R x C.
    pub out: DenseMut<'a, V>,
}

impl<V: Value> Body for RepeatRows<'_, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.values.len(), self.out.rows())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value> Work for RepeatRows<'_, V> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { values, mut out } = self;
        for (row, &value) in values.iter().enumerate() {
            out.row_mut(row).fill(value);
        }
    }
}

impl<V: Value> Split for RepeatRows<'_, V> {
    split_fields!((out, values));
}

/// `out[r, c] = values[r]`: the gradient of the sums of rows.
///
/// - Shapes: `values` of R values, `out` R x C. For a row_sparse result: the values of its stored rows, and the matrix
///   of these.
/// - Values are copied bit for bit.
/// - Cost: one write of `out`. Parts: rows; [`RepeatRows`] [splits](crate::Split) them.
/// - Source: MXNet `backward_sum` with `axis=1`.
///
/// # Errors
/// [`KernelError::Shape`] if `out` has another number of rows; then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, reduce};
/// let mut out = [9.0; 4];
/// reduce::repeat_rows(&[1.0_f32, 2.0], DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [1.0, 1.0, 2.0, 2.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "backward_sum")]
#[inline]
pub fn repeat_rows<V: Value>(values: &[V], out: DenseMut<'_, V>) -> Result<(), KernelError> {
    RepeatRows { values, out }.call()
}
