//! Checks of the rows that an update writes.
use crate::array::{DeviceRowSparse, DeviceRowsMut, Pattern};
use crate::check::Check;
use crate::driver::{Driver, DriverError};
use crate::gpu::Begun;
use crate::launch::Launch;
use crate::{Gpu, expect};
use lacuna::error::Operand;
use lacuna::{Index, KernelError, Value};

/// Refuses operands of different shapes.
pub(super) fn check_shape<D: Driver, V: Value, I: Index>(
    operand: Operand,
    gradient: &DeviceRowSparse<D, V, I>,
    rows: &DeviceRowsMut<'_, D, V, I>,
) -> Result<(), KernelError> {
    expect(operand, 0, gradient.rows(), rows.rows())?;
    expect(operand, 1, gradient.row_length, rows.row_length())
}

/// The stored rows, unless the host knows that they are all.
pub(super) fn partial<'a, D: Driver, V: Value, I: Index>(rows: &'a DeviceRowsMut<'_, D, V, I>) -> Option<&'a Pattern<D, I>> {
    match rows {
        DeviceRowsMut::Dense(_) => None,
        DeviceRowsMut::RowSparse(stored) => Some(&stored.pattern).filter(|pattern| !pattern.is_complete()),
    }
}

/// Rows that must be stored: those of the first pattern (all rows, for `None`) in the second.
pub(super) struct Needed<'a, D: Driver, I> {
    pub(super) operand: Operand,
    pub(super) rows: Option<&'a Pattern<D, I>>,
    pub(super) stored: &'a Pattern<D, I>,
}

/// Begins to look for rows that are not stored. The words of the checks follow each other; what is to be updated waits for them.
pub(super) fn check_stored<'g, D: Driver, I: Index>(gpu: &'g Gpu<D>, needed: &[Needed<'_, D, I>]) -> Result<Begun<'g, D>, DriverError> {
    let checks: Vec<_> = needed.iter().map(|needed| Check::Stored(needed.operand)).collect();
    let mut begun = gpu.begin(&checks)?;
    for (number, Needed { rows, stored, .. }) in needed.iter().enumerate() {
        let (words, first) = begun.words(number);
        let launch = Launch::of_indices::<I>(gpu.driver(), "check_stored");
        let (launch, count) = match rows {
            Some(rows) => (launch.read(&rows.ids).read(&rows.stored).size(rows.capacity()), rows.capacity()),
            None => (launch.null().null().size(0), stored.rows),
        };
        let launch = launch.read(&stored.ids).read(&stored.stored).size(stored.capacity()).size(stored.rows);
        launch.write_from(words, first).run(count)?;
    }
    Ok(begun)
}
