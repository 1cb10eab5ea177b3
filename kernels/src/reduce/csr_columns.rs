//! Reductions of each column of a csr.
use super::reduction::{Reduction, Term, rounded};
use crate::dispatch::Level;
use crate::dot::{GROUPS, group_mask, group_of};
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::{Body, How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::unsigned::unsigned;
use crate::{Csr, Index, Number, Value, order, processor};
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
/// number of its entries.
const STATE: usize = 2;

/// The same in a matrix of more rows than a block: the state of the block, and the number of its entries.
const STATE_OF_BLOCK: usize = STATE + 1;

/// And of what is touched once for each block: the sum of its blocks, and of blocks of them.
const STATE_OF_BLOCKS: usize = 2 * STATE;

/// Bytes of states that stay in the first caches, so that none is asked for.
const NEAR: usize = 1 << 17;
/// Entries between the one in work and the one whose state is asked for.
const AHEAD: usize = 16;
/// Bytes of states from which on entries are counted by groups of columns, which takes less memory.
const WIDE: usize = 1 << 22;

/// Values of scratch for the reduction of the columns of a csr: two for each column, and seven in a matrix of more than
/// 1024 rows.
///
/// ```
/// use lacuna::reduce::csr_columns_scratch;
/// assert_eq!((csr_columns_scratch(1024, 100), csr_columns_scratch(1025, 100)), (200, 700));
/// ```
#[must_use]
pub const fn csr_columns_scratch(rows: usize, columns: usize) -> usize {
    columns.saturating_mul(if rows <= order::BLOCK { STATE } else { STATE_OF_BLOCK + STATE_OF_BLOCKS })
}

impl<R: Reduction, V: Value, I: Index> Body for CsrColumns<'_, R, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.a.columns(), self.out.len())?;
        capacity(Operand::Scratch, csr_columns_scratch(self.a.rows(), self.a.columns()), self.scratch.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { a, scratch, out, .. } = self;
        levels.run(Sums::<R::Term, V, I> { a, scratch, out: &mut *out, term: PhantomData });
        for sum in out {
            *sum = R::finish(*sum, a.rows());
        }
        Ok(())
    }
}

/// The sum of each column, rounded, for all reductions of the same terms.
struct Sums<'t, 'a, T, V, I> {
    a: Csr<'a, V, I>,
    scratch: &'t mut [V],
    out: &'t mut [V],
    term: PhantomData<T>,
}

impl<T: Term, V: Value, I: Index> Work for Sums<'_, '_, T, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, scratch, out, term } = self;
        if a.rows() <= order::BLOCK {
            of_a_block::<T, V, I>(a, scratch, out);
            return;
        }
        let (states, sums) = scratch.split_at_mut(scratch.len().min(out.len().saturating_mul(STATE_OF_BLOCK)));
        let wide = !T::ZEROS_COUNT && size_of_val(states) > WIDE;
        let groups = ..=group_mask(a.nnz());
        if !(wide && sums.get_mut(groups).is_some_and(|groups| !is_skewed(a.indices(), groups))) {
            simd.apart(InBlocks { a, columns: All, states, sums, out, term });
        } else if let Some(columns) =
            sums.get_mut(groups).and_then(|groups| of_groups::<L, T, V, I>(simd, a, states, groups, out))
        {
            simd.apart(InBlocks { a, columns, states, sums, out, term });
        }
    }
}

/// No column has more than a block of entries.
#[inline(always)]
fn of_a_block<T: Term, V: Value, I: Index>(a: Csr<'_, V, I>, scratch: &mut [V], out: &mut [V]) {
    let states = scratch.as_chunks_mut::<STATE>().0;
    let columns = states.len().min(out.len());
    let (states, out) = (&mut states[..columns], &mut out[..columns]);
    states.fill(T::to_pair(T::start::<V>(), Number::ZERO));
    let (indices, values) = a.stored();
    for (index, &value) in indices.iter().zip(values) {
        let Some(state) = states.get_mut(index.to_usize()) else { continue };
        let (sum, other) = T::from_pair::<V>(*state);
        let (sum, lost) = T::add::<V>(sum, other, T::of(value));
        *state = T::to_pair::<V>(sum, lost);
        if T::ZEROS_COUNT {
            state[1] = state[1] + V::ONE;
        }
    }
    let rows = a.rows();
    let all = V::of_count(rows);
    for (to, &state) in out.iter_mut().zip(&*states) {
        let misses_some = T::ZEROS_COUNT && state[1] < all;
        *to = rounded::<T, V>(T::from_pair::<V>(state).0, if misses_some { 0 } else { rows }, rows);
    }
}

