//! One step of any optimizer whose weight is stored in 8 bits.
use super::blocks::{Block, PIECE, each_block, piece, step_row};
use super::check::{check_shape, check_stored, complete, operand};
use super::hyper::{Common, Update};
use super::rounding::{Rounding, RoundingDraws};
use super::{Hyper, Rule};
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::quantized::{Affine, Range, check_scales, decode_row, encode_row, encode_row_at_random};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{DenseMut, Index, RowSparse, RowsMut, Value, processor};

/// The arguments of [`update_quantized`]: `N` arrays of a rule are the weight and `STATES` states.
#[derive(Debug)]
pub struct QuantizedStep<'a, R, V, I, const N: usize, const STATES: usize> {
    /// Its hyper-parameters.
    pub rule: R,
    /// R x L.
    pub gradient: RowSparse<'a, V, I>,
    /// Of the weight, R x L.
    pub codes: DenseMut<'a, u8>,
    /// Of the weight, R x 2.
    pub scales: DenseMut<'a, V>,
    /// R x L each.
    pub states: [RowsMut<'a, V, I>; STATES],
    /// Of the weight.
    pub rounding: Rounding,
}

impl<R: Rule<V, N>, V: Value, I: Index, const N: usize, const STATES: usize> Body
    for QuantizedStep<'_, R, V, I, N, STATES>
{
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let Self { rule, gradient, codes, scales, states, .. } = self;
        let common = rule.checked()?;
        let shape = [gradient.rows(), gradient.row_length()];
        expect(Operand::Codes, 0, shape[0], codes.rows())?;
        expect(Operand::Codes, 1, shape[1], codes.columns())?;
        check_scales(shape[0], scales.as_dense())?;
        let states = || states.iter().enumerate().map(|(number, state)| (operand(number + 1), state));
        states().try_for_each(|(operand, state)| check_shape(operand, shape, state))?;
        match common.update {
            Update::Lazy => states().try_for_each(|(operand, state)| check_stored(operand, *gradient, state)),
            // The weight has every row.
            Update::Standard => states()
                .try_for_each(|(operand, state)| state.pattern().map_or(Ok(()), |stored| complete(stored, operand))),
        }
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        const { assert!(N == STATES + 1, "a rule of N arrays has a weight and N - 1 states") };
        let Self { rule, gradient, mut codes, scales, states, rounding } = self;
        // There may be any number of rows without elements.
        if codes.columns() == 0 {
            return Ok(());
        }
        let how = How { common: rule.common(), coefficients: rule.coefficients(), draws: rounding.draws() };
        each_block(how.common.update, gradient, states, [RowsMut::Dense(scales)], &mut |block| {
            levels.run(QuantizedBlock::<R, V, N, STATES> { how: &how, codes: codes.reborrow(), block });
        });
        Ok(())
    }
}

/// What the steps of all elements share.
struct How<V, C> {
    common: Common<V>,
    coefficients: C,
    /// None rounds to the nearest.
    draws: Option<RoundingDraws>,
}

/// A step of some rows.
struct QuantizedBlock<'b, 's, R: Rule<V, N>, V: Value, const N: usize, const STATES: usize> {
    how: &'b How<V, R::Coefficients>,
    codes: DenseMut<'b, u8>,
    block: Block<'b, 's, V, STATES, 1>,
}

impl<R: Rule<V, N>, V: Value, const N: usize, const STATES: usize> Work for QuantizedBlock<'_, '_, R, V, N, STATES> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { how, mut codes, mut block } = self;
        let (columns, stride, gradient) = (codes.columns(), codes.stride(), block.gradient);
        for k in 0..block.count() {
            block.prefetch(k);
            processor::prefetch(
                codes.data_mut(),
                block.place_of_number(block.ahead_of(k)).wrapping_mul(stride),
                columns,
            );
            let number = block.place_of_number(k);
            let Some((states, [scales])) = block.rows(k) else { continue };
            let (codes, gradient) = (codes.row_mut(number), gradient.map(|gradient| gradient.row(k)));
            let length = states
                .iter()
                .fold(gradient.map_or(codes.len(), |row| row.len().min(codes.len())), |n, state| n.min(state.len()));
            let (codes, gradient) = (&mut codes[..length], gradient.map(|gradient| &gradient[..length]));
            let mut row =
                Row { codes, states: states.map(|state| &mut state[..length]), gradient, affine: Affine::of(scales) };
            let affine = row.range::<R, N>(how).affine();
            row.update::<R, N>(how, affine, number);
            affine.write(scales);
        }
    }
}

/// The arrays of a step at one row, of one length.
struct Row<'a, V, const STATES: usize> {
    codes: &'a mut [u8],
    states: [&'a mut [V]; STATES],
    gradient: Option<&'a [V]>,
    /// Of the codes before the step.
    affine: Affine<V>,
}

