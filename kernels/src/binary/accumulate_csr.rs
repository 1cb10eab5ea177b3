//! One term of a sum of arrays: a csr.
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::order::add;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Csr, DenseMut, Index, Value};

/// The arguments of [`accumulate_csr`].
#[derive(Debug)]
pub struct AccumulateCsr<'a, V, I> {
    /// R x C.
    pub input: Csr<'a, V, I>,
    /// R x C, what was summed before.
    pub sum: DenseMut<'a, V>,
}
unsigned! { [V] AccumulateCsr [V] [] { sum; input } }

impl<V: Value, I: Index> Body for AccumulateCsr<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.input.rows(), self.sum.rows())?;
        expect(Operand::Output, 1, self.input.columns(), self.sum.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for AccumulateCsr<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { input, mut sum } = self;
        let rows = sum.rows();
        for (row, (indices, values)) in input.row_slices().enumerate().take(rows) {
            let to = sum.row_mut(row);
            for (index, &term) in indices.iter().zip(values) {
                if let Some(to) = to.get_mut(index.to_usize()) {
                    *to = add(*to, term);
                }
            }
        }
    }
}

impl<V: Value, I: Index> Split for AccumulateCsr<'_, V, I> {
    split_fields!((input, sum));
}

/// Adds the stored entries to a dense sum: `sum[r, c] = sum[r, c] + input[r, c]`.
///
/// - Shapes: `input` csr R x C, `sum` dense R x C, updated in place.
/// - Order: a sum of arrays of any storage is that of [`order`](crate::order): from a `sum` of +0, one call for each
///   array, in their order; this one for csr, [`accumulate_rows`](super::accumulate_rows()) for the others. Elements
///   that an array does not store stay as they are.
/// - Cost: one read of the entries, one access of the sum for each.
/// - Parts: rows; [`AccumulateCsr`] [splits](crate::Split) them.
/// - Source: MXNet `add_n` of mixed storage, which casts all inputs to dense where they are fewer than five.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Csr, DenseMut, binary};
/// let input = Csr::new(2, 2, &[0, 1, 2], &[1, 0], &[5.0_f32, 6.0])?;
/// let mut sum = [1.0, 2.0, 3.0, 4.0];
/// binary::accumulate_csr(input, DenseMut::new(2, 2, &mut sum)?)?;
/// assert_eq!(sum, [1.0, 7.0, 9.0, 4.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "add_n")]
#[inline]
pub fn accumulate_csr<V: Value, I: Index>(input: Csr<'_, V, I>, sum: DenseMut<'_, V>) -> Result<(), KernelError> {
    AccumulateCsr { input, sum }.call()
}
