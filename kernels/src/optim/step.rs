//! One step of any optimizer: the driver of all rules.
use super::Rule;
use super::hyper::Update;
use super::rows::{AHEAD, Rows, check_same_rows, check_shape, check_stored, pattern, rows_of, update_row};
use crate::error::{KernelError, Operand};
use crate::instances::{How, perform};
use crate::kernel::Body;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, equal, split_fields};
use crate::{Index, RowSparse, RowsMut, Value};

/// The arguments of an optimizer.
#[derive(Debug)]
pub struct Step<'a, R, V, I, const N: usize> {
    /// Its hyper-parameters.
    pub rule: R,
    /// R x L.
    pub gradient: RowSparse<'a, V, I>,
    /// The weight, then the states: R x L each.
    pub states: [RowsMut<'a, V, I>; N],
}

/// The name of array `number` of a rule.
fn operand(number: usize) -> Operand {
    match number {
        0 => Operand::Weight,
        number => Operand::State(u8::try_from(number).unwrap_or(u8::MAX)),
    }
}

impl<R: Rule<V, N>, V: Value, I: Index, const N: usize> Body for Step<'_, R, V, I, N> {
    type Output = ();

    fn check(&self) -> Result<(), KernelError> {
        let common = self.rule.common();
        common.check()?;
        for (number, state) in self.states.iter().enumerate() {
            check_shape(operand(number), &self.gradient, state)?;
        }
        for (number, state) in self.states.iter().enumerate() {
            check_stored(operand(number), self.gradient, state)?;
        }
        if let (Update::Standard, [weight, states @ ..]) = (common.update, &self.states[..]) {
            for (number, state) in states.iter().enumerate() {
                check_same_rows(weight, (operand(number + 1), state))?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<R: Rule<V, N>, V: Value, I: Index, const N: usize> Work for Step<'_, R, V, I, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { rule, gradient, mut states } = self;
        let (c, common) = (rule.coefficients(), rule.common());
        if common.update == Update::Standard {
            absent_rows(gradient, &mut states, |gradient, old| R::step(&c, gradient, old));
        }
        if common.leaves_gradient() {
            stored_rows(gradient, &mut states, |gradient, old| R::step(&c, gradient, old));
        } else {
            stored_rows(gradient, &mut states, |gradient, old| R::step(&c, common.prepare(gradient), old));
        }
    }
}

/// Updates the rows that the gradient does not store.
#[inline(always)]
fn absent_rows<V: Value, I: Index, const N: usize>(
    gradient: RowSparse<V, I>,
    states: &mut [RowsMut<'_, V, I>; N],
    step: impl Fn(V, [V; N]) -> [V; N],
) {
    let (heights, lengths) = (states.each_ref().map(RowsMut::rows), states.each_ref().map(RowsMut::row_length));
    // All states store the same rows, or all rows.
    let stored = states.iter().find_map(pattern);
    let mut states = states.each_mut().map(Rows::new);
    let count = match stored {
        // There may be any number of rows without elements.
        None if lengths.contains(&0) => 0,
        None => heights.into_iter().fold(gradient.rows(), usize::min),
        Some(stored) => stored.stored_rows(),
    };
    let mut next = 0;
    for k in 0..count {
        let row = stored.map_or(k, |stored| stored.row_of(k));
        while gradient.row_of(next) < row {
            next += 1;
        }
        if gradient.row_of(next) != row {
            update_row(rows_of(&mut states, row), None, &step);
        }
    }
}

/// Updates the rows that the gradient stores.
#[inline(always)]
fn stored_rows<V: Value, I: Index, const N: usize>(
    gradient: RowSparse<V, I>,
    states: &mut [RowsMut<'_, V, I>; N],
    step: impl Fn(V, [V; N]) -> [V; N],
) {
    let mut states = states.each_mut().map(Rows::new);
    for k in 0..gradient.stored_rows() {
        let (row, ahead) = (gradient.row_of(k), gradient.row_of(k + AHEAD));
        for state in &mut states {
            state.prefetch(ahead);
        }
        update_row(rows_of(&mut states, row), Some(gradient.stored_row(k)), &step);
    }
}

impl<R: Rule<V, N>, V: Value, I: Index, const N: usize> Split for Step<'_, R, V, I, N> {
    fn rows(&self) -> usize {
        self.gradient.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        match self.rule.common().update {
            Update::Lazy => self.gradient.cut(part, parts),
            Update::Standard => equal(self.rows(), part, parts),
        }
    }
    split_fields!(@split (gradient, states), rule);
}

/// One step of any rule, in place: `states` are the weight and the rule's states.
///
/// Shapes: all R x L. For each element of a touched row: `[weight, states] = step(clip(rescale * g), [weight, states])`. Cost: one read of the gradient, one read and write of the
/// touched rows of weight and states (all rows, if standard), prefetched.
///
/// # Errors
/// [`KernelError::Parameter`] for a clip bound below zero or NaN; [`KernelError::Shape`]; [`KernelError::MissingRow`] if a row_sparse weight or state does not store a row that
/// must be written. Then nothing is written. The example stands at [`Rule`].
pub fn update<R: Rule<V, N>, V: Value, I: Index, const N: usize>(
    rule: &R,
    gradient: RowSparse<'_, V, I>,
    states: [RowsMut<'_, V, I>; N],
) -> Result<(), KernelError> {
    perform(Step { rule: *rule, gradient, states }, How::CALL)
}
