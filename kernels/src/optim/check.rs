//! What an update refuses: the same for all rules.
use super::hyper::{Common, Update};
use crate::error::{KernelError, Operand, expect};
use crate::view::Finder;
use crate::{Index, RowSparse, RowsMut, Storage, Value};

/// Refuses what no rule can use.
pub(super) fn check_update<V: Value, I: Index>(
    common: Common<V>,
    gradient: RowSparse<V, I>,
    states: &[RowsMut<'_, V, I>],
) -> Result<(), KernelError> {
    common.check()?;
    for (number, state) in states.iter().enumerate() {
        check_shape(operand(number), &gradient, state)?;
    }
    for (number, state) in states.iter().enumerate() {
        check_stored(operand(number), gradient, state)?;
    }
    if let (Update::Standard, [weight, states @ ..]) = (common.update, states) {
        for (number, state) in states.iter().enumerate() {
            check_same_rows(weight, (operand(number + 1), state))?;
        }
    }
    Ok(())
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

/// Refuses operands of different shapes.
pub(super) fn check_shape<G: Storage, V: Storage, I: Index>(
    operand: Operand,
    gradient: &RowSparse<G, I>,
    rows: &RowsMut<V, I>,
) -> Result<(), KernelError> {
    expect(operand, 0, gradient.rows(), rows.rows())?;
    expect(operand, 1, gradient.row_length(), rows.row_length())
}

/// Refuses rows that are not stored where they must be written.
pub(super) fn check_stored<T: Storage, V: Storage, I: Index>(
    operand: Operand,
    touched: RowSparse<T, I>,
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

/// Refuses rows that do not store all.
fn complete<V: Storage, I: Index>(rows: RowSparse<V, I>, operand: Operand) -> Result<(), KernelError> {
    let finder = Finder::new(rows);
    let missing = if rows.stored_rows() == rows.rows() { None } else { (0..rows.rows()).find(|&row| finder.find(row).is_none()) };
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
