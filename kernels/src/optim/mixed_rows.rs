//! The rows of an update whose weight and gradient are stored in fewer bits than it computes with.
use super::Common;
use super::blocks::{ElementStep, PIECE, step_chunk};
use super::check::{check_same_rows, check_shape, check_stored, operand};
use super::hyper::Update;
use super::rounding::RoundingDraws;
use super::row_sums::{Sums, Terms};
use crate::error::{KernelError, Operand};
use crate::simd::{Simd, Work};
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

/// Refuses what no rule can use. The numbers count as the states behind the others, and the master as the one behind
/// these.
pub(super) fn check<V: Storage, I: Index>(
    common: Common<V::Arithmetic>,
    gradient: RowSparse<'_, V, I>,
    weight: &RowsMut<'_, V, I>,
    master: Option<&RowsMut<'_, V::Arithmetic, I>>,
    states: &[RowsMut<'_, V::Arithmetic, I>],
    numbers: &[RowsMut<'_, V::Arithmetic, I>],
) -> Result<(), KernelError> {
    let others =
        || states.iter().chain(numbers).chain(master).enumerate().map(|(number, state)| (operand(number + 1), state));
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

/// What becomes of the rows of an update. A closure might become a function of its own, without the instructions of its
/// caller's level.
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
    /// Gives all rows that an update touches to `visitor`: first those that the gradient does not store, if it is a
    /// standard one, then those that it stores.
    #[inline(always)]
    pub(super) fn each_row(
        self,
        update: Update,
        gradient: RowSparse<'_, V, I>,
        visitor: &impl RowVisitor<V, STATES, NUMBERS>,
    ) {
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
        let count = stored
            .map(|stored| stored.stored_rows())
            .or(stored_by_others.map(|stored| stored.stored_rows()))
            .unwrap_or(rows);
        let mut places = Places {
            weight: Rows::of(weight),
            master: master.map(Rows::of),
            states: states.map(Rows::of),
            numbers: numbers.map(Rows::of),
        };
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
        // A chain of all would be a call.
        for rows in &mut self.states {
            rows.prefetch(row);
        }
        for rows in &mut self.numbers {
            rows.prefetch(row);
        }
        if let Some(rows) = &mut self.master {
            rows.prefetch(row);
        }
    }

    #[inline(always)]
    fn visit(&mut self, number: usize, gradient: Option<&[V]>, visitor: &impl RowVisitor<V, STATES, NUMBERS>) {
        let (weight, master) = (self.weight.row(number), self.master.as_mut().map(|rows| rows.row(number)));
        // By `map` there would be calls for each row.
        let mut states: [&mut [V::Arithmetic]; STATES] = array::from_fn(|_| Default::default());
        let mut length = weight
            .len()
            .min(gradient.map_or(usize::MAX, <[V]>::len))
            .min(master.as_ref().map_or(usize::MAX, |row| row.len()));
        for (state, rows) in states.iter_mut().zip(&mut self.states) {
            *state = rows.row(number);
            length = length.min(state.len());
        }
        for state in &mut states {
            *state = &mut core::mem::take(state)[..length];
        }
        let row = Row {
            weight: &mut weight[..length],
            master: master.map(|row| &mut row[..length]),
            states,
            gradient: gradient.map(|gradient| &gradient[..length]),
        };
        visitor.visit(number, row, self.numbers.each_mut().map(|rows| rows.row(number)));
    }
}

/// The random numbers of a piece of a row: in a function of its own, as they need all registers.
struct Columns<'a> {
    draws: &'a RoundingDraws,
    number: usize,
    first: usize,
}

impl Work for Columns<'_> {
    type Output = [[u16; 8]; PIECE / 8];

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> Self::Output {
        self.draws.columns(self.number, self.first)
    }
}

/// Elements that are converted together: where conversions are many instructions, the fewer loops the better.
const CHUNK: usize = 64;

/// The same in what whole chunks leave.
const SMALL_CHUNK: usize = 16;

