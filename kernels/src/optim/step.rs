//! One step of any optimizer: the driver of all rules.
use super::Rule;
use super::blocks::{Block, each_block};
use super::check::check_update;
use super::hyper::Common;
use crate::error::KernelError;
use crate::kernel::Body;
use crate::kernel::{How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
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
unsigned! { [R, V, const N: usize] Step [R V] [N] { rule; gradient, states } }

impl<R: Rule<V, N>, V: Value, I: Index, const N: usize> Body for Step<'_, R, V, I, N> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check_update(self.rule.checked()?, self.gradient, &self.states, &[])
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { rule, gradient, states } = self;
        let (coefficients, common) = (rule.coefficients(), rule.common());
        each_block(common.update, gradient, states, [], &mut |block| {
            levels.run(StepBlock::<R, V, N> { coefficients, common, block })
        });
        Ok(())
    }
}

/// A step of some rows.
struct StepBlock<'b, 's, R: Rule<V, N>, V: Value, const N: usize> {
    coefficients: R::Coefficients,
    common: Common<V>,
    block: Block<'b, 's, V, N, 0>,
}

impl<R: Rule<V, N>, V: Value, const N: usize> Work for StepBlock<'_, '_, R, V, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { coefficients, common, block } = self;
        let Some(gradient) = block.gradient else {
            return block
                .update::<false>(|_| None, |_, old| R::step(&coefficients, R::prepare(&common, None, old[0]), old));
        };
        match common.plain() {
            // Where a step takes long, another copy of its loops saves nothing.
            Some(common) if const { N < 3 } => block.update::<true>(
                |k| Some(gradient.row(k)),
                |gradient, old| R::step(&coefficients, R::prepare(&common, Some(gradient), old[0]), old),
            ),
            _ => block.update::<true>(
                |k| Some(gradient.row(k)),
                |gradient, old| R::step(&coefficients, R::prepare(&common, Some(gradient), old[0]), old),
            ),
        }
    }
}

impl<R: Rule<V, N>, V: Value, I: Index, const N: usize> Split for Step<'_, R, V, I, N> {
    fn rows(&self) -> usize {
        self.gradient.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.rule.common().update.cut(self.gradient, part, parts)
    }
    split_fields!(@split (gradient, states), rule);
}

/// [`update`] as a [`Kernel`](crate::Kernel), for a caller who [splits](crate::Split) it and runs the parts on threads.
/// Shapes, formula, cost and errors are those of [`update`]. No such operator in MXNet.
///
/// ```
/// use lacuna::optim::{RuleStep, Sgd, Step};
/// use lacuna::{DenseMut, Kernel, RowSparse, Split};
/// let mut weight = [4.0_f32, 8.0, 16.0];
/// let (gradient, rows) = (RowSparse::new(3, 1, &[0, 2], &[2.0, 4.0])?, DenseMut::new(3, 1, &mut weight)?);
/// let step = RuleStep(Step { rule: Sgd::new(0.5), gradient, states: [rows.into()] });
/// step.check()?;
/// for part in step.split(2) {
///     part.run()?;
/// }
/// assert_eq!(weight, [3.0, 8.0, 14.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug)]
pub struct RuleStep<'a, R, V, I, const N: usize>(
    /// The step. Those of the rules of this module are kernels themselves.
    pub Step<'a, R, V, I, N>,
);

impl<R: Rule<V, N>, V: Value, I: Index, const N: usize> Body for RuleStep<'_, R, V, I, N> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        self.0.check()
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        self.0.run(levels)
    }
}

impl<R: Rule<V, N>, V: Value, I: Index, const N: usize> Split for RuleStep<'_, R, V, I, N> {
    fn rows(&self) -> usize {
        self.0.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.0.cut(part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let (top, rest) = self.0.split_rows_at(row);
        (Self(top), Self(rest))
    }
}

/// One step of any rule, in place: `states` are the weight and the rule's states.
///
/// Shapes: all R x L. For each element of a touched row:
/// `[weight, states] = step(prepare(g, weight), [weight, states])`. Cost: one read of the gradient, one read and write
/// of the touched rows of weight and states (all rows, if standard), prefetched.
///
/// # Errors
/// [`KernelError::Parameter`] for a clip bound below zero or NaN; [`KernelError::Shape`]; [`KernelError::MissingRow`]
/// if a row_sparse weight or state does not store a row that must be written. Then nothing is written. The example
/// stands at [`Rule`].
pub fn update<R: Rule<V, N>, V: Value, I: Index, const N: usize>(
    rule: &R,
    gradient: RowSparse<'_, V, I>,
    states: [RowsMut<'_, V, I>; N],
) -> Result<(), KernelError> {
    perform(Step { rule: *rule, gradient, states }, How::CALL)
}
