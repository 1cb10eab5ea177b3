//! Checks of the rows that an update writes.
use crate::Gpu;
use crate::array::{DeviceRowsMut, Pattern};
use crate::check::Check;
use crate::driver::{Driver, DriverError};
use crate::entries::{self, groups};
use crate::gpu::Begun;
use lacuna::error::Operand;
use lacuna::{Index, Value};

/// The stored rows, unless the host knows that they are all.
pub(super) fn partial<'a, D: Driver, V: Value, I: Index>(
    rows: &'a DeviceRowsMut<'_, D, V, I>,
) -> Option<&'a Pattern<D, I>> {
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

/// Begins to look for rows that are not stored, if there are any that need be. The words of the first check are those
/// of the call: what is to be updated waits for them.
pub(super) fn check_stored<'g, D: Driver, I: Index>(
    gpu: &'g Gpu<D>,
    needed: &[Needed<'_, D, I>],
) -> Result<Option<Begun<'g, D>>, DriverError> {
    if needed.is_empty() {
        return Ok(None);
    }
    let stored = needed.iter().map(|needed| Check::Stored(needed.operand));
    let mut begun = gpu.begin(&[Check::Call].into_iter().chain(stored).collect::<Vec<_>>())?;
    for (number, Needed { rows, stored, .. }) in needed.iter().enumerate() {
        let count = rows.map_or(stored.rows, Pattern::capacity);
        let needed = rows.map_or(groups::Pattern::all(stored.rows), Into::into);
        let entry =
            entries::check_stored { needed, target: (*stored).into(), checks: begun.words(0), number: number + 1 };
        entry.on(gpu.driver()).run(count)?;
    }
    Ok(Some(begun))
}