impl<V: Storage, const STATES: usize> Row<'_, V, STATES> {
    /// One step of each element, with the weight rounded once; the row has this number in the table.
    #[inline(always)]
    pub(super) fn update<L: Simd, const N: usize>(
        &mut self,
        simd: L,
        number: usize,
        common: &Common<V::Arithmetic>,
        draws: Option<&RoundingDraws>,
        element: &impl ElementStep<V::Arithmetic, N>,
    ) {
        const { assert!(N == STATES + 1, "a rule of N arrays has a weight and N - 1 states") };
        // What has no neighbour of full width may come in any order.
        if const { N == 1 } && self.master.is_none() {
            self.update_pieces::<L, N, false>(simd, number, common, draws, element);
        } else {
            self.update_pieces::<L, N, true>(simd, number, common, draws, element);
        }
    }

    #[inline(always)]
    fn update_pieces<L: Simd, const N: usize, const IN_ORDER: bool>(
        &mut self,
        simd: L,
        number: usize,
        common: &Common<V::Arithmetic>,
        draws: Option<&RoundingDraws>,
        element: &impl ElementStep<V::Arithmetic, N>,
    ) {
        let length = self.weight.len();
        let Some(draws) = draws else {
            return self.update_range::<L, N, IN_ORDER>(simd, 0..length, common, None, element);
        };
        for first in (0..length).step_by(PIECE) {
            let drawn = simd.apart(Columns { draws, number, first });
            self.update_range::<L, N, IN_ORDER>(
                simd,
                first..length.min(first + PIECE),
                common,
                Some(drawn.as_flattened()),
                element,
            );
        }
    }

    /// With the random numbers of these elements.
    #[inline(always)]
    fn update_range<L: Simd, const N: usize, const IN_ORDER: bool>(
        &mut self,
        simd: L,
        Range { start, end }: Range<usize>,
        common: &Common<V::Arithmetic>,
        random: Option<&[u16]>,
        element: &impl ElementStep<V::Arithmetic, N>,
    ) {
        let chunks = end - (end - start) % CHUNK;
        self.update_chunks::<L, CHUNK, N, IN_ORDER>(simd, start..chunks, common, random, element);
        let small = end - (end - start) % SMALL_CHUNK;
        let random = random.map(|random| &random[chunks - start..]);
        self.update_chunks::<L, SMALL_CHUNK, N, IN_ORDER>(simd, chunks..small, common, random, element);
        let random = random.map(|random| &random[small - chunks..]);
        self.update_chunks::<L, 1, N, true>(simd, small..end, common, random, element);
    }

    /// Whole chunks.
    #[inline(always)]
    fn update_chunks<L: Simd, const LENGTH: usize, const N: usize, const IN_ORDER: bool>(
        &mut self,
        simd: L,
        elements: Range<usize>,
        common: &Common<V::Arithmetic>,
        random: Option<&[u16]>,
        element: &impl ElementStep<V::Arithmetic, N>,
    ) {
        let count = elements.len() / LENGTH;
        let chunks = &mut self.weight[elements.clone()].as_chunks_mut::<LENGTH>().0[..count];
        let mut states: [&mut [[V::Arithmetic; LENGTH]]; STATES] = array::from_fn(|_| Default::default());
        for (chunks, state) in states.iter_mut().zip(&mut self.states) {
            *chunks = &mut state[elements.clone()].as_chunks_mut().0[..count];
        }
        let mut master =
            self.master.as_mut().map(|master| &mut master[elements.clone()].as_chunks_mut::<LENGTH>().0[..count]);
        let gradient = self.gradient.map(|gradient| &gradient[elements].as_chunks::<LENGTH>().0[..count]);
        let random = random.map(|random| &random.as_chunks::<LENGTH>().0[..count]);
        for k in 0..count {
            let mut arrays = [[V::Arithmetic::ZERO; LENGTH]; N];
            arrays[0] = match &master {
                Some(master) => master[k],
                None => V::load_chunk::<L, LENGTH, IN_ORDER>(simd, &chunks[k]),
            };
            for s in 1..N {
                arrays[s] = states[s - 1][k];
            }
            let gradient = gradient.map(|gradient| V::load_chunk::<L, LENGTH, IN_ORDER>(simd, &gradient[k]));
            let arrays = step_chunk(common, gradient, arrays, element);
            chunks[k] = V::store_chunk::<L, LENGTH, IN_ORDER>(simd, &arrays[0], random.map(|random| &random[k]));
            if let Some(master) = &mut master {
                master[k] = arrays[0];
            }
            for s in 1..N {
                states[s - 1][k] = arrays[s];
            }
        }
    }

    /// Adds the squares of `terms`, of the arrays before the step, widened, to sums: those of a range of elements,
    /// piece by piece.
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
            sums.add(
                gradient,
                array::from_fn(|s| if s == 0 { weight } else { &self.states[s - 1][range.clone()] }),
                terms,
            );
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
