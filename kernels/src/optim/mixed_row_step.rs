//! One step of any optimizer that looks at whole rows, on a weight and a gradient that are stored in fewer bits than it
//! computes with.
use super::blocks::ElementStep;
use super::mixed_rows::{self, Arrays, Row, RowVisitor};
use super::rounding::{Rounding, RoundingDraws};
use super::row_sums::{Blocks, Sums, Terms, TermsOf, of_row};
use super::{Common, Hyper, RowRule};
use crate::error::KernelError;
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Index, RowSparse, RowsMut, Storage, Value};
use core::ops::Range;

/// The arguments of [`update_rows_mixed`]: `N` arrays of a rule are the weight and `STATES` states.
#[derive(Debug)]
pub struct MixedRowStep<
    'a,
    R,
    V: Storage,
    I,
    const N: usize,
    const STATES: usize,
    const NUMBERS: usize,
    const SUMS: usize,
> {
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
    /// R x 1 each.
    pub numbers: [RowsMut<'a, V::Arithmetic, I>; NUMBERS],
    /// Of the weight.
    pub rounding: Rounding,
}

impl<
    R: RowRule<V::Arithmetic, N, M, S>,
    V: Storage,
    I: Index,
    const N: usize,
    const STATES: usize,
    const M: usize,
    const S: usize,
> Body for MixedRowStep<'_, R, V, I, N, STATES, M, S>
{
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let Self { rule, gradient, weight, master, states, numbers, .. } = self;
        mixed_rows::check(rule.checked()?, *gradient, weight, master.as_ref(), states, numbers)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<
    R: RowRule<V::Arithmetic, N, M, S>,
    V: Storage,
    I: Index,
    const N: usize,
    const STATES: usize,
    const M: usize,
    const S: usize,
> Work for MixedRowStep<'_, R, V, I, N, STATES, M, S>
{
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { rule, gradient, weight, master, states, numbers, rounding } = self;
        let (common, coefficients, draws) = (rule.common(), rule.coefficients(), rounding.draws_of::<V>());
        let how = How::<R, V::Arithmetic, L, N, M, S> { common, coefficients, draws, simd };
        Arrays { weight, master, states, numbers }.each_row(how.common.update, gradient, &how);
    }
}

/// What the steps of all rows share.
struct How<R: RowRule<A, N, M, S>, A: Value, L, const N: usize, const M: usize, const S: usize> {
    common: Common<A>,
    coefficients: R::Coefficients,
    draws: Option<RoundingDraws>,
    simd: L,
}

impl<
    R: RowRule<A, N, M, S>,
    V: Storage<Arithmetic = A>,
    A: Value,
    L: Simd,
    const N: usize,
    const STATES: usize,
    const M: usize,
    const S: usize,
> RowVisitor<V, STATES, M> for How<R, A, L, N, M, S>
{
    #[inline(always)]
    fn visit(&self, number: usize, mut row: Row<'_, V, STATES>, numbers: [&mut [A]; M]) {
        let Self { common, coefficients, draws, simd } = self;
        let length = row.weight.len();
        // A row that a broken trust leaves out.
        if length == 0 || numbers.iter().any(|number| number.is_empty()) {
            return;
        }
        let old = numbers.each_ref().map(|number| number.first().copied().unwrap_or(A::ZERO));
        let (of_row, new) = of_row(&TermsOf::<R, A, N, M, S> { common, coefficients }, length, old, &row);
        for (number, new) in numbers.into_iter().zip(new) {
            number.iter_mut().for_each(|number| *number = new);
        }
        let element = OfRow::<R, A, N, M, S> { coefficients: *coefficients, of_row };
        row.update(*simd, number, common, draws.as_ref(), &element);
    }
}

impl<V: Storage, const N: usize, const STATES: usize> Blocks<V::Arithmetic, N> for Row<'_, V, STATES> {
    #[inline(always)]
    fn add<const S: usize>(
        &self,
        block: Range<usize>,
        sums: &mut Sums<V::Arithmetic, S>,
        terms: &impl Terms<V::Arithmetic, N, S>,
    ) {
        self.add_squares::<N, S>(block, sums, terms);
    }
}