/// True if a few columns have many of the entries, as in a power law, so that adding them again would cost more than
/// counting by groups saves: a guess from some of them.
#[inline(always)]
fn is_skewed<V: Value, I: Index>(indices: &[I], groups: &mut [V]) -> bool {
    const SAMPLES: usize = 1024;
    /// Samples of a group that no uniform pattern has.
    const MANY: usize = 4;
    let Some(mask) = groups.len().checked_sub(1) else { return true };
    groups.fill(V::ZERO);
    let mut of_heavy = 0;
    for index in indices.iter().step_by(indices.len() / SAMPLES + 1) {
        let samples = &mut groups[group_of(index.to_usize(), mask)];
        *samples = *samples + V::ONE;
        of_heavy += usize::from(*samples >= V::of_count(MANY));
    }
    of_heavy > SAMPLES / 32
}

/// Which columns are summed.
trait Columns {
    fn has(&self, column: usize) -> bool;
}

struct All;

impl Columns for All {
    #[inline(always)]
    fn has(&self, _column: usize) -> bool {
        true
    }
}

/// Those in groups of which a column may have more entries than a block.
struct LargeGroups {
    mask: usize,
    bits: [u64; GROUPS / 64],
}

impl Columns for LargeGroups {
    #[inline(always)]
    fn has(&self, column: usize) -> bool {
        let group = group_of(column, self.mask);
        self.bits[group / 64] >> (group % 64) & 1 == 1
    }
}

/// Adds all entries of each column without blocks, and counts them by groups of columns. Where no group has more than a
/// block, these are the results; else those of the other groups.
#[inline(always)]
fn of_groups<L: Simd, T: Term, V: Value, I: Index>(
    simd: L,
    a: Csr<'_, V, I>,
    states: &mut [V],
    groups: &mut [V],
    out: &mut [V],
) -> Option<LargeGroups> {
    let sums = states.as_chunks_mut::<STATE>().0;
    let columns = sums.len().min(out.len());
    let (sums, out) = (&mut sums[..columns], &mut out[..columns]);
    sums.fill(T::to_pair(T::start::<V>(), Number::ZERO));
    groups.fill(V::ZERO);
    simd.apart(AddCounting::<T, V, I> { a, sums, groups, term: PhantomData });
    for (to, &sum) in out.iter_mut().zip(&*sums) {
        *to = rounded::<T, V>(T::from_pair::<V>(sum).0, a.rows(), a.rows());
    }
    let is_large = |entries: &V| *entries > V::of_count(order::BLOCK);
    if !groups.iter().any(is_large) {
        return None;
    }
    let mut large = LargeGroups { mask: groups.len().saturating_sub(1), bits: [0; GROUPS / 64] };
    for (bits, groups) in large.bits.iter_mut().zip(groups.chunks(64)) {
        *bits = groups.iter().rev().fold(0, |bits, entries| bits << 1 | u64::from(is_large(entries)));
    }
    Some(large)
}

/// Adds entries of each column, and counts them by groups.
struct AddCounting<'t, 'a, T, V, I> {
    a: Csr<'a, V, I>,
    sums: &'t mut [[V; STATE]],
    groups: &'t mut [V],
    term: PhantomData<T>,
}

impl<T: Term, V: Value, I: Index> Work for AddCounting<'_, '_, T, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, sums, groups, .. } = self;
        let Some(mask) = groups.len().checked_sub(1) else { return };
        let (indices, values) = a.stored();
        for (k, (index, &value)) in indices.iter().zip(values).enumerate() {
            if let Some(next) = indices.get(k + AHEAD) {
                processor::prefetch(sums.as_flattened(), next.to_usize().wrapping_mul(STATE), STATE);
            }
            let column = index.to_usize();
            let Some(state) = sums.get_mut(column) else { continue };
            let (sum, lost) = T::from_pair::<V>(*state);
            let (sum, lost) = T::add::<V>(sum, lost, T::of(value));
            *state = T::to_pair::<V>(sum, lost);
            let entries = &mut groups[group_of(column, mask)];
            *entries = *entries + V::ONE;
        }
    }
}

/// The entries of a column are cut into blocks. `out` counts them: all for extremes, up to a block of them for sums,
/// which are written when the first block is full; after a block of them it is -1.
struct InBlocks<'t, 'a, C, T, V, I> {
    a: Csr<'a, V, I>,
    columns: C,
    states: &'t mut [V],
    sums: &'t mut [V],
    out: &'t mut [V],
    term: PhantomData<T>,
}

