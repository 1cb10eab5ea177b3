//! One step, or the missed steps alone: the driver of all rules.
use super::catch_up::{CatchUp, Missed};
use super::schedule::{Record, Schedule};
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::optim::blocks::{Block, each_block, update_row};
use crate::optim::check::{check_same_rows, check_shape, check_stored, operand};
use crate::optim::{Common, Update};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, equal};
use crate::{Index, RowSparse, RowsMut, Value};

/// The arguments of [`update`], [`catch_up`] and [`flush`], for a caller who runs them on threads:
/// [`split`](crate::Split::split) them, run the parts, and then record the step in the schedule.
#[derive(Debug)]
pub struct ExactStep<'a, R: CatchUp<V, N>, V: Value, I, const N: usize> {
    /// The steps that may have been missed: [`Schedule::records`].
    pub records: &'a [Option<Record<R, V, N>>],
    /// What is done to the rows of `touched`.
    pub touch: Touch<R>,
    /// R x L: the gradient. Of reads, which look at its rows only, R x 0.
    pub touched: RowSparse<'a, V, I>,
    /// The weight, then the states: R x L each.
    pub states: [RowsMut<'a, V, I>; N],
    /// The steps that each row that the weight stores has seen.
    pub stamps: &'a mut [u32],
}

/// What is done to rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Touch<R> {
    /// They are brought up to date, and then go one step with their gradient.
    Step(R),
    /// They are brought up to date.
    Read,
    /// All rows are brought up to date, and have the stamp 0 then.
    Flush,
}

impl<R: CatchUp<V, N>, V: Value, I: Index, const N: usize> ExactStep<'_, R, V, I, N> {
    fn weight(&self) -> Option<&RowsMut<'_, V, I>> {
        self.states.first()
    }

    /// The rows of the weight that have a place.
    fn stored(&self) -> usize {
        self.weight().map_or(0, |weight| weight.pattern().map_or(weight.rows(), |stored| stored.stored_rows()))
    }

    /// Refuses stamps of steps that the schedule does not have.
    fn check_stamps(&self) -> Result<(), KernelError> {
        let Self { records, touch, touched, stamps, .. } = self;
        let stored = self.stored();
        if stamps.len() != stored {
            return Err(KernelError::Shape {
                operand: Operand::Stamps,
                axis: 2,
                expected: stored,
                found: stamps.len(),
            });
        }
        let checked = |place: usize| match stamps.get(place).map(|&stamp| stamp as usize) {
            Some(stamp) if stamp > records.len() => Err(KernelError::Pattern {
                operand: Operand::Stamps,
                row: place,
                expected: records.len(),
                found: stamp,
            }),
            _ => Ok(()),
        };
        if matches!(touch, Touch::Flush) {
            return (0..stored).try_for_each(checked);
        }
        let finder = self.weight().and_then(RowsMut::finder);
        (0..touched.stored_rows()).map(|k| touched.row_of(k)).try_for_each(|row| match &finder {
            None => checked(row),
            Some(finder) => finder.find(row).map_or(Ok(()), checked),
        })
    }
}

impl<R: CatchUp<V, N>, V: Value, I: Index, const N: usize> Body for ExactStep<'_, R, V, I, N> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let Self { touch, touched, states, .. } = self;
        let Some(weight) = self.weight() else { return Ok(()) };
        let operands = || states.iter().enumerate().map(|(number, state)| (operand(number), state));
        match touch {
            Touch::Step(rule) => {
                rule.checked()?;
                operands().try_for_each(|(operand, state)| {
                    check_shape(operand, [touched.rows(), touched.row_length()], state)
                })?;
            }
            Touch::Read | Touch::Flush => operands().try_for_each(|(operand, state)| {
                expect(operand, 0, touched.rows(), state.rows())?;
                expect(operand, 1, weight.row_length(), state.row_length())
            })?,
        }
        match touch {
            Touch::Step(_) | Touch::Read => {
                operands().try_for_each(|(operand, state)| check_stored(operand, *touched, state))?
            }
            Touch::Flush => operands().skip(1).try_for_each(|state| check_same_rows(weight, state))?,
        }
        self.check_stamps()
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { records, touch, touched, states, stamps } = self;
        let (update, stamp) = match touch {
            Touch::Flush => (Update::Standard, 0),
            Touch::Read => (Update::Lazy, records.len()),
            Touch::Step(_) => (Update::Lazy, records.len() + 1),
        };
        let step = match touch {
            Touch::Step(rule) => Some((rule.coefficients(), rule.common())),
            Touch::Read | Touch::Flush => None,
        };
        let stamp = stamp as u32;
        each_block(update, touched, states, [], &mut |block| {
            levels.run(ExactBlock::<R, V, N> { records, step, stamp, stamps, block });
        });
        Ok(())
    }
}

