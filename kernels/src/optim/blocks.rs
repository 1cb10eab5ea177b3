//! The rows of an update, a block at a time: where they are is found by the index type, what becomes of them by the
//! rule, and neither is compiled again for the other.
use super::Rule;
use super::hyper::{Common, Update};
use crate::view::Finder;
use crate::{DenseMut, Index, RowSparse, RowsMut, Value, arrays, processor};
use core::array;

/// The most rows between the one in work and the one that is prefetched, and the fewest.
const MOST_AHEAD: usize = if VECTORS { 16 } else { FEWEST_AHEAD };
const FEWEST_AHEAD: usize = 4;

/// Bytes that are on their way at once. Short rows are asked for further ahead: what is worked off in between is to
/// last as long as far memory does.
const BYTES_AHEAD: usize = 4 << 10;

/// Rows that are updated by one call.
const BLOCK: usize = if VECTORS { 32 } else { 8 };

/// True where an element is not a register of its own: elsewhere, chunks are but longer code.
const VECTORS: bool = cfg!(any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"));

/// Where the rows of an update are: of the weight and the states, and of the states of one number a row.
#[derive(Clone, Copy)]
struct Places<const N: usize, const M: usize> {
    states: [usize; N],
    numbers: [usize; M],
}

/// Arrays whose rows are found by places.
struct Arrays<'s, V, const N: usize> {
    data: [DenseMut<'s, V>; N],
    /// Elements of each array's rows that are asked for before they are needed: none where places are searched.
    prefetched: [usize; N],
}

impl<V: Value, const N: usize> Arrays<'_, V, N> {
    #[inline(always)]
    fn prefetch(&mut self, places: &[usize; N]) {
        for ((array, &place), length) in self.data.iter_mut().zip(places).zip(self.prefetched) {
            let stride = array.stride();
            processor::prefetch(array.data_mut(), place.wrapping_mul(stride), length);
        }
    }

    /// Bytes of a row of each array, as many as whole lines have.
    fn row_bytes(&self) -> usize {
        self.prefetched.iter().map(|length| (length * size_of::<V>()).next_multiple_of(processor::LINE_BYTES)).sum()
    }

    #[inline(always)]
    fn rows(&mut self, places: &[usize; N]) -> [&mut [V]; N] {
        // By `map` with a larger function there would be a call for each row.
        let mut rows: [&mut [V]; N] = array::from_fn(|_| Default::default());
        for ((row, array), &place) in rows.iter_mut().zip(&mut self.data).zip(places) {
            *row = array.row_mut(place);
        }
        rows
    }
}

/// Rows of known places: of `N` arrays with elements, and of `M` with one number a row.
pub(super) struct Block<'b, 's, V, const N: usize, const M: usize> {
    states: &'b mut Arrays<'s, V, N>,
    numbers: &'b mut Arrays<'s, V, M>,
    /// Of the rows of the block, and of those that come next.
    places: &'b [Places<N, M>],
    /// How many rows the block has.
    count: usize,
    /// Rows between the one in work and the one that is prefetched.
    ahead: usize,
    /// Of these rows; none for rows that the gradient does not store.
    pub(super) gradient: Option<Gradient<'b, V>>,
}

/// A row of each array, and of each with one number a row.
type RowOfEach<'r, V, const N: usize, const M: usize> = ([&'r mut [V]; N], [&'r mut [V]; M]);

/// The rows of a gradient, one after the other.
#[derive(Clone, Copy)]
pub(super) struct Gradient<'b, V> {
    data: &'b [V],
    row_length: usize,
}