struct OfRow<R: RowRule<A, N, M, S>, A: Value, const N: usize, const M: usize, const S: usize> {
    coefficients: R::Coefficients,
    of_row: R::Row,
}

impl<R: RowRule<A, N, M, S>, A: Value, const N: usize, const M: usize, const S: usize> ElementStep<A, N>
    for OfRow<R, A, N, M, S>
{
    #[inline(always)]
    fn step(&self, common: &Common<A>, gradient: Option<A>, old: [A; N]) -> [A; N] {
        R::step(&self.coefficients, &self.of_row, R::prepare(common, gradient, old[0]), old)
    }
}

impl<R: Hyper<V::Arithmetic>, V: Storage, I: Index, const N: usize, const STATES: usize, const M: usize, const S: usize>
    Split for MixedRowStep<'_, R, V, I, N, STATES, M, S>
{
    fn rows(&self) -> usize {
        self.gradient.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.rule.common().update.cut(self.gradient, part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { rule, gradient, weight, master, states, numbers, rounding } = self;
        let next = rounding.after(row.min(gradient.rows()));
        let (gradient, weight, states) =
            (gradient.split_rows_at(row), weight.split_rows_at(row), Split::split_rows_at(states, row));
        let (master, numbers) =
            (master.map(|master| master.split_rows_at(row)).unzip(), Split::split_rows_at(numbers, row));
        (
            Self {
                rule,
                gradient: gradient.0,
                weight: weight.0,
                master: master.0,
                states: states.0,
                numbers: numbers.0,
                rounding,
            },
            Self {
                rule,
                gradient: gradient.1,
                weight: weight.1,
                master: master.1,
                states: states.1,
                numbers: numbers.1,
                rounding: next,
            },
        )
    }
}

/// One step of any row rule, in place, on a weight and a gradient that memory holds in fewer bits than it is computed
/// with: [`update_rows`](super::update_rows) for what [`update_mixed`](super::update_mixed) is for. Row-wise AdaGrad on
/// a weight of 16 bits, rounded stochastically, is what FBGEMM trains its tables with.
///
/// Shapes, rows and evaluation: as [`update_rows`](super::update_rows), on the widened weight, or on the master, and
/// the widened gradient; master and rounding: as [`update_mixed`](super::update_mixed). Cost: as
/// [`update_rows`](super::update_rows). Parts: rows; [`MixedRowStep`] [splits](crate::Split) them. Source: FBGEMM's
/// `weights_precision` and `stochastic_rounding`, whose random numbers depend on the threads.
///
/// # Errors
/// As [`update_rows`](super::update_rows), where the numbers count as the states behind the others and the master as
/// the one behind these; then nothing is written.
///
/// ```
/// use lacuna::optim::{RowAdaGrad, Rounding, update_rows_mixed};
/// use lacuna::{DenseMut, RowSparse};
/// let gradient = RowSparse::new(2, 2, &[1], &[3.0_f32, -3.0])?;
/// let (mut weight, mut history) = ([1.0, 1.0, 2.0, 2.0], [0.0, 0.0]);
/// let (weight_rows, histories) = (DenseMut::new(2, 2, &mut weight)?.into(), [DenseMut::new(2, 1, &mut history)?.into()]);
/// update_rows_mixed(&RowAdaGrad::new(0.5, 0.0), gradient, weight_rows, None, [], histories, Rounding::Nearest)?;
/// assert_eq!((weight, history), ([1.0, 1.0, 1.5, 2.5], [0.0, 9.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn update_rows_mixed<
    R: RowRule<V::Arithmetic, N, NUMBERS, SUMS>,
    V: Storage,
    I: Index,
    const N: usize,
    const STATES: usize,
    const NUMBERS: usize,
    const SUMS: usize,
>(
    rule: &R,
    gradient: RowSparse<'_, V, I>,
    weight: RowsMut<'_, V, I>,
    master: Option<RowsMut<'_, V::Arithmetic, I>>,
    states: [RowsMut<'_, V::Arithmetic, I>; STATES],
    numbers: [RowsMut<'_, V::Arithmetic, I>; NUMBERS],
    rounding: Rounding,
) -> Result<(), KernelError> {
    MixedRowStep { rule: *rule, gradient, weight, master, states, numbers, rounding }.call()
}
