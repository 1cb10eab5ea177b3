//! One step of any optimizer whose weight and gradient are stored in fewer bits than it computes with.
use super::blocks::{PIECE, step_chunk};
use super::check::{check_same_rows, check_shape, check_stored, operand};
use super::hyper::{Common, Update};
use super::rounding::{Rounding, RoundingDraws};
use super::{Hyper, Rule};
use crate::error::{KernelError, Operand};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, equal};
use crate::view::Finder;
use crate::{DenseMut, Index, Number, RowSparse, RowsMut, Storage, processor};
use core::ops::Range;

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

impl<R: Rule<V::Arithmetic, N>, V: Storage, I: Index, const N: usize, const STATES: usize> Body for MixedStep<'_, R, V, I, N, STATES> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let Self { rule, gradient, weight, master, states, .. } = self;
        let common = rule.common();
        common.check()?;
        // The master counts as the state behind the others.
        let others = || states.iter().chain(master).enumerate().map(|(number, state)| (operand(number + 1), state));
        let shape = [gradient.rows(), gradient.row_length()];
        check_shape(Operand::Weight, shape, weight)?;
        others().try_for_each(|(operand, state)| check_shape(operand, shape, state))?;
        check_stored(Operand::Weight, *gradient, weight)?;
        others().try_for_each(|(operand, state)| check_stored(operand, *gradient, state))?;
        match common.update {
            Update::Lazy => Ok(()),
            Update::Standard => others().try_for_each(|state| check_same_rows(weight, state)),
        }
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        const { assert!(N == STATES + 1, "a rule of N arrays has a weight and N - 1 states") };
        levels.run(self);
        Ok(())
    }
}

/// An array, and where its rows are.
struct Rows<'a, V, I> {
    /// Only where the place of a row must be searched.
    finder: Option<Finder<'a, V, I>>,
    data: DenseMut<'a, V>,
}

impl<'a, V: Storage, I: Index> Rows<'a, V, I> {
    #[inline(always)]
    fn of(rows: RowsMut<'a, V, I>) -> Self {
        Self { finder: rows.finder(), data: rows.into_stored() }
    }

    /// A row; empty where a broken trust leaves it out.
    #[inline(always)]
    fn row(&mut self, row: usize) -> &mut [V] {
        let place = self.finder.as_ref().map_or(Some(row), |finder| finder.find(row));
        self.data.row_mut(place.unwrap_or(usize::MAX))
    }

    #[inline(always)]
    fn prefetch(&mut self, row: usize) {
        if self.finder.is_none() {
            let (start, columns) = (row.wrapping_mul(self.data.stride()), self.data.columns());
            processor::prefetch(self.data.data_mut(), start, columns);
        }
    }
}

/// The arrays of a step.
struct Arrays<'a, V: Storage, I, const STATES: usize> {
    weight: Rows<'a, V, I>,
    master: Option<Rows<'a, V::Arithmetic, I>>,
    states: [Rows<'a, V::Arithmetic, I>; STATES],
}

impl<V: Storage, I: Index, const STATES: usize> Arrays<'_, V, I, STATES> {
    #[inline(always)]
    fn prefetch(&mut self, row: usize) {
        self.weight.prefetch(row);
        self.states.iter_mut().chain(&mut self.master).for_each(|rows| rows.prefetch(row));
    }

    /// One step of a row, whose gradient is 0 if it has none.
    #[inline(always)]
    fn update<R: Rule<V::Arithmetic, N>, const N: usize>(
        &mut self,
        row: usize,
        gradient: Option<&[V]>,
        how: &How<V::Arithmetic, R::Coefficients>,
    ) {
        let number = row;
        let (weight, master) = (self.weight.row(row), self.master.as_mut().map(|rows| rows.row(row)));
        let states = self.states.each_mut().map(|rows| rows.row(row));
        let length = states.iter().fold(weight.len(), |length, state| length.min(state.len()));
        let length = length.min(gradient.map_or(length, <[V]>::len)).min(master.as_ref().map_or(length, |master| master.len()));
        let mut row = Row { weight: &mut weight[..length], master: master.map(|row| &mut row[..length]), states, gradient };
        for first in (0..length).step_by(PIECE) {
            row.update::<R, N>(first, PIECE.min(length - first), number, how);
        }
    }
}

/// What the steps of all elements share.
struct How<A, C> {
    common: Common<A>,
    coefficients: C,
    /// None rounds to the nearest.
    draws: Option<RoundingDraws>,
}

/// The arrays of a step at one row.
struct Row<'a, V: Storage, const STATES: usize> {
    weight: &'a mut [V],
    master: Option<&'a mut [V::Arithmetic]>,
    states: [&'a mut [V::Arithmetic]; STATES],
    gradient: Option<&'a [V]>,
}