impl<C: Columns, T: Term, V: Value, I: Index> Work for InBlocks<'_, '_, C, T, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, columns: summed, states, sums, out, .. } = self;
        let (states, sums) = (states.as_chunks_mut::<STATE_OF_BLOCK>().0, sums.as_chunks_mut::<STATE_OF_BLOCKS>().0);
        let columns = states.len().min(sums.len()).min(out.len());
        let (states, sums, out) = (&mut states[..columns], &mut sums[..columns], &mut out[..columns]);
        let [first, second] = T::to_pair(T::start::<V>(), Number::ZERO);
        let start = [first, second, V::ZERO];
        states.fill(start);
        for (column, count) in out.iter_mut().enumerate() {
            if summed.has(column) {
                *count = V::ZERO;
            }
        }
        let (indices, values) = a.stored();
        let block = V::of_count(order::BLOCK);
        let far = size_of_val(states) > NEAR;
        for (k, (index, &value)) in indices.iter().zip(values).enumerate() {
            if !summed.has(index.to_usize()) {
                continue;
            }
            if far && let Some(next) = indices.get(k + AHEAD) {
                processor::prefetch(
                    states.as_flattened(),
                    next.to_usize().wrapping_mul(STATE_OF_BLOCK),
                    STATE_OF_BLOCK,
                );
            }
            let Some(state) = states.get_mut(index.to_usize()) else { continue };
            let [first, second, entries] = *state;
            let (sum, lost) = T::from_pair::<V>([first, second]);
            let (sum, lost) = T::add::<V>(sum, lost, T::of(value));
            let [first, second] = T::to_pair::<V>(sum, lost);
            *state = [first, second, entries + V::ONE];
            if entries + V::ONE == block
                && let (Some(sums), Some(count)) = (sums.get_mut(index.to_usize()), out.get_mut(index.to_usize()))
            {
                if T::ZEROS_COUNT {
                    (state[2], *count) = (V::ZERO, *count + V::ONE);
                } else {
                    *state = start;
                    add_block::<T, V>(sum, sums, count);
                }
            }
        }
        let rows = a.rows();
        let all = (V::of_count(rows / order::BLOCK), V::of_count(rows % order::BLOCK));
        for (column, ((to, &[first, second, entries]), sums)) in out.iter_mut().zip(&*states).zip(sums).enumerate() {
            if !summed.has(column) {
                continue;
            }
            let (mut sum, _) = T::from_pair::<V>([first, second]);
            let misses_some = T::ZEROS_COUNT && (*to, entries) < all;
            // What is alone stays as it is.
            if !T::ZEROS_COUNT && *to != V::ZERO {
                if entries > V::ZERO {
                    add_block::<T, V>(sum, sums, to);
                }
                if *to > V::ZERO {
                    add_blocks::<T, V>(sums);
                }
                let [_, _, first, second] = *sums;
                (sum, _) = T::from_pair::<V>([first, second]);
            }
            *to = rounded::<T, V>(sum, if misses_some { 0 } else { rows }, rows);
        }
    }
}

/// Adds the sum of a block to that of the blocks, of which there are `count`; a block of them is added to the total.
#[inline(always)]
fn add_block<T: Term, V: Value>(sum: T::Sum<V>, sums: &mut [V; STATE_OF_BLOCKS], count: &mut V) {
    let start = T::to_pair::<V>(T::start::<V>(), Number::ZERO);
    if *count == V::ZERO {
        [sums[2], sums[3]] = start;
    }
    if *count <= V::ZERO {
        ([sums[0], sums[1]], *count) = (start, V::ZERO);
    }
    let [first, second, ..] = *sums;
    let (of_blocks, lost) = T::from_pair::<V>([first, second]);
    let (of_blocks, lost) = T::add::<V>(of_blocks, lost, sum);
    [sums[0], sums[1]] = T::to_pair::<V>(of_blocks, lost);
    *count = *count + V::ONE;
    if *count == V::of_count(order::BLOCK) {
        add_blocks::<T, V>(sums);
        *count = -V::ONE;
    }
}

/// Adds the sum of blocks to the total.
#[inline(always)]
fn add_blocks<T: Term, V: Value>(sums: &mut [V; STATE_OF_BLOCKS]) {
    let [first, second, of_total @ ..] = *sums;
    let (of_blocks, _) = T::from_pair::<V>([first, second]);
    let (total, lost) = T::from_pair::<V>(of_total);
    let (total, lost) = T::add::<V>(total, lost, of_blocks);
    [sums[2], sums[3]] = T::to_pair::<V>(total, lost);
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
/// let (mut scratch, mut out) = ([0.0; reduce::csr_columns_scratch(2, 3)], [9.0; 3]);
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