impl<V: Value, const N: usize, const M: usize> Block<'_, '_, V, N, M> {
    /// How many rows there are.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count.min(self.places.len())
    }

    /// The row that is asked for while row `k` is in work.
    #[inline(always)]
    pub(super) fn ahead_of(&self, k: usize) -> usize {
        k + self.ahead
    }

    /// Asks for the rows that come some rows after row `k`.
    #[inline(always)]
    pub(super) fn prefetch(&mut self, k: usize) {
        if let Some(ahead) = self.places.get(self.ahead_of(k)) {
            self.states.prefetch(&ahead.states);
            self.numbers.prefetch(&ahead.numbers);
        }
    }

    /// The place of row `k` in the first array.
    #[inline(always)]
    pub(super) fn place(&self, k: usize) -> usize {
        self.places.get(k).and_then(|places| places.states.first()).map_or(usize::MAX, |&place| place)
    }

    /// The place of row `k` in the first array of one number a row, or of a later one, beyond those of the block.
    #[inline(always)]
    pub(super) fn place_of_number(&self, k: usize) -> usize {
        self.places.get(k).and_then(|places| places.numbers.first()).map_or(usize::MAX, |&place| place)
    }

    /// Row `k` of each array.
    #[inline(always)]
    pub(super) fn rows(&mut self, k: usize) -> Option<RowOfEach<'_, V, N, M>> {
        let places = self.places.get(k)?;
        Some((self.states.rows(&places.states), self.numbers.rows(&places.numbers)))
    }
}

