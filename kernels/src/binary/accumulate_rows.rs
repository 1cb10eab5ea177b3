//! One term of a sum of arrays: dense, row_sparse, or broadcast.
use crate::dispatch::Level;
use crate::error::{KernelError, Operand};
use crate::kernel::{Body, Kernel};
use crate::order::add;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::view::RowOf;
use crate::{Broadcast, DenseMut, Index, Value};

/// The arguments of [`accumulate_rows`].
#[derive(Debug)]
pub struct AccumulateRows<'a, V, I> {
    /// What is added.
    pub input: Broadcast<'a, V, I>,
    /// R x C, what was summed before.
    pub sum: DenseMut<'a, V>,
}
unsigned! { [V] AccumulateRows [V] [] { sum; input } }

impl<V: Value, I: Index> Body for AccumulateRows<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        self.input.check(Operand::Input, self.sum.rows(), self.sum.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for AccumulateRows<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { input, mut sum } = self;
        // There may be any number of rows without elements.
        if sum.nbytes() == 0 {
            return;
        }
        if let Broadcast::RowSparse(stored) = input {
            for k in 0..stored.stored_rows() {
                add_row(sum.row_mut(stored.row_of(k)), RowOf::Each(stored.stored_row(k)));
            }
            return;
        }
        let input = input.by_rows();
        for row in 0..sum.rows() {
            add_row(sum.row_mut(row), input.row(row));
        }
    }
}

#[inline(always)]
fn add_row<V: Value>(to: &mut [V], terms: RowOf<V>) {
    match terms {
        RowOf::Each(terms) => to.iter_mut().zip(terms).for_each(|(to, &term)| *to = add(*to, term)),
        RowOf::Same(term) => to.iter_mut().for_each(|to| *to = add(*to, term)),
    }
}

impl<V: Value, I: Index> Split for AccumulateRows<'_, V, I> {
    split_fields!((sum, input));
}

/// Adds dense rows, or those that are stored, to a dense sum: `sum[r, c] = sum[r, c] + input[r, c]`.
///
/// - Shapes: `sum` dense R x C, updated in place; `input` any [`Broadcast`] of that shape.
/// - Order: as [`accumulate_csr`](super::accumulate_csr()). Rows that a row_sparse `input` does not store stay as they
///   are.
/// - Cost: one read of what is stored, one access of the sum for each element.
/// - Parts: rows; [`AccumulateRows`] [splits](crate::Split) them.
/// - Source: MXNet `add_n` of mixed storage, which casts all inputs to dense where they are fewer than five.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, binary};
/// let input = RowSparse::new(2, 2, &[1], &[5.0_f32, 6.0])?;
/// let mut sum = [1.0, 2.0, 3.0, 4.0];
/// binary::accumulate_rows(input.into(), DenseMut::new(2, 2, &mut sum)?)?;
/// assert_eq!(sum, [1.0, 2.0, 8.0, 10.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "add_n")]
#[inline]
pub fn accumulate_rows<V: Value, I: Index>(
    input: Broadcast<'_, V, I>,
    sum: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    AccumulateRows { input, sum }.call()
}
