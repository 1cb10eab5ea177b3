//! One step of any optimizer that looks at whole rows: the driver of all row rules.
use super::RowRule;
use super::blocks::{Block, each_block, update_row};
use super::check::check_update;
use super::hyper::{Common, Hyper};
use super::row_sums::{Blocks, Sums, Terms, TermsOf, of_row};
use crate::error::KernelError;
use crate::kernel::Body;
use crate::kernel::{How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Index, RowSparse, RowsMut, Value};
use core::ops::Range;

/// The arguments of an optimizer that looks at whole rows.
#[derive(Debug)]
pub struct RowStep<'a, R, V, I, const STATES: usize, const NUMBERS: usize, const SUMS: usize> {
    /// Its hyper-parameters.
    pub rule: R,
    /// R x L.
    pub gradient: RowSparse<'a, V, I>,
    /// The weight, then the states of an element: R x L each.
    pub states: [RowsMut<'a, V, I>; STATES],
    /// The states of a row: R x 1 each.
    pub numbers: [RowsMut<'a, V, I>; NUMBERS],
}
unsigned! {
    [
        R, V, const STATES: usize, const NUMBERS: usize, const SUMS: usize
    ] RowStep [R V] [STATES NUMBERS SUMS] { rule; gradient, states, numbers }
}

impl<R: RowRule<V, N, M, S>, V: Value, I: Index, const N: usize, const M: usize, const S: usize> Body
    for RowStep<'_, R, V, I, N, M, S>
{
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check_update(self.rule.checked()?, self.gradient, &self.states, &self.numbers)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { rule, gradient, states, numbers } = self;
        let (coefficients, common) = (rule.coefficients(), rule.common());
        each_block(common.update, gradient, states, numbers, &mut |block| {
            levels.run(RowStepBlock::<R, V, N, M, S> { coefficients, common, block });
        });
        Ok(())
    }
}

/// A step of some rows.
struct RowStepBlock<'b, 's, R: RowRule<V, N, M, S>, V: Value, const N: usize, const M: usize, const S: usize> {
    coefficients: R::Coefficients,
    common: Common<V>,
    block: Block<'b, 's, V, N, M>,
}

impl<R: RowRule<V, N, M, S>, V: Value, const N: usize, const M: usize, const S: usize> Work
    for RowStepBlock<'_, '_, R, V, N, M, S>
{
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { coefficients, common, mut block } = self;
        let Some(gradient) = block.gradient else {
            for k in 0..block.count() {
                if let Some((states, numbers)) = block.rows(k) {
                    step_row::<R, V, N, M, S>(&coefficients, &common, None, states, numbers);
                }
            }
            return;
        };
        for k in 0..block.count() {
            block.prefetch(k);
            if let Some((states, numbers)) = block.rows(k) {
                step_row::<R, V, N, M, S>(&coefficients, &common, Some(gradient.row(k)), states, numbers);
            }
        }
    }
}

/// One step of a row, of as many elements as all arrays have.
#[inline(always)]
fn step_row<R: RowRule<V, N, M, S>, V: Value, const N: usize, const M: usize, const S: usize>(
    coefficients: &R::Coefficients,
    common: &Common<V>,
    gradient: Option<&[V]>,
    states: [&mut [V]; N],
    mut numbers: [&mut [V]; M],
) {
    let length = states.iter().fold(gradient.map_or(usize::MAX, <[V]>::len), |length, state| length.min(state.len()));
    let mut old = [V::ZERO; M];
    for (old, number) in old.iter_mut().zip(&numbers) {
        match number.first() {
            Some(number) => *old = *number,
            // A row that a broken trust leaves out.
            None => return,
        }
    }
    if length == 0 {
        return;
    }
    let read = states.each_ref().map(|state| &state[..length]);
    let (row, new) =
        of_row(&TermsOf::<R, V, N, M, S> { common, coefficients }, length, old, &Slices { gradient, states: read });
    for (number, new) in numbers.iter_mut().zip(new) {
        if let Some(number) = number.first_mut() {
            *number = new;
        }
    }
    match gradient {
        None => update_row(states, None, &|_, old| R::step(coefficients, &row, R::prepare(common, None, old[0]), old)),
        Some(_) => update_row(states, gradient, &|gradient, old| {
            R::step(coefficients, &row, R::prepare(common, Some(gradient), old[0]), old)
        }),
    }
}

struct Slices<'a, V, const N: usize> {
    gradient: Option<&'a [V]>,
    states: [&'a [V]; N],
}

impl<V: Value, const N: usize> Blocks<V, N> for Slices<'_, V, N> {
    #[inline(always)]
    fn add<const S: usize>(&self, block: Range<usize>, sums: &mut Sums<V, S>, terms: &impl Terms<V, N, S>) {
        sums.add(
            self.gradient.map(|gradient| &gradient[block.clone()]),
            self.states.map(|state| &state[block.clone()]),
            terms,
        );
    }
}

impl<R: Hyper<V>, V: Value, I: Index, const N: usize, const M: usize, const S: usize> Split
    for RowStep<'_, R, V, I, N, M, S>
{
    fn rows(&self) -> usize {
        self.gradient.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.rule.common().update.cut(self.gradient, part, parts)
    }
    split_fields!(@split (gradient, states, numbers), rule);
}

/// One step of any row rule, in place: `states` are the weight and the states of its elements, `numbers` those of its
/// rows.
///
/// Shapes: R x L, and R x 1 for `numbers`. In each touched row the [`terms`](RowRule::terms) of its elements are
/// squared in `f64` and added as a [sum of a row](crate::order), and each sum rounded to the type of the values; then
/// `(row, numbers) = row(sums, L, numbers)`, for a rule that [sums again](RowRule::RESUMS) `row = second_row(row, sum)`
/// of the squares of `second_term`, and for each element
/// `[weight, states] = step(row, prepare(g, weight), [weight, states])`. Rows without elements stay as they are, and so
/// do their numbers. Cost: that of [`update`](super::update); the second time, a row is read from the cache.
///
/// # Errors
/// As [`update`](super::update), where `numbers` count as the states behind the others; then nothing is written. The
/// example stands at [`RowRule`].
pub fn update_rows<
    R: RowRule<V, STATES, NUMBERS, SUMS>,
    V: Value,
    I: Index,
    const STATES: usize,
    const NUMBERS: usize,
    const SUMS: usize,
>(
    rule: &R,
    gradient: RowSparse<'_, V, I>,
    states: [RowsMut<'_, V, I>; STATES],
    numbers: [RowsMut<'_, V, I>; NUMBERS],
) -> Result<(), KernelError> {
    perform(RowStep { rule: *rule, gradient, states, numbers }, How::CALL)
}