impl<V: Value, const STATES: usize> Row<'_, V, STATES> {
    /// The range of the new weight, which is made again when it is known.
    #[inline(always)]
    fn range<R: Rule<V, N>, const N: usize>(&self, how: &How<V, R::Coefficients>) -> Range<V> {
        let mut range = Range::EMPTY;
        for first in (0..self.codes.len()).step_by(PIECE) {
            let old = Old::of(self.codes, self.affine, self.gradient, first);
            let count = old.codes.len();
            let (mut weight, mut copies) = ([V::ZERO; PIECE], [[V::ZERO; PIECE]; STATES]);
            for (copy, state) in copies.iter_mut().zip(&self.states) {
                copy.iter_mut().zip(state.get(first..).unwrap_or_default()).for_each(|(to, &from)| *to = from);
            }
            old.step::<R, N>(
                piece(&mut weight[..count], &mut copies.each_mut().map(|copy| &mut copy[..]), 0, count),
                how,
            );
            range.add_row(&weight[..count]);
        }
        range
    }

    /// Writes the new codes and states.
    #[inline(always)]
    fn update<R: Rule<V, N>, const N: usize>(
        &mut self,
        how: &How<V, R::Coefficients>,
        affine: Affine<V>,
        number: usize,
    ) {
        for first in (0..self.codes.len()).step_by(PIECE) {
            let old = Old::of(self.codes, self.affine, self.gradient, first);
            let (count, mut weight) = (old.codes.len(), [V::ZERO; PIECE]);
            let weight = &mut weight[..count];
            old.step::<R, N>(piece(&mut *weight, &mut self.states, first, count), how);
            let codes = self.codes.get_mut(first..).unwrap_or_default();
            match &how.draws {
                None => encode_row(weight, affine, codes),
                Some(draws) => encode_row_at_random(
                    weight,
                    affine,
                    codes,
                    draws.columns::<{ PIECE / 8 }>(number, first).as_flattened(),
                ),
            }
        }
    }
}

/// A piece of a row before the step.
struct Old<'a, V> {
    codes: &'a [u8],
    affine: Affine<V>,
    gradient: Option<&'a [V]>,
}

impl<'a, V: Value> Old<'a, V> {
    /// That from `first` on.
    #[inline(always)]
    fn of(codes: &'a [u8], affine: Affine<V>, gradient: Option<&'a [V]>, first: usize) -> Self {
        let count = PIECE.min(codes.len() - first);
        Self {
            codes: &codes[first..][..count],
            affine,
            gradient: gradient.and_then(|gradient| gradient.get(first..)?.get(..count)),
        }
    }

    /// Decodes the weight, and steps it with its states.
    #[inline(always)]
    fn step<R: Rule<V, N>, const N: usize>(self, mut arrays: [&mut [V]; N], how: &How<V, R::Coefficients>) {
        if let [weight, ..] = arrays.as_mut_slice() {
            decode_row(self.codes, self.affine, weight);
        }
        step_row::<R, V, N>(&how.coefficients, &how.common, self.gradient, arrays);
    }
}

impl<R: Hyper<V>, V: Value, I: Index, const N: usize, const STATES: usize> Split
    for QuantizedStep<'_, R, V, I, N, STATES>
{
    fn rows(&self) -> usize {
        self.gradient.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.rule.common().update.cut(self.gradient, part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { rule, gradient, codes, scales, states, rounding } = self;
        let next = rounding.after(row.min(gradient.rows()));
        let (gradient, states) = (gradient.split_rows_at(row), Split::split_rows_at(states, row));
        let (codes, scales) = (codes.split_rows_at(row), scales.split_rows_at(row));
        (
            Self { rule, gradient: gradient.0, codes: codes.0, scales: scales.0, states: states.0, rounding },
            Self { rule, gradient: gradient.1, codes: codes.1, scales: scales.1, states: states.1, rounding: next },
        )
    }
}

/// One step of any rule, in place, on a weight of [8-bit integers](crate::quantized) with a scale and an offset for
/// each row.
///
/// Each touched row is decoded, updated, and encoded anew, with the scale and offset of its new range, as
/// [`encode`](crate::quantized::encode) does it: to the nearest codes, which loses steps of less than half a scale, or
/// by [random numbers](Rounding::Stochastic), which keeps their mean.
///
/// Shapes: `gradient` and `states` R x L, in the type of the arithmetic; `codes` dense R x L; `scales` dense R x 2.
/// Rows and evaluation: as [`update`](super::update). Cost: as there, of a quarter of the weight's bytes; each step is
/// computed twice, for the range and for the codes. Parts: rows; [`QuantizedStep`] [splits](crate::Split) them. No such
/// operator in MXNet.
///
/// # Errors
/// As [`update`](super::update), also for codes and scales of other shapes; then nothing is written.
///
/// ```
/// use lacuna::optim::{Rounding, Sgd, update_quantized};
/// use lacuna::{DenseMut, RowSparse};
/// // Rows 0 to 255 and 0 to 51, of which the second becomes -2 to 49.
/// let (mut codes, mut scales) = ([0, 100, 255, 0, 100, 255], [1.0_f32, 0.0, 0.2, 0.0]);
/// let gradient = RowSparse::new(2, 3, &[1], &[2.0, 2.0, 2.0])?;
/// let (code_rows, scale_rows) = (DenseMut::new(2, 3, &mut codes)?, DenseMut::new(2, 2, &mut scales)?);
/// update_quantized(&Sgd::new(1.0), gradient, code_rows, scale_rows, [], Rounding::Nearest)?;
/// assert_eq!((codes, scales), ([0, 100, 255, 0, 100, 255], [1.0, 0.0, 0.2, -2.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn update_quantized<R: Rule<V, N>, V: Value, I: Index, const N: usize, const STATES: usize>(
    rule: &R,
    gradient: RowSparse<'_, V, I>,
    codes: DenseMut<'_, u8>,
    scales: DenseMut<'_, V>,
    states: [RowsMut<'_, V, I>; STATES],
    rounding: Rounding,
) -> Result<(), KernelError> {
    QuantizedStep { rule: *rule, gradient, codes, scales, states, rounding }.call()
}