/// Some rows.
struct ExactBlock<'a, 'b, 's, R: CatchUp<V, N>, V: Value, const N: usize> {
    records: &'a [Option<Record<R, V, N>>],
    step: Option<(R::Coefficients, Common<V>)>,
    /// What the stamps of the rows become.
    stamp: u32,
    stamps: &'b mut [u32],
    block: Block<'b, 's, V, N, 0>,
}

impl<R: CatchUp<V, N>, V: Value, const N: usize> Work for ExactBlock<'_, '_, '_, R, V, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { records, step, stamp, stamps, mut block } = self;
        let gradient = block.gradient;
        for k in 0..block.count() {
            block.prefetch(k);
            let place = block.place(k);
            // A row that a broken trust leaves out has no stamp.
            let (Some(seen), Some((mut rows, []))) = (stamps.get_mut(place), block.rows(k)) else { continue };
            if let Some(missed) = Missed::since(records, *seen)
                && !R::changes_nothing(missed.summary())
            {
                catch_up_row(&missed, &mut rows);
            }
            *seen = stamp;
            if let (Some((coefficients, common)), Some(gradient)) = (&step, gradient) {
                update_row(rows, Some(gradient.row(k)), &|gradient, old: [V; N]| {
                    R::step(coefficients, R::prepare(common, Some(gradient), old[0]), old)
                });
            }
        }
    }
}

#[inline(always)]
fn catch_up_row<R: CatchUp<V, N>, V: Value, const N: usize>(missed: &Missed<'_, R, V, N>, rows: &mut [&mut [V]; N]) {
    /// Elements that are read before any of them is written, so that nothing need be checked for overlap.
    const CHUNK: usize = 64;
    const SHORT_CHUNK: usize = 8;
    let length = rows.iter().fold(usize::MAX, |length, row| length.min(row.len()));
    let mut first = 0;
    while first + CHUNK <= length {
        catch_up_chunk::<CHUNK, R, V, N>(missed, rows, first);
        first += CHUNK;
    }
    while first + SHORT_CHUNK <= length {
        catch_up_chunk::<SHORT_CHUNK, R, V, N>(missed, rows, first);
        first += SHORT_CHUNK;
    }
    while first < length {
        catch_up_chunk::<1, R, V, N>(missed, rows, first);
        first += 1;
    }
}

#[inline(always)]
fn catch_up_chunk<const COUNT: usize, R: CatchUp<V, N>, V: Value, const N: usize>(
    missed: &Missed<'_, R, V, N>,
    rows: &mut [&mut [V]; N],
    first: usize,
) {
    let mut arrays = [[V::ZERO; COUNT]; N];
    for (array, row) in arrays.iter_mut().zip(&*rows) {
        if let Some(chunk) = row.get(first..).and_then(|rest| rest.first_chunk()) {
            *array = *chunk;
        }
    }
    for (array, row) in R::catch_up(missed, arrays).iter().zip(rows) {
        if let Some(chunk) = row.get_mut(first..).and_then(|rest| rest.first_chunk_mut()) {
            *chunk = *array;
        }
    }
}

impl<R: CatchUp<V, N>, V: Value, I: Index, const N: usize> Split for ExactStep<'_, R, V, I, N> {
    fn rows(&self) -> usize {
        self.touched.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        match self.touch {
            Touch::Step(_) | Touch::Read => self.touched.cut(part, parts),
            Touch::Flush => equal(self.rows(), part, parts),
        }
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { records, touch, touched, states, stamps } = self;
        let (touched, states) = (touched.split_rows_at(row), Split::split_rows_at(states, row));
        let before =
            states.0.first().map_or(0, |weight| weight.pattern().map_or(weight.rows(), |stored| stored.stored_rows()));
        let stamps = stamps.split_at_mut(before.min(stamps.len()));
        (
            Self { records, touch, touched: touched.0, states: states.0, stamps: stamps.0 },
            Self { records, touch, touched: touched.1, states: states.1, stamps: stamps.1 },
        )
    }
}

