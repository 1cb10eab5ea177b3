//! The rows of an update, a block at a time: where they are is found by the index type, what becomes of them by the rule, and neither is compiled again for the other.
use super::hyper::Update;
use crate::view::Finder;
use crate::{DenseMut, Index, RowSparse, RowsMut, Value, processor};
use core::array;

/// Rows between the one in work and the one that is prefetched.
const AHEAD: usize = 4;

/// Rows that are updated by one call.
const BLOCK: usize = if VECTORS { 32 } else { 8 };

/// True where an element is not a register of its own: elsewhere, chunks are but longer code.
const VECTORS: bool = cfg!(any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"));

/// Rows of known places.
pub(super) struct Block<'b, 's, V, const N: usize> {
    states: &'b mut [DenseMut<'s, V>; N],
    /// Of the rows of the block, and of those that come next.
    places: &'b [[usize; N]],
    /// How many rows the block has.
    count: usize,
    /// Elements of each array's rows that are asked for before they are needed: none where places are searched.
    prefetched: [usize; N],
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
    /// `[states] = step(gradient, [states])` for each element, where `gradient` gives the gradient of each row: the compiler sees whether there is one. Rows without one follow each other
    /// so closely that they need no prefetch.
    #[inline(always)]
    pub(super) fn update<'g, const PREFETCH: bool>(self, gradient: impl Fn(usize) -> Option<&'g [V]>, step: impl Fn(V, [V; N]) -> [V; N])
    where
        V: 'g,
    {
        let Self { states, places, count, prefetched, .. } = self;
        for (k, places_of_row) in places.iter().take(count).enumerate() {
            if PREFETCH && let Some(ahead) = places.get(k + AHEAD) {
                for ((state, &place), length) in states.iter_mut().zip(ahead).zip(prefetched) {
                    let stride = state.stride();
                    processor::prefetch(state.data_mut(), place.wrapping_mul(stride), length);
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
    let finders = stored.map(|stored| stored.filter(|stored| stored.stored_rows() != stored.rows()).map(Finder::new));
    let mut states = states.map(RowsMut::into_stored);
    let prefetched = array::from_fn(|s| if finders[s].is_none() { states[s].columns().min(states[s].data_mut().len()) } else { 0 });
    let searches = finders.iter().any(Option::is_some);
    let mut blocks = Blocks { finders, searches, states, prefetched, places: [[0; N]; BLOCK + AHEAD], known: 0, gradient: None, run };
    if update == Update::Standard {
        // All states store the same rows, or all rows.
        let stored = stored.into_iter().flatten().next();
        let mut next = 0;
        for k in 0..stored.map_or(rows, |stored| stored.stored_rows()) {
            let row = stored.map_or(k, |stored| stored.row_of(k));
            while gradient.row_of(next) < row {
                next += 1;
            }
            if gradient.row_of(next) != row {
                blocks.push(row);
            }
        }
        blocks.update(blocks.known);
    }
    blocks.gradient = Some(Gradient { data: gradient.data(), row_length: gradient.row_length() });
    for k in 0..gradient.stored_rows() {
        blocks.push(gradient.row_of(k));
    }
    blocks.update(blocks.known);
}

struct Blocks<'g, 's, 'v, 'r, V, I, const N: usize> {
    /// Only where the place of a row must be searched.
    finders: [Option<Finder<'v, V, I>>; N],
    /// True if there is such a place.
    searches: bool,
    states: [DenseMut<'s, V>; N],
    prefetched: [usize; N],
    places: [[usize; N]; BLOCK + AHEAD],
    /// How many places are known.
    known: usize,
    /// Of these rows, and of all that follow.
    gradient: Option<Gradient<'g, V>>,
    run: &'r mut dyn FnMut(Block<'_, '_, V, N>),
}

impl<V: Value, I: Index, const N: usize> Blocks<'_, '_, '_, '_, V, I, N> {
    /// One more row.
    #[inline(always)]
    fn push(&mut self, row: usize) {
        if let Some(places) = self.places.get_mut(self.known) {
            *places = [row; N];
            if self.searches {
                for (place, finder) in places.iter_mut().zip(&self.finders) {
                    if let Some(finder) = finder {
                        // A row that a broken trust leaves out has no place.
                        *place = finder.find(row).unwrap_or(usize::MAX);
                    }
                }
            }
            self.known += 1;
        }
        if self.known == self.places.len() {
            self.update(BLOCK);
        }
    }

    /// Updates the first `count` rows, and keeps the others.
    #[inline(never)]
    fn update(&mut self, count: usize) {
        let places = self.places.get(..self.known).unwrap_or_default();
        (self.run)(Block { states: &mut self.states, places, count, prefetched: self.prefetched, gradient: self.gradient });
        // More than are left have been updated, so these do not overlap.
        let (updated, left) = self.places.split_at_mut(count.min(BLOCK + AHEAD));
        updated.iter_mut().zip(left).for_each(|(to, from)| *to = *from);
        self.known -= count;
        if let Some(Gradient { data, row_length }) = &mut self.gradient {
            *data = data.get(count.saturating_mul(*row_length)..).unwrap_or(&[]);
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
    let (states, gradient) = update_chunks::<{ if VECTORS { 64 } else { 1 } }, V, STATES>(states, gradient, step);
    let (states, gradient) = update_chunks::<{ if VECTORS { 16 } else { 1 } }, V, STATES>(states, gradient, step);
    update_chunks::<1, V, STATES>(states, gradient, step);
}

/// Updates whole chunks of slices of one length, and gives what is left. A chunk is read before any of it is written, so that nothing need be checked for overlap.
#[inline(always)]
fn update_chunks<'s, 'g, const CHUNK: usize, V: Value, const STATES: usize>(
    states: [&'s mut [V]; STATES],
    gradient: Option<&'g [V]>,
    step: &impl Fn(V, [V; STATES]) -> [V; STATES],
) -> ([&'s mut [V]; STATES], Option<&'g [V]>) {
    let count = states.first().map_or(0, |state| state.len() / CHUNK);
    // That there are as many of each is told once: then no chunk is checked.
    let gradient = gradient.map(|gradient| gradient.as_chunks::<CHUNK>()).map(|(chunks, rest)| (&chunks[..count], rest));
    let mut states = states.map(|state| state.as_chunks_mut::<CHUNK>()).map(|(chunks, rest)| (&mut chunks[..count], rest));
    for chunk in 0..count {
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
