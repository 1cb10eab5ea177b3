//! The rows of an update, a block at a time: where they are is found by the index type, what becomes of them by the rule, and neither is compiled again for the other.
use super::hyper::Update;
use crate::view::Finder;
use crate::{DenseMut, Index, RowSparse, RowsMut, Value, processor};
use core::array;

/// Rows between the one in work and the one that is prefetched.
const AHEAD: usize = 4;

/// Rows that are updated by one call.
const BLOCK: usize = 32;

/// Rows of known places.
pub(super) struct Block<'b, 's, V, const N: usize> {
    states: &'b mut [DenseMut<'s, V>; N],
    /// Of the rows of the block, and of those that come next.
    places: &'b [[usize; N]],
    /// How many rows the block has.
    count: usize,
    /// Of these rows; none for rows that the gradient does not store.
    pub(super) gradient: Option<Gradient<'b, V>>,
}

/// The rows of a gradient, one after the other.
#[derive(Clone, Copy)]
pub(super) struct Gradient<'b, V> {
    data: &'b [V],
    row_length: usize,
}

impl<V: Value, const N: usize> Block<'_, '_, V, N> {
    /// `[states] = step(gradient, [states])` for each element, where `gradient` gives the gradient of each row: the compiler sees whether there is one.
    #[inline(always)]
    pub(super) fn update<'g>(self, gradient: impl Fn(usize) -> Option<&'g [V]>, step: impl Fn(V, [V; N]) -> [V; N])
    where
        V: 'g,
    {
        let Self { states, places, count, .. } = self;
        for (k, places_of_row) in places.iter().take(count).enumerate() {
            if let Some(ahead) = places.get(k + AHEAD) {
                for (state, &place) in states.iter_mut().zip(ahead) {
                    let (stride, columns) = (state.stride(), state.columns());
                    let data = state.data_mut();
                    processor::prefetch(data, place.wrapping_mul(stride), columns.min(data.len()));
                }
            }
            // By `map` with a larger function there would be a call for each row.
            let mut rows: [&mut [V]; N] = array::from_fn(|_| Default::default());
            for ((row, state), &place) in rows.iter_mut().zip(&mut *states).zip(places_of_row) {
                *row = state.row_mut(place);
            }
            update_row(rows, gradient(k), &step);
        }
    }
}

impl<'b, V: Value> Gradient<'b, V> {
    #[inline(always)]
    pub(super) fn row(&self, k: usize) -> &'b [V] {
        let start = k.wrapping_mul(self.row_length);
        self.data.get(start..start.wrapping_add(self.row_length)).unwrap_or(&[])
    }
}

