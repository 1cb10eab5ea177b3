use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{DenseMut, Value};

/// The arguments of [`repeat_columns`].
#[derive(Debug)]
pub struct RepeatColumns<'a, V> {
    /// Of C values.
    pub values: &'a [V],
    /// R x C.
    pub out: DenseMut<'a, V>,
}

impl<V: Value> Body for RepeatColumns<'_, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 1, self.values.len(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value> Work for RepeatColumns<'_, V> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { values, mut out } = self;
        // Rows that take no memory may be any number.
        let rows = if out.columns() == 0 { 0 } else { out.rows() };
        for row in 0..rows {
            for (to, &value) in out.row_mut(row).iter_mut().zip(values) {
                *to = value;
            }
        }
    }
}

impl<V: Value> Split for RepeatColumns<'_, V> {
    split_fields!((out), values);
}

/// `out[r, c] = values[c]`: the gradient of the sums of columns.
///
/// - Shapes: `values` of C values, `out` R x C. For a row_sparse result, the matrix of its stored rows.
/// - Values are copied bit for bit.
/// - Cost: one write of `out`. Parts: rows; [`RepeatColumns`] [splits](crate::Split) them.
/// - Source: MXNet `backward_sum` with `axis=0`.
///
/// # Errors
/// [`KernelError::Shape`] if `out` has another number of columns; then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, reduce};
/// let mut out = [9.0; 4];
/// reduce::repeat_columns(&[1.0_f32, 2.0], DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [1.0, 2.0, 1.0, 2.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "backward_sum")]
#[inline]
pub fn repeat_columns<V: Value>(values: &[V], out: DenseMut<'_, V>) -> Result<(), KernelError> {
    RepeatColumns { values, out }.call()
}
