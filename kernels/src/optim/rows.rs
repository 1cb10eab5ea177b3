//! The rows that an update writes in weights and states, dense or row_sparse.
use crate::error::{KernelError, Operand, expect};
use crate::view::Finder;
use crate::{Index, RowSparse, RowsMut, Value, processor};
use core::array;

/// Rows between the one in work and the one that is prefetched.
pub(super) const AHEAD: usize = 4;

/// Refuses operands of different shapes.
pub(super) fn check_shape<V: Value, I: Index>(
    operand: Operand,
    gradient: &RowSparse<V, I>,
    rows: &RowsMut<V, I>,
) -> Result<(), KernelError> {
    expect(operand, 0, gradient.rows(), rows.rows())?;
    expect(operand, 1, gradient.row_length(), rows.row_length())
}

/// Refuses rows that are not stored where they must be written.
pub(super) fn check_stored<V: Value, I: Index>(
    operand: Operand,
    touched: RowSparse<V, I>,
    rows: &RowsMut<V, I>,
) -> Result<(), KernelError> {
    let RowsMut::RowSparse(stored) = rows else { return Ok(()) };
    let stored = stored.pattern();
    if stored.stored_rows() == stored.rows() {
        return Ok(());
    }
    let finder = Finder::new(stored);
    match (0..touched.stored_rows()).map(|k| touched.row_of(k)).find(|&row| finder.find(row).is_none()) {
        None => Ok(()),
        Some(row) => Err(KernelError::MissingRow { operand, row }),
    }
}

/// Gives rows to be written, fastest when asked in ascending order.
pub(super) struct Rows<'a, 'v, V, I> {
    rows: &'a mut RowsMut<'v, V, I>,
    /// Only where the place of a row must be searched.
    finder: Option<Finder<'v, V, I>>,
}

impl<'a, 'v, V: Value, I: Index> Rows<'a, 'v, V, I> {
    #[inline(always)]
    pub(super) fn new(rows: &'a mut RowsMut<'v, V, I>) -> Self {
        let finder = match rows {
            RowsMut::RowSparse(stored) if stored.stored_rows() != stored.rows() => Some(Finder::new(stored.pattern())),
            _ => None,
        };
        Self { rows, finder }
    }

    /// The values of `row`; empty if it is not stored.
    #[inline(always)]
    pub(super) fn row(&mut self, row: usize) -> &mut [V] {
        let place = match &mut self.finder {
            Some(finder) => finder.find(row).unwrap_or(usize::MAX),
            None => row,
        };
        match self.rows {
            RowsMut::Dense(dense) => dense.row_mut(place),
            RowsMut::RowSparse(stored) => stored.stored_row_mut(place),
        }
    }

    /// Asks for a row that is going to be written, where its place is known without a search.
    #[inline(always)]
    pub(super) fn prefetch(&mut self, row: usize) {
        let (stride, length, data) = match self.rows {
            RowsMut::Dense(dense) => (dense.stride(), dense.columns(), dense.data_mut()),
            RowsMut::RowSparse(stored) => (stored.row_length(), stored.row_length(), stored.data_mut()),
        };
        if self.finder.is_none() {
            processor::prefetch(data, row.wrapping_mul(stride), length.min(data.len()));
        }
    }
}

/// The values of `row` in each array.
#[inline(always)]
pub(super) fn rows_of<'r, V: Value, I: Index, const N: usize>(arrays: &'r mut [Rows<'_, '_, V, I>; N], row: usize) -> [&'r mut [V]; N] {
    // By `map` with a larger function there would be a call for each row.
    let mut rows: [&mut [V]; N] = array::from_fn(|_| Default::default());
    for (values, array) in rows.iter_mut().zip(arrays) {
        *values = array.row(row);
    }
    rows
}

/// A standard update moves states into the weight in every row, so each must store what the other stores.
pub(super) fn check_same_rows<V: Value, I: Index>(
    weight: &RowsMut<V, I>,
    (operand, state): (Operand, &RowsMut<V, I>),
) -> Result<(), KernelError> {
    let complete = |rows: RowSparse<V, I>, operand| {
        let finder = Finder::new(rows);
        let missing = if rows.stored_rows() == rows.rows() { None } else { (0..rows.rows()).find(|&row| finder.find(row).is_none()) };
        missing.map_or(Ok(()), |row| Err(KernelError::MissingRow { operand, row }))
    };
    match (pattern(weight), pattern(state)) {
        (None, None) => Ok(()),
        (Some(stored), None) => complete(stored, Operand::Weight),
        (None, Some(stored)) => complete(stored, operand),
        (Some(of_weight), Some(of_state)) => {
            check_stored(operand, of_weight, state)?;
            check_stored(Operand::Weight, of_state, weight)
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

/// The stored ids of row_sparse rows; `None` for dense ones.
pub(super) fn pattern<'v, V: Value, I: Index>(rows: &RowsMut<'v, V, I>) -> Option<RowSparse<'v, V, I>> {
    match rows {
        RowsMut::Dense(_) => None,
        RowsMut::RowSparse(stored) => Some(stored.pattern()),
    }
}