/// One exact lazy step, in place: the rows of the gradient are brought up to date, go one step of `rule`, and the
/// schedule has one step more.
///
/// Shapes: gradient row_sparse R x L, `states` the weight and the rule's states, R x L each, dense or row_sparse;
/// `stamps` a number for each row that the weight stores, all 0 at the beginning. States must store the rows of the
/// gradient as in a lazy [`update`](crate::optim::update()); whether the rule says lazy or standard has no meaning
/// here. Cost: that of a lazy update, a stamp and a look into the schedule for each row, and a pass over 32 steps of
/// the schedule and every 32nd of the others. Parts: rows; [`ExactStep`] [splits](crate::Split) them.
///
/// # Errors
/// As [`update`](crate::optim::update()); [`KernelError::Capacity`] if the schedule is full: [`flush`] first;
/// [`KernelError::Shape`] for another number of stamps, [`KernelError::Pattern`] for one of a step that the schedule
/// does not have. Then nothing is written.
///
/// ```
/// use lacuna::optim::exact::{Schedule, catch_up, update};
/// use lacuna::optim::Sgd;
/// use lacuna::{DenseMut, RowSparse};
/// let (mut memory, mut stamps) = ([None; 8], [0; 3]);
/// let mut schedule = Schedule::new(&mut memory);
/// let mut weight = [16.0_f32, 16.0, 16.0];
/// let gradient = RowSparse::new(3, 1, &[1], &[4.0])?;
/// for _ in 0..2 {
///     let rule = Sgd { weight_decay: 0.5, ..Sgd::new(0.5) };
///     update(&mut schedule, &rule, gradient, [DenseMut::new(3, 1, &mut weight)?.into()], &mut stamps)?;
/// }
/// assert_eq!(weight, [16.0, 5.5, 16.0]);
/// catch_up(&schedule, &[0], [DenseMut::new(3, 1, &mut weight)?.into()], &mut stamps)?;
/// assert_eq!((weight, stamps), ([9.0, 5.5, 16.0], [2, 2, 0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn update<R: CatchUp<V, N>, V: Value, I: Index, const N: usize>(
    schedule: &mut Schedule<'_, R, V, N>,
    rule: &R,
    gradient: RowSparse<'_, V, I>,
    states: [RowsMut<'_, V, I>; N],
    stamps: &mut [u32],
) -> Result<(), KernelError> {
    schedule.has_room()?;
    ExactStep { records: schedule.records(), touch: Touch::Step(*rule), touched: gradient, states, stamps }.call()?;
    schedule.push(rule)
}

/// Brings the rows of `ids` up to date, so that they can be read: ascending distinct ids.
///
/// Shapes and cost: as [`update`].
///
/// # Errors
/// [`Error::Format`](crate::Error::Format) for ids that are not ascending, not distinct or not in range; else as
/// [`update`]. Then nothing is written. The example stands at [`update`].
pub fn catch_up<R: CatchUp<V, N>, V: Value, I: Index, const N: usize>(
    schedule: &Schedule<'_, R, V, N>,
    ids: &[I],
    states: [RowsMut<'_, V, I>; N],
    stamps: &mut [u32],
) -> Result<(), crate::Error> {
    let touched = RowSparse::new(states.first().map_or(0, RowsMut::rows), 0, ids, &[])?;
    Ok(ExactStep { records: schedule.records(), touch: Touch::Read, touched, states, stamps }.call()?)
}

/// Brings all rows up to date, and empties the schedule: the table is then what standard updates would have made of it.
/// States must store the rows that the weight stores.
///
/// Shapes: as [`update`]. Cost: one pass over weight and states.
///
/// # Errors
/// As [`update`]. Then nothing is written. The example stands at [`Replay`](super::Replay).
pub fn flush<R: CatchUp<V, N>, V: Value, I: Index, const N: usize>(
    schedule: &mut Schedule<'_, R, V, N>,
    states: [RowsMut<'_, V, I>; N],
    stamps: &mut [u32],
) -> Result<(), crate::Error> {
    let touched = RowSparse::new(states.first().map_or(0, RowsMut::rows), 0, &[], &[])?;
    ExactStep { records: schedule.records(), touch: Touch::Flush, touched, states, stamps: &mut *stamps }.call()?;
    // Rows without elements have not been visited.
    stamps.fill(0);
    schedule.clear();
    Ok(())
}
