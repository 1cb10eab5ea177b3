//! Reductions of each column of a csr.
use super::reduction::{Reduction, Term, finish};
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::Body;
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Csr, Index, Value, order, processor};
use core::marker::PhantomData;

/// The arguments of a reduction of each column of a csr.
#[derive(Debug)]
pub struct CsrColumns<'a, R, V, I> {
    /// Which one.
    pub reduction: R,
    /// R x C.
    pub a: Csr<'a, V, I>,
    /// Scratch of [`csr_columns_scratch`].
    pub scratch: &'a mut [V],
    /// Of C values.
    pub out: &'a mut [V],
}

/// What a column's sum is, one after the other in memory: that of the block at work, what it has lost, the total of the blocks before, and the number of terms of the block. What the total has
/// lost, which is seldom needed, waits in the result; for those where zeros count, the number of its blocks.
const STATE: usize = 4;

/// Values of scratch for the reduction of so many columns of a csr.
///
/// ```
/// assert_eq!(lacuna::reduce::csr_columns_scratch(100), 400);
/// ```
#[must_use]
pub const fn csr_columns_scratch(columns: usize) -> usize {
    columns.saturating_mul(STATE)
}

impl<R: Reduction, V: Value, I: Index> Body for CsrColumns<'_, R, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.a.columns(), self.out.len())?;
        capacity(Operand::Scratch, csr_columns_scratch(self.a.columns()), self.scratch.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { a, scratch, out, .. } = self;
        levels.run(Sums::<R::Term, V, I> { a, scratch, out: &mut *out, term: PhantomData });
        finish::<R, V>(out, a.rows());
        Ok(())
    }
}

struct Sums<'a, T, V, I> {
    a: Csr<'a, V, I>,
    scratch: &'a mut [V],
    out: &'a mut [V],
    term: PhantomData<T>,
}

/// Entries between the one in work and the one whose state is prefetched.
const DISTANCE: usize = 32;

impl<T: Term, V: Value, I: Index> Work for Sums<'_, T, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, scratch, out, .. } = self;
        let states = scratch.as_chunks_mut::<STATE>().0;
        let columns = states.len().min(out.len());
        let (states, out) = (&mut states[..columns], &mut out[..columns]);
        states.fill([T::start(), V::ZERO, T::start(), V::ZERO]);
        out.fill(V::ZERO);
        let (indices, values) = a.stored();
        if processor::PREFETCHES && size_of_val(states) >= processor::PREFETCH_BYTES {
            entries::<T, V, I, true>(indices, values, states, out);
        } else {
            entries::<T, V, I, false>(indices, values, states, out);
        }
        let rows = a.rows();
        let all = (V::of_count(rows / order::BLOCK), V::of_count(rows % order::BLOCK));
        for (to, &[sum, _, total, terms]) in out.iter_mut().zip(&*states) {
            if T::ZEROS_COUNT {
                let stored = (*to, terms);
                let of_stored = T::add(total, V::ZERO, sum).0;
                *to = if stored < all { T::with_zeros(of_stored) } else { of_stored };
                continue;
            }
            // Most columns have but one block, and a block without terms is none: to add its zero would change the total.
            *to = if total == V::ZERO && *to == V::ZERO {
                sum
            } else if terms == V::ZERO {
                total
            } else {
                T::add(total, *to, sum).0
            };
        }
    }
}

/// Adds each entry to its column: rows come in order, so its terms do.
#[inline(always)]
fn entries<T: Term, V: Value, I: Index, const PREFETCH: bool>(indices: &[I], values: &[V], states: &mut [[V; STATE]], out: &mut [V]) {
    let block = V::of_count(order::BLOCK);
    for (k, (index, &value)) in indices.iter().zip(values).enumerate() {
        if PREFETCH && let Some(index) = indices.get(k + DISTANCE) {
            processor::prefetch(states, index.to_usize(), 1);
        }
        let Some(state) = states.get_mut(index.to_usize()) else { continue };
        let [sum, lost, total, terms] = *state;
        let ((sum, lost), terms) = (T::add(sum, lost, T::of(value)), terms + V::ONE);
        *state = [sum, lost, total, terms];
        if terms == block
            && let Some(lost) = out.get_mut(index.to_usize())
        {
            let (total, lost_of_total) = T::add(total, *lost, sum);
            *state = [T::start(), V::ZERO, total, V::ZERO];
            *lost = if T::ZEROS_COUNT { *lost + V::ONE } else { lost_of_total };
        }
    }
}

/// Stays whole: a part would go through all entries.
impl<R: Reduction, V: Value, I: Index> Split for CsrColumns<'_, R, V, I> {
    fn rows(&self) -> usize {
        self.out.len().min(1)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { reduction, a, scratch, out } = self;
        let (top, rest) = out.split_at_mut(if row == 0 { 0 } else { out.len() });
        let (scratch_top, scratch_rest) = scratch.split_at_mut(if row == 0 { 0 } else { scratch.len() });
        (Self { reduction, a, scratch: scratch_top, out: top }, Self { reduction, a, scratch: scratch_rest, out: rest })
    }
}
