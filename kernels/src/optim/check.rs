//! What an update refuses: the same for all rules.
use super::hyper::{Common, Update};
use crate::error::{KernelError, Operand, expect};
use crate::view::Finder;
use crate::{Index, RowSparse, RowsMut, Storage, Value};

/// Refuses what no rule can use. Of `numbers` there is one a row.
pub(super) fn check_update<V: Value, I: Index>(
    common: Common<V>,
    gradient: RowSparse<V, I>,
    states: &[RowsMut<'_, V, I>],
    numbers: &[RowsMut<'_, V, I>],
) -> Result<(), KernelError> {
    let all = || states.iter().chain(numbers).enumerate().map(|(number, state)| (operand(number), state));
    for (number, (operand, state)) in all().enumerate() {
        let row_length = if number < states.len() { gradient.row_length() } else { 1 };
        check_shape(operand, [gradient.rows(), row_length], state)?;
    }
    all().try_for_each(|(operand, state)| check_stored(operand, gradient, state))?;
    match (common.update, states) {
        (Update::Standard, [weight, ..]) => all().skip(1).try_for_each(|state| check_same_rows(weight, state)),
        _ => Ok(()),
    }
}

/// The name of array `number` of a rule: the weight is number 0.
#[must_use]
pub const fn operand(number: usize) -> Operand {
    match number {
        0 => Operand::Weight,
        1..255 => Operand::State(number as u8),
        _ => Operand::State(u8::MAX),
    }
}

/// Refuses an operand of another number of rows, or elements of a row.
pub(super) fn check_shape<V: Storage, I: Index>(
    operand: Operand,
    shape: [usize; 2],
    rows: &RowsMut<V, I>,
) -> Result<(), KernelError> {
    expect(operand, 0, shape[0], rows.rows())?;
    expect(operand, 1, shape[1], rows.row_length())
}

/// Refuses rows that are not stored where they must be written.
pub(super) fn check_stored<T: Storage, V: Storage, I: Index>(
    operand: Operand,
    touched: RowSparse<T, I>,
    rows: &RowsMut<V, I>,
) -> Result<(), KernelError> {
    let Some(finder) = rows.finder() else { return Ok(()) };
    match (0..touched.stored_rows()).map(|k| touched.row_of(k)).find(|&row| finder.find(row).is_none()) {
        None => Ok(()),
        Some(row) => Err(KernelError::MissingRow { operand, row }),
    }
}

/// Refuses rows that do not store all.
pub(super) fn complete<V: Storage, I: Index>(rows: RowSparse<V, I>, operand: Operand) -> Result<(), KernelError> {
    let finder = Finder::new(rows);
    let missing =
        if rows.stored_rows() == rows.rows() { None } else { (0..rows.rows()).find(|&row| finder.find(row).is_none()) };
    missing.map_or(Ok(()), |row| Err(KernelError::MissingRow { operand, row }))
}

/// A standard update moves states into the weight in every row, so each must store what the other stores.
pub(super) fn check_same_rows<W: Storage, V: Storage, I: Index>(
    weight: &RowsMut<W, I>,
    (operand, state): (Operand, &RowsMut<V, I>),
) -> Result<(), KernelError> {
    match (weight.pattern(), state.pattern()) {
        (None, None) => Ok(()),
        (Some(stored), None) => complete(stored, Operand::Weight),
        (None, Some(stored)) => complete(stored, operand),
        (Some(of_weight), Some(of_state)) => {
            check_stored(operand, of_weight, state)?;
            check_stored(Operand::Weight, of_state, weight)
        }
    }
}
