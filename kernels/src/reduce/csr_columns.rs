//! Reductions of each column of a csr.
use super::reduction::{Reduction, Term, result};
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::{Body, How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::unsigned::unsigned;
use crate::{Csr, Index, Number, Value, order};
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
unsigned! { [R, V] CsrColumns [R V] [] { reduction, scratch, out; a } }

/// Values of a column's state, beside each other in memory: its sum and what that has lost, or its extreme and the
/// number of its entries, of which thousands are counted in the result.
const STATE: usize = 2;

/// Values of scratch for the reduction of so many columns of a csr.
///
/// ```
/// assert_eq!(lacuna::reduce::csr_columns_scratch(100), 200);
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
        levels.run(Sums::<R, V, I> { a: self.a, scratch: self.scratch, out: self.out, reduction: PhantomData });
        Ok(())
    }
}

struct Sums<'a, R, V, I> {
    a: Csr<'a, V, I>,
    scratch: &'a mut [V],
    out: &'a mut [V],
    reduction: PhantomData<R>,
}

impl<R: Reduction, V: Value, I: Index> Work for Sums<'_, R, V, I> {
    type Output = ();
    const WIDEST: bool = false;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, scratch, out, .. } = self;
        let states = scratch.as_chunks_mut::<STATE>().0;
        let columns = states.len().min(out.len());
        let (states, out) = (&mut states[..columns], &mut out[..columns]);
        states.fill(R::Term::to_pair(R::Term::start::<V>(), Number::ZERO));
        let (indices, values) = a.stored();
        if R::Term::ZEROS_COUNT {
            out.fill(V::ZERO);
        }
        entries::<R::Term, V, I>(indices, values, states, out);
        let rows = a.rows();
        let all = (V::of_count(rows / order::BLOCK), V::of_count(rows % order::BLOCK));
        for (to, &state) in out.iter_mut().zip(&*states) {
            let misses_some = R::Term::ZEROS_COUNT && (*to, state[1]) < all;
            *to = result::<R, V>(R::Term::from_pair::<V>(state).0, if misses_some { 0 } else { rows }, rows);
        }
    }
}

/// Adds each entry to its column: rows come in order, so its terms do.
#[inline(always)]
fn entries<T: Term, V: Value, I: Index>(indices: &[I], values: &[V], states: &mut [[V; STATE]], out: &mut [V]) {
    let block = V::of_count(order::BLOCK);
    for (index, &value) in indices.iter().zip(values) {
        let Some(state) = states.get_mut(index.to_usize()) else { continue };
        let (sum, other) = T::from_pair::<V>(*state);
        let (sum, lost) = T::add::<V>(sum, other, T::of(value));
        if T::ZEROS_COUNT {
            let terms = state[1] + V::ONE;
            let full = terms == block;
            let [extreme, _] = T::to_pair::<V>(sum, lost);
            *state = [extreme, if full { V::ZERO } else { terms }];
            if full && let Some(blocks) = out.get_mut(index.to_usize()) {
                *blocks = *blocks + V::ONE;
            }
        } else {
            *state = T::to_pair::<V>(sum, lost);
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

/// A [`Reduction`] of each column of a csr: `out[c]` is that of column `c`. Elements that are not stored have no term.
///
/// Shapes: `a` R x C, `out` of C values, `scratch` of [`csr_columns_scratch`] values. Cost: one read of `a`'s columns
/// and values.
///
/// # Errors
/// [`KernelError::Shape`] if `out` has another length, [`KernelError::Capacity`] for less scratch; then nothing is
/// written.
///
/// ```
/// use lacuna::{Csr, reduce};
/// let (mut scratch, mut out) = ([0.0; reduce::csr_columns_scratch(3)], [9.0; 3]);
/// reduce::csr_columns(reduce::Sum, Csr::new(2, 3, &[0, 2, 3], &[0, 2, 2], &[3.0_f32, -4.0, 2.0])?, &mut scratch, &mut out)?;
/// assert_eq!(out, [3.0, 0.0, -2.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn csr_columns<R: Reduction, V: Value, I: Index>(
    reduction: R,
    a: Csr<'_, V, I>,
    scratch: &mut [V],
    out: &mut [V],
) -> Result<(), KernelError> {
    perform(CsrColumns { reduction, a, scratch, out }, How::CALL)
}
