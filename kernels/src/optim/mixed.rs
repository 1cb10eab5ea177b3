//! One step of any optimizer whose weight and gradient are stored in fewer bits than it computes with.
use super::blocks::ElementStep;
use super::mixed_rows::{self, Arrays, Row, RowVisitor};
use super::rounding::{Rounding, RoundingDraws};
use super::{Common, Hyper, Rule};
use crate::error::KernelError;
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Index, RowSparse, RowsMut, Storage, Value};

/// The arguments of [`update_mixed`]: `N` arrays of a rule are the weight and `STATES` states.
#[derive(Debug)]
pub struct MixedStep<'a, R, V: Storage, I, const N: usize, const STATES: usize> {
    /// Its hyper-parameters.
    pub rule: R,
    /// R x L.
    pub gradient: RowSparse<'a, V, I>,
    /// R x L.
    pub weight: RowsMut<'a, V, I>,
    /// The weight in full, R x L: what is computed with, if it is there.
    pub master: Option<RowsMut<'a, V::Arithmetic, I>>,
    /// R x L each.
    pub states: [RowsMut<'a, V::Arithmetic, I>; STATES],
    /// Of the weight.
    pub rounding: Rounding,
}

impl<R: Rule<V::Arithmetic, N>, V: Storage, I: Index, const N: usize, const STATES: usize> Body
    for MixedStep<'_, R, V, I, N, STATES>
{
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let Self { rule, gradient, weight, master, states, .. } = self;
        mixed_rows::check(rule.checked()?, *gradient, weight, master.as_ref(), states, &[])
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<R: Rule<V::Arithmetic, N>, V: Storage, I: Index, const N: usize, const STATES: usize> Work
    for MixedStep<'_, R, V, I, N, STATES>
{
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { rule, gradient, weight, master, states, rounding } = self;
        let (common, coefficients, draws) = (rule.common(), rule.coefficients(), rounding.draws_of::<V>());
        let how = How::<R, V::Arithmetic, L, N> { common, coefficients, draws, simd };
        Arrays { weight, master, states, numbers: [] }.each_row(how.common.update, gradient, &how);
    }
}

/// What the steps of all elements share.
struct How<R: Rule<A, N>, A: Value, L, const N: usize> {
    common: Common<A>,
    coefficients: R::Coefficients,
    draws: Option<RoundingDraws>,
    simd: L,
}

impl<R: Rule<A, N>, V: Storage<Arithmetic = A>, A: Value, L: Simd, const N: usize, const STATES: usize>
    RowVisitor<V, STATES, 0> for How<R, A, L, N>
{
    #[inline(always)]
    fn visit(&self, number: usize, mut row: Row<'_, V, STATES>, []: [&mut [A]; 0]) {
        row.update(self.simd, number, &self.common, self.draws.as_ref(), self);
    }
}

impl<R: Rule<A, N>, A: Value, L: Simd, const N: usize> ElementStep<A, N> for How<R, A, L, N> {
    #[inline(always)]
    fn step(&self, common: &Common<A>, gradient: Option<A>, old: [A; N]) -> [A; N] {
        R::step(&self.coefficients, R::prepare(common, gradient, old[0]), old)
    }
}

impl<R: Hyper<V::Arithmetic>, V: Storage, I: Index, const N: usize, const STATES: usize> Split
    for MixedStep<'_, R, V, I, N, STATES>
{
    fn rows(&self) -> usize {
        self.gradient.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.rule.common().update.cut(self.gradient, part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { rule, gradient, weight, master, states, rounding } = self;
        let next = rounding.after(row.min(gradient.rows()));
        let (gradient, weight, states) =
            (gradient.split_rows_at(row), weight.split_rows_at(row), Split::split_rows_at(states, row));
        let master = master.map(|master| master.split_rows_at(row)).unzip();
        (
            Self { rule, gradient: gradient.0, weight: weight.0, master: master.0, states: states.0, rounding },
            Self { rule, gradient: gradient.1, weight: weight.1, master: master.1, states: states.1, rounding: next },
        )
    }
}

/// One step of any rule, in place, on a weight and a gradient that memory holds in fewer bits than it is computed with:
/// with the feature `half`, `f16` and `bf16`, with states in `f32`.
///
/// Without `master`, the weight is widened, updated, and rounded once: to the nearest, which loses steps of less than
/// half its last digit, or by [random numbers](Rounding::Stochastic), which keeps their mean. With it, the master is
/// the weight that is updated, and `weight` the nearest number to it in every row that the update touches.
///
/// Shapes, rows and evaluation: as [`update`](super::update), in the arithmetic's type, hyper-parameters too. Cost: as
/// there. Parts: rows; [`MixedStep`] [splits](crate::Split) them. Source: MXNet `mp_sgd_update` and
/// `mp_sgd_mom_update`, with a master and for dense gradients only.
///
/// # Errors
/// As [`update`](super::update), where the master counts as the state behind the others; then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, optim};
/// let gradient = RowSparse::new(2, 1, &[1], &[1.0_f32])?;
/// let (mut weight, mut momentum) = ([1.0, 2.0], [0.0, 1.0]);
/// let (weight_rows, states) = (DenseMut::new(2, 1, &mut weight)?.into(), [DenseMut::new(2, 1, &mut momentum)?.into()]);
/// optim::update_mixed(&optim::SgdMomentum::new(0.5, 0.25), gradient, weight_rows, None, states, optim::Rounding::Nearest)?;
/// assert_eq!((weight, momentum), ([1.0, 1.75], [0.0, -0.25]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn update_mixed<R: Rule<V::Arithmetic, N>, V: Storage, I: Index, const N: usize, const STATES: usize>(
    rule: &R,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    master: Option<RowsMut<'_, V::Arithmetic, I>>,
    states: [RowsMut<'_, V::Arithmetic, I>; STATES],
    rounding: Rounding,
) -> Result<(), KernelError> {
    MixedStep { rule: *rule, gradient, weight, master, states, rounding }.call()
}