impl<V: Value, const N: usize> Block<'_, '_, V, N, 0> {
    /// `[states] = step(gradient, [states])` for each element, where `gradient` gives the gradient of each row: the
    /// compiler sees whether there is one. Rows without one follow each other so closely that they need no prefetch.
    #[inline(always)]
    pub(super) fn update<'g, const PREFETCH: bool>(
        mut self,
        gradient: impl Fn(usize) -> Option<&'g [V]>,
        step: impl Fn(V, [V; N]) -> [V; N],
    ) where
        V: 'g,
    {
        for k in 0..self.count() {
            if PREFETCH {
                self.prefetch(k);
            }
            if let Some((rows, [])) = self.rows(k) {
                update_row(rows, gradient(k), &step);
            }
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

/// Gives all rows that an update touches to `run`: first those that the gradient does not store, if it is a standard
/// one, then those that it stores.
#[cfg_attr(target_arch = "x86_64", inline(never))]
pub(super) fn each_block<V: Value, I: Index, const N: usize, const M: usize>(
    update: Update,
    gradient: RowSparse<'_, V, I>,
    states: [RowsMut<'_, V, I>; N],
    numbers: [RowsMut<'_, V, I>; M],
    run: &mut dyn FnMut(Block<'_, '_, V, N, M>),
) {
    // There may be any number of rows without elements.
    let all = || states.iter().chain(&numbers);
    let rows = if all().any(|array| array.row_length() == 0) {
        0
    } else {
        all().fold(gradient.rows(), |rows, array| rows.min(array.rows()))
    };
    let stored = all().find_map(RowsMut::pattern);
    let (finders, finders_of_numbers) =
        (states.each_ref().map(RowsMut::finder), numbers.each_ref().map(RowsMut::finder));
    let searches = finders.iter().chain(&finders_of_numbers).any(Option::is_some);
    let (states, numbers) = (arrays(states, &finders), arrays(numbers, &finders_of_numbers));
    let places = [Places { states: [0; N], numbers: [0; M] }; BLOCK + MOST_AHEAD];
    let ahead = (BYTES_AHEAD / (states.row_bytes() + numbers.row_bytes()).max(1)).clamp(FEWEST_AHEAD, MOST_AHEAD);
    let mut blocks =
        Blocks { finders, finders_of_numbers, searches, states, numbers, places, known: 0, ahead, gradient: None, run };
    if update == Update::Standard {
        // All states store the same rows, or all rows.
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

#[inline(always)]
fn arrays<'s, V: Value, I: Index, const N: usize>(
    rows: [RowsMut<'s, V, I>; N],
    finders: &[Option<Finder<'_, V, I>>; N],
) -> Arrays<'s, V, N> {
    let mut data = rows.map(RowsMut::into_stored);
    let prefetched =
        array::from_fn(|s| if finders[s].is_none() { data[s].columns().min(data[s].data_mut().len()) } else { 0 });
    Arrays { data, prefetched }
}

struct Blocks<'g, 's, 'v, 'r, V, I, const N: usize, const M: usize> {
    /// Only where the place of a row must be searched.
    finders: [Option<Finder<'v, V, I>>; N],
    finders_of_numbers: [Option<Finder<'v, V, I>>; M],
    /// True if there is such a place.
    searches: bool,
    states: Arrays<'s, V, N>,
    numbers: Arrays<'s, V, M>,
    places: [Places<N, M>; BLOCK + MOST_AHEAD],
    /// How many places are known.
    known: usize,
    ahead: usize,
    /// Of these rows, and of all that follow.
    gradient: Option<Gradient<'g, V>>,
    run: &'r mut dyn FnMut(Block<'_, '_, V, N, M>),
}

impl<V: Value, I: Index, const N: usize, const M: usize> Blocks<'_, '_, '_, '_, V, I, N, M> {
    /// One more row.
    #[inline(always)]
    fn push(&mut self, row: usize) {
        if let Some(places) = self.places.get_mut(self.known) {
            *places = Places { states: [row; N], numbers: [row; M] };
            if self.searches {
                let of_states = places.states.iter_mut().zip(&self.finders);
                for (place, finder) in of_states.chain(places.numbers.iter_mut().zip(&self.finders_of_numbers)) {
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
        let (ahead, gradient) = (self.ahead, self.gradient);
        (self.run)(Block { states: &mut self.states, numbers: &mut self.numbers, places, count, ahead, gradient });
        // More than are left have been updated, so these do not overlap.
        let (updated, left) = self.places.split_at_mut(count.min(BLOCK + MOST_AHEAD));
        updated.iter_mut().zip(left).for_each(|(to, from)| *to = *from);
        self.known -= count;
        if let Some(Gradient { data, row_length }) = &mut self.gradient {
            *data = data.get(count.saturating_mul(*row_length)..).unwrap_or(&[]);
        }
    }
}

/// `[states] = step(gradient, [states])` for each element of a row, as many as all have; without a gradient it is 0.
#[inline(always)]
pub(super) fn update_row<V: Value, const STATES: usize>(
    states: [&mut [V]; STATES],
    gradient: Option<&[V]>,
    step: &impl Fn(V, [V; STATES]) -> [V; STATES],
) {
    // A row that a broken trust leaves out is empty.
    let mut length = gradient.map_or(usize::MAX, <[V]>::len);
    for state in &states {
        length = length.min(state.len());
    }
    let states = arrays::first_mut(states, length);
    let gradient = gradient.map(|gradient| &gradient[..length]);
    // Rows come from far: the fewer instructions a row takes, the more rows are on their way at once.
    // Of three arrays, 64 elements are more than the registers hold.
    let (states, gradient) = if const { STATES < 3 } {
        update_chunks::<{ if VECTORS { 64 } else { 1 } }, V, STATES>(states, gradient, step)
    } else {
        (states, gradient)
    };
    let (states, gradient) = update_chunks::<{ if VECTORS { 16 } else { 1 } }, V, STATES>(states, gradient, step);
    update_chunks::<1, V, STATES>(states, gradient, step);
}

/// Updates whole chunks of slices of one length, and gives what is left. A chunk is read before any of it is written,
/// so that nothing need be checked for overlap.
#[inline(always)]
fn update_chunks<'s, 'g, const CHUNK: usize, V: Value, const STATES: usize>(
    states: [&'s mut [V]; STATES],
    gradient: Option<&'g [V]>,
    step: &impl Fn(V, [V; STATES]) -> [V; STATES],
) -> ([&'s mut [V]; STATES], Option<&'g [V]>) {
    let count = match states.first() {
        Some(state) => state.len() / CHUNK,
        None => 0,
    };
    // The compiler sees once that there are as many of each: then no chunk is checked.
    let (chunks, rest) = match gradient {
        Some(gradient) => {
            let (chunks, rest) = gradient.as_chunks::<CHUNK>();
            (Some(&chunks[..count]), Some(rest))
        }
        None => (None, None),
    };
    let mut states = arrays::chunks_mut(states, count);
    for chunk in 0..count {
        let gradient = match chunks {
            Some(chunks) => chunks[chunk],
            None => [V::ZERO; CHUNK],
        };
        let mut new = [[V::ZERO; CHUNK]; STATES];
        for (new, state) in new.iter_mut().zip(&states) {
            *new = state.0[chunk];
        }
        for i in 0..CHUNK {
            let stepped = step(gradient[i], arrays::at(&new, i));
            for s in 0..STATES {
                new[s][i] = stepped[s];
            }
        }
        for (new, state) in new.iter().zip(&mut states) {
            state.0[chunk] = *new;
        }
    }
    (arrays::rest_mut(states), rest)
}

/// One step of an element. A closure might become a function of its own, without the instructions of its caller's
/// level.
pub(super) trait ElementStep<V: Value, const N: usize> {
    fn step(&self, common: &Common<V>, gradient: Option<V>, old: [V; N]) -> [V; N];
}

/// The new arrays of a chunk. What a gradient may lack is asked for once, and not for each element, so that the loop
/// becomes one over vectors.
#[inline(always)]
pub(super) fn step_chunk<V: Value, const N: usize, const LENGTH: usize>(
    common: &Common<V>,
    gradient: Option<[V; LENGTH]>,
    arrays: [[V; LENGTH]; N],
    element: &impl ElementStep<V, N>,
) -> [[V; LENGTH]; N] {
    match gradient {
        None => step_each(arrays, |_, old| element.step(common, None, old)),
        Some(gradient) => match common.plain() {
            Some(common) => step_each(arrays, |i, old| element.step(&common, Some(gradient[i]), old)),
            None => step_each(arrays, |i, old| element.step(common, Some(gradient[i]), old)),
        },
    }
}

#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn step_each<V: Value, const N: usize, const LENGTH: usize>(
    mut arrays: [[V; LENGTH]; N],
    step: impl Fn(usize, [V; N]) -> [V; N],
) -> [[V; LENGTH]; N] {
    for i in 0..LENGTH {
        let stepped = step(i, arrays::at(&arrays, i));
        for s in 0..N {
            arrays[s][i] = stepped[s];
        }
    }
    arrays
}

/// One step of a rule in a row, or in a piece of one.
#[inline(always)]
pub(super) fn step_row<R: Rule<V, N>, V: Value, const N: usize>(
    coefficients: &R::Coefficients,
    common: &Common<V>,
    gradient: Option<&[V]>,
    arrays: [&mut [V]; N],
) {
    match gradient {
        None => update_row(arrays, None, &|_, old| R::step(coefficients, R::prepare(common, None, old[0]), old)),
        Some(_) => update_row(arrays, gradient, &|gradient, old| {
            R::step(coefficients, R::prepare(common, Some(gradient), old[0]), old)
        }),
    }
}

/// Elements of rows that are stored in fewer bits than they are computed with: as many as are widened, stepped and
/// rounded at once.
pub(super) const PIECE: usize = 128;

/// The weight, then the states: `count` elements of each from `first` on, of rows that have as many.
#[inline(always)]
pub(super) fn piece<'r, V, const N: usize, const STATES: usize>(
    weight: &'r mut [V],
    states: &'r mut [&mut [V]; STATES],
    first: usize,
    count: usize,
) -> [&'r mut [V]; N] {
    const { assert!(N == STATES + 1, "a rule of N arrays has a weight and N - 1 states") };
    let mut arrays: [&mut [V]; N] = array::from_fn(|_| Default::default());
    if let [of_weight, of_states @ ..] = arrays.as_mut_slice() {
        *of_weight = weight;
        for (array, state) in of_states.iter_mut().zip(states) {
            *array = state.get_mut(first..).and_then(|rest| rest.get_mut(..count)).unwrap_or_default();
        }
    }
    arrays
}