impl<V: Storage, const STATES: usize> Row<'_, V, STATES> {
    /// `count` elements from `first` on, at most [`PIECE`], of row `number`.
    #[inline(always)]
    fn update<R: Rule<V::Arithmetic, N>, const N: usize>(
        &mut self,
        first: usize,
        count: usize,
        number: usize,
        how: &How<V::Arithmetic, R::Coefficients>,
    ) {
        let drawn = how.draws.as_ref().map(|draws| draws.columns::<{ PIECE / 8 }>(number, first));
        let random = drawn.as_ref().map(|drawn| drawn.as_flattened());
        let last = first + count - count % CHUNK;
        self.update_chunks::<CHUNK, R, N>(first..last, random, how);
        self.update_chunks::<1, R, N>(last..first + count, random.map(|random| &random[last - first..]), how);
    }

    /// Whole chunks.
    #[inline(always)]
    fn update_chunks<const LENGTH: usize, R: Rule<V::Arithmetic, N>, const N: usize>(
        &mut self,
        elements: Range<usize>,
        random: Option<&[u16]>,
        how: &How<V::Arithmetic, R::Coefficients>,
    ) {
        let count = elements.len() / LENGTH;
        let chunks = &mut self.weight[elements.clone()].as_chunks_mut::<LENGTH>().0[..count];
        let states = self.states.each_mut().map(|state| &mut state[elements.clone()].as_chunks_mut::<LENGTH>().0[..count]);
        let mut master = self.master.as_mut().map(|master| &mut master[elements.clone()].as_chunks_mut::<LENGTH>().0[..count]);
        let gradient = self.gradient.map(|gradient| &gradient[elements].as_chunks::<LENGTH>().0[..count]);
        let random = random.map(|random| &random.as_chunks::<LENGTH>().0[..count]);
        for k in 0..count {
            let mut arrays = [[V::Arithmetic::ZERO; LENGTH]; N];
            arrays[0] = match &master {
                Some(master) => master[k],
                None => V::load_array(&chunks[k]),
            };
            for s in 1..N {
                arrays[s] = states[s - 1][k];
            }
            let gradient = gradient.map(|gradient| V::load_array(&gradient[k]));
            let arrays = step_chunk::<R, _, N, LENGTH>(&how.coefficients, &how.common, gradient, arrays);
            chunks[k] = match random {
                None => V::store_array(arrays[0]),
                Some(random) => V::store_array_at_random(arrays[0], &random[k]),
            };
            if let Some(master) = &mut master {
                master[k] = arrays[0];
            }
            for s in 1..N {
                states[s - 1][k] = arrays[s];
            }
        }
    }
}

/// Elements that are converted together.
const CHUNK: usize = 32;

impl<R: Rule<V::Arithmetic, N>, V: Storage, I: Index, const N: usize, const STATES: usize> Work for MixedStep<'_, R, V, I, N, STATES> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        /// Rows between the one in work and the one that is prefetched.
        const AHEAD: usize = 8;
        let Self { rule, gradient, weight, master, states, rounding } = self;
        let draws = match rounding {
            Rounding::Stochastic(stream) if size_of::<V>() < size_of::<V::Arithmetic>() => Some(stream.draws()),
            _ => None,
        };
        let how = How { common: rule.common(), coefficients: rule.coefficients(), draws };
        // There may be any number of rows without elements.
        if weight.row_length() == 0 {
            return;
        }
        let stored = weight.pattern();
        let rows = states.iter().chain(&master).fold(gradient.rows().min(weight.rows()), |rows, state| rows.min(state.rows()));
        let others = states.iter().chain(&master).find_map(RowsMut::pattern);
        // All arrays of a standard update store the same rows, or all rows.
        let row_of = |k: usize| match (stored, others) {
            (Some(stored), _) => stored.row_of(k),
            (None, Some(stored)) => stored.row_of(k),
            (None, None) => k,
        };
        let count = stored.map(|stored| stored.stored_rows()).or(others.map(|stored| stored.stored_rows())).unwrap_or(rows);
        let mut arrays = Arrays { weight: Rows::of(weight), master: master.map(Rows::of), states: states.map(Rows::of) };
        if how.common.update == Update::Standard {
            let mut next = 0;
            for row in (0..count).map(row_of) {
                while gradient.row_of(next) < row {
                    next += 1;
                }
                if gradient.row_of(next) != row {
                    arrays.update::<R, N>(row, None, &how);
                }
            }
        }
        for k in 0..gradient.stored_rows() {
            arrays.prefetch(gradient.row_of(k + AHEAD));
            arrays.update::<R, N>(gradient.row_of(k), Some(gradient.stored_row(k)), &how);
        }
    }
}

impl<R: Hyper<V::Arithmetic>, V: Storage, I: Index, const N: usize, const STATES: usize> Split for MixedStep<'_, R, V, I, N, STATES> {
    fn rows(&self) -> usize {
        self.gradient.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        match self.rule.common().update {
            Update::Lazy => self.gradient.cut(part, parts),
            Update::Standard => equal(self.rows(), part, parts),
        }
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { rule, gradient, weight, master, states, rounding } = self;
        let next = rounding.after(row.min(gradient.rows()));
        let (gradient, weight, states) = (gradient.split_rows_at(row), weight.split_rows_at(row), Split::split_rows_at(states, row));
        let master = master.map(|master| master.split_rows_at(row)).unzip();
        (
            Self { rule, gradient: gradient.0, weight: weight.0, master: master.0, states: states.0, rounding },
            Self { rule, gradient: gradient.1, weight: weight.1, master: master.1, states: states.1, rounding: next },
        )
    }
}

/// One step of any rule, in place, on a weight and a gradient that memory holds in fewer bits than it is computed with: with the feature `half`, `f16` and `bf16`, with states in `f32`.
///
/// Without `master`, the weight is widened, updated, and rounded once: to the nearest, which loses steps of less than half its last digit, or by [random numbers](Rounding::Stochastic), which keeps their mean. With it, the master is the weight that is updated, and `weight` the
/// nearest number to it in every row that the update touches.
///
/// Shapes, rows and evaluation: as [`update`](super::update), in the arithmetic's type, hyper-parameters too. Cost: as there. Parts: rows; [`MixedStep`] [splits](crate::Split) them. Source: MXNet
/// `mp_sgd_update` and `mp_sgd_mom_update`, with a master and for dense gradients only.
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
