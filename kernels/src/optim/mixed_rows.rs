//! The rows of an update whose weight and gradient are stored in fewer bits than it computes with.
use super::Common;
use super::blocks::{ElementStep, PIECE, step_chunk};
use super::check::{check_same_rows, check_shape, check_stored, operand};
use super::hyper::Update;
use super::rounding::RoundingDraws;
use super::row_sums::{Sums, Terms};
use crate::error::{KernelError, Operand};
use crate::view::Finder;
use crate::{DenseMut, Index, Number, RowSparse, RowsMut, Storage, processor};
use core::array;
use core::ops::Range;

/// The arrays of an update: `STATES` have the elements of the rows, `NUMBERS` one number a row.
pub(super) struct Arrays<'a, V: Storage, I, const STATES: usize, const NUMBERS: usize> {
    pub(super) weight: RowsMut<'a, V, I>,
    /// The weight in full, which is computed with if it is there.
    pub(super) master: Option<RowsMut<'a, V::Arithmetic, I>>,
    pub(super) states: [RowsMut<'a, V::Arithmetic, I>; STATES],
    pub(super) numbers: [RowsMut<'a, V::Arithmetic, I>; NUMBERS],
}

/// Refuses what no rule can use. The numbers count as the states behind the others, and the master as the one behind these.
pub(super) fn check<V: Storage, I: Index>(
    common: Common<V::Arithmetic>,
    gradient: RowSparse<'_, V, I>,
    weight: &RowsMut<'_, V, I>,
    master: Option<&RowsMut<'_, V::Arithmetic, I>>,
    states: &[RowsMut<'_, V::Arithmetic, I>],
    numbers: &[RowsMut<'_, V::Arithmetic, I>],
) -> Result<(), KernelError> {
    common.check()?;
    let others = || states.iter().chain(numbers).chain(master).enumerate().map(|(number, state)| (operand(number + 1), state));
    let (rows, length) = (gradient.rows(), gradient.row_length());
    check_shape(Operand::Weight, [rows, length], weight)?;
    for (number, (operand, state)) in others().enumerate() {
        let is_number = (states.len()..states.len() + numbers.len()).contains(&number);
        check_shape(operand, [rows, if is_number { 1 } else { length }], state)?;
    }
    check_stored(Operand::Weight, gradient, weight)?;
    others().try_for_each(|(operand, state)| check_stored(operand, gradient, state))?;
    match common.update {
        Update::Lazy => Ok(()),
        Update::Standard => others().try_for_each(|state| check_same_rows(weight, state)),
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

/// What becomes of the rows of an update. A closure might become a function of its own, without the instructions of its caller's level.
pub(super) trait RowVisitor<V: Storage, const STATES: usize, const NUMBERS: usize> {
    /// Row `number` of the table.
    fn visit(&self, number: usize, row: Row<'_, V, STATES>, numbers: [&mut [V::Arithmetic]; NUMBERS]);
}

/// The arrays of an update at one row, of one length.
pub(super) struct Row<'a, V: Storage, const STATES: usize> {
    pub(super) weight: &'a mut [V],
    pub(super) master: Option<&'a mut [V::Arithmetic]>,
    pub(super) states: [&'a mut [V::Arithmetic]; STATES],
    pub(super) gradient: Option<&'a [V]>,
}

impl<V: Storage, I: Index, const STATES: usize, const NUMBERS: usize> Arrays<'_, V, I, STATES, NUMBERS> {
    /// Gives all rows that an update touches to `visitor`: first those that the gradient does not store, if it is a standard one, then those that it stores.
    #[inline(always)]
    pub(super) fn each_row(self, update: Update, gradient: RowSparse<'_, V, I>, visitor: &impl RowVisitor<V, STATES, NUMBERS>) {
        /// Rows between the one in work and the one that is prefetched.
        const AHEAD: usize = 6;
        let Self { weight, master, states, numbers } = self;
        // There may be any number of rows without elements.
        if weight.row_length() == 0 {
            return;
        }
        let others = || states.iter().chain(&numbers).chain(&master);
        let rows = others().fold(gradient.rows().min(weight.rows()), |rows, state| rows.min(state.rows()));
        let stored = weight.pattern();
        let stored_by_others = others().find_map(RowsMut::pattern);
        // All arrays of a standard update store the same rows, or all rows.
        let row_of = |k: usize| match (stored, stored_by_others) {
            (Some(stored), _) => stored.row_of(k),
            (None, Some(stored)) => stored.row_of(k),
            (None, None) => k,
        };
        let count = stored.map(|stored| stored.stored_rows()).or(stored_by_others.map(|stored| stored.stored_rows())).unwrap_or(rows);
        let mut places =
            Places { weight: Rows::of(weight), master: master.map(Rows::of), states: states.map(Rows::of), numbers: numbers.map(Rows::of) };
        if update == Update::Standard {
            let mut next = 0;
            for row in (0..count).map(row_of) {
                while gradient.row_of(next) < row {
                    next += 1;
                }
                if gradient.row_of(next) != row {
                    places.visit(row, None, visitor);
                }
            }
        }
        for k in 0..gradient.stored_rows() {
            places.prefetch(gradient.row_of(k + AHEAD));
            places.visit(gradient.row_of(k), Some(gradient.stored_row(k)), visitor);
        }
    }
}

/// The arrays of an update, and where their rows are.
struct Places<'a, V: Storage, I, const STATES: usize, const NUMBERS: usize> {
    weight: Rows<'a, V, I>,
    master: Option<Rows<'a, V::Arithmetic, I>>,
    states: [Rows<'a, V::Arithmetic, I>; STATES],
    numbers: [Rows<'a, V::Arithmetic, I>; NUMBERS],
}

impl<V: Storage, I: Index, const STATES: usize, const NUMBERS: usize> Places<'_, V, I, STATES, NUMBERS> {
    #[inline(always)]
    fn prefetch(&mut self, row: usize) {
        self.weight.prefetch(row);
        self.states.iter_mut().chain(&mut self.numbers).chain(&mut self.master).for_each(|rows| rows.prefetch(row));
    }

    #[inline(always)]
    fn visit(&mut self, number: usize, gradient: Option<&[V]>, visitor: &impl RowVisitor<V, STATES, NUMBERS>) {
        let (weight, master) = (self.weight.row(number), self.master.as_mut().map(|rows| rows.row(number)));
        let states = self.states.each_mut().map(|rows| rows.row(number));
        let length = states.iter().fold(weight.len(), |length, state| length.min(state.len()));
        let length = length.min(gradient.map_or(length, <[V]>::len)).min(master.as_ref().map_or(length, |master| master.len()));
        let row = Row {
            weight: &mut weight[..length],
            master: master.map(|row| &mut row[..length]),
            states: states.map(|state| &mut state[..length]),
            gradient: gradient.map(|gradient| &gradient[..length]),
        };
        visitor.visit(number, row, self.numbers.each_mut().map(|rows| rows.row(number)));
    }
}

/// Elements that are converted together: where conversions are many instructions, the fewer loops the better.
const CHUNK: usize = 64;

impl<V: Storage, const STATES: usize> Row<'_, V, STATES> {
    /// One step of each element, with the weight rounded once; the row has this number in the table.
    #[inline(always)]
    pub(super) fn update<const N: usize>(
        &mut self,
        number: usize,
        common: &Common<V::Arithmetic>,
        draws: Option<&RoundingDraws>,
        element: &impl ElementStep<V::Arithmetic, N>,
    ) {
        const { assert!(N == STATES + 1, "a rule of N arrays has a weight and N - 1 states") };
        let length = self.weight.len();
        for first in (0..length).step_by(PIECE) {
            let count = PIECE.min(length - first);
            let drawn = draws.map(|draws| draws.columns::<{ PIECE / 8 }>(number, first));
            let random = drawn.as_ref().map(|drawn| drawn.as_flattened());
            let last = first + count - count % CHUNK;
            self.update_chunks::<CHUNK, N>(first..last, common, random, element);
            self.update_chunks::<1, N>(last..first + count, common, random.map(|random| &random[last - first..]), element);
        }
    }

    /// Whole chunks.
    #[inline(always)]
    fn update_chunks<const LENGTH: usize, const N: usize>(
        &mut self,
        elements: Range<usize>,
        common: &Common<V::Arithmetic>,
        random: Option<&[u16]>,
        element: &impl ElementStep<V::Arithmetic, N>,
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
            let arrays = step_chunk(common, gradient, arrays, element);
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

    /// Adds the squares of `terms`, of the arrays before the step, widened, to sums: those of a range of elements, piece by piece.
    #[inline(always)]
    pub(super) fn add_squares<const N: usize, const S: usize>(
        &self,
        elements: Range<usize>,
        sums: &mut Sums<V::Arithmetic, S>,
        terms: &impl Terms<V::Arithmetic, N, S>,
    ) {
        let mut weight_piece = [V::Arithmetic::ZERO; PIECE];
        let mut gradient_piece = [V::Arithmetic::ZERO; PIECE];
        for first in elements.clone().step_by(PIECE) {
            let range = first..elements.end.min(first + PIECE);
            let weight = match &self.master {
                Some(master) => &master[range.clone()],
                None => widened(&self.weight[range.clone()], &mut weight_piece),
            };
            let gradient = self.gradient.map(|gradient| widened(&gradient[range.clone()], &mut gradient_piece));
            sums.add(gradient, array::from_fn(|s| if s == 0 { weight } else { &self.states[s - 1][range.clone()] }), terms);
        }
    }
}

/// At most a piece, in the arithmetic's type.
#[inline(always)]
fn widened<'p, V: Storage>(stored: &[V], piece: &'p mut [V::Arithmetic; PIECE]) -> &'p [V::Arithmetic] {
    let piece = &mut piece[..stored.len()];
    let (stored_chunks, chunks) = (stored.as_chunks::<CHUNK>(), piece.as_chunks_mut::<CHUNK>());
    for (to, from) in chunks.0.iter_mut().zip(stored_chunks.0) {
        *to = V::load_array(from);
    }
    for (to, from) in chunks.1.iter_mut().zip(stored_chunks.1) {
        *to = from.load();
    }
    piece
}