/// Gives all rows that an update touches to `run`: first those that the gradient does not store, if it is a standard one, then those that it stores.
#[cfg_attr(target_arch = "x86_64", inline(never))]
pub(super) fn each_block<V: Value, I: Index, const N: usize>(
    update: Update,
    gradient: RowSparse<'_, V, I>,
    states: [RowsMut<'_, V, I>; N],
    run: &mut dyn FnMut(Block<'_, '_, V, N>),
) {
    let stored = states.each_ref().map(RowsMut::pattern);
    // There may be any number of rows without elements.
    let rows = if states.iter().any(|state| state.row_length() == 0) {
        0
    } else {
        states.iter().fold(gradient.rows(), |rows, state| rows.min(state.rows()))
    };
    let mut blocks = Blocks {
        finders: stored.map(|stored| stored.filter(|stored| stored.stored_rows() != stored.rows()).map(Finder::new)),
        states: states.map(RowsMut::into_stored),
        run,
    };
    if update == Update::Standard {
        // All states store the same rows, or all rows.
        let mut next = 0;
        let absent = |row: &usize| {
            while gradient.row_of(next) < *row {
                next += 1;
            }
            gradient.row_of(next) != *row
        };
        match stored.into_iter().flatten().next() {
            None => blocks.give((0..rows).filter(absent), None),
            Some(stored) => blocks.give((0..stored.stored_rows()).map(|k| stored.row_of(k)).filter(absent), None),
        }
    }
    blocks.give((0..gradient.stored_rows()).map(|k| gradient.row_of(k)), Some(gradient));
}

struct Blocks<'s, 'v, 'r, V, I, const N: usize> {
    /// Only where the place of a row must be searched.
    finders: [Option<Finder<'v, V, I>>; N],
    states: [DenseMut<'s, V>; N],
    run: &'r mut dyn FnMut(Block<'_, '_, V, N>),
}

impl<V: Value, I: Index, const N: usize> Blocks<'_, '_, '_, V, I, N> {
    fn give(&mut self, mut rows: impl Iterator<Item = usize>, gradient: Option<RowSparse<'_, V, I>>) {
        let mut places = [[0; N]; BLOCK + AHEAD];
        let (mut known, mut done) = (0, 0_usize);
        loop {
            for (places, row) in places.iter_mut().skip(known).zip(&mut rows) {
                *places = array::from_fn(|state| match &self.finders[state] {
                    None => row,
                    // A row that a broken trust leaves out has no place.
                    Some(finder) => finder.find(row).unwrap_or(usize::MAX),
                });
                known += 1;
            }
            let last = known < places.len();
            let count = if last { known } else { BLOCK };
            let gradient = gradient.map(|gradient| {
                let row_length = gradient.row_length();
                Gradient { data: gradient.data().get(done.saturating_mul(row_length)..).unwrap_or(&[]), row_length }
            });
            (self.run)(Block { states: &mut self.states, places: &places[..known], count, gradient });
            if last {
                return;
            }
            places.copy_within(BLOCK.., 0);
            known -= BLOCK;
            done += BLOCK;
        }
    }
}

/// `[states] = step(gradient, [states])` for each element of a row, as many as all have; without a gradient it is 0.
#[inline(always)]
fn update_row<V: Value, const STATES: usize>(
    states: [&mut [V]; STATES],
    gradient: Option<&[V]>,
    step: &impl Fn(V, [V; STATES]) -> [V; STATES],
) {
    // A row that a broken trust leaves out is empty.
    let length = states.iter().fold(gradient.map_or(usize::MAX, <[V]>::len), |length, state| length.min(state.len()));
    let (states, gradient) = (states.map(|state| &mut state[..length]), gradient.map(|gradient| &gradient[..length]));
    // Rows come from far: the fewer instructions a row takes, the more rows are on their way at once.
    let (states, gradient) = update_chunks::<64, V, STATES>(states, gradient, step);
    let (states, gradient) = update_chunks::<16, V, STATES>(states, gradient, step);
    update_chunks::<1, V, STATES>(states, gradient, step);
}

/// Updates whole chunks of slices of one length, and gives what is left. A chunk is read before any of it is written, so that nothing need be checked for overlap.
#[inline(always)]
fn update_chunks<'s, 'g, const CHUNK: usize, V: Value, const STATES: usize>(
    states: [&'s mut [V]; STATES],
    gradient: Option<&'g [V]>,
    step: &impl Fn(V, [V; STATES]) -> [V; STATES],
) -> ([&'s mut [V]; STATES], Option<&'g [V]>) {
    let gradient = gradient.map(|gradient| gradient.as_chunks::<CHUNK>());
    let mut states = states.map(|state| state.as_chunks_mut::<CHUNK>());
    for chunk in 0..states.first().map_or(0, |state| state.0.len()) {
        let gradient = gradient.map_or([V::ZERO; CHUNK], |gradient| gradient.0[chunk]);
        let mut new = [[V::ZERO; CHUNK]; STATES];
        for (new, state) in new.iter_mut().zip(&states) {
            *new = state.0[chunk];
        }
        for i in 0..CHUNK {
            let stepped = step(gradient[i], array::from_fn(|s| new[s][i]));
            for s in 0..STATES {
                new[s][i] = stepped[s];
            }
        }
        for (new, state) in new.iter().zip(&mut states) {
            state.0[chunk] = *new;
        }
    }
    (states.map(|state| state.1), gradient.map(|gradient| gradient.1))
}
