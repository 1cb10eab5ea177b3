//! Back to the last epoch that was committed.
use super::TableError;
use super::batches::JournalBatches;
use super::error::Damage;
use super::header::{Header, State};
use super::journal::Journal;
use super::layout::Layout;
use super::map::Map;

/// What opening a table has put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "steps were lost: they have to be repeated"]
pub struct Recovered {
    /// The epoch that the table is in again: the last that was committed.
    pub epoch: u64,
    /// Rows that an unfinished epoch may have changed.
    pub rows: u64,
}

/// Puts back the rows of an unfinished epoch of a table that was just opened.
pub(super) fn recover(header: &Header, journal: &Journal, map: &mut Map) -> Result<Option<Recovered>, TableError> {
    let Header { layout, state: State { epoch, journal: certain, .. }, .. } = header;
    let damaged = |damage| TableError::Damaged { path: journal.path.clone(), offset: 0, damage };
    let uncertain = || Err(damaged(Damage::State));
    let Some(batches) = JournalBatches::new(journal, layout)? else {
        return match (*certain, header.certain) {
            (0, true) => Ok(None),
            (0, false) => uncertain(),
            (expected, _) => Err(damaged(Damage::ShortJournal { expected, found: 0 })),
        };
    };
    if batches.epoch == *epoch {
        let rows = roll_back(&batches, *certain, map, layout)?;
        // A journal that goes back to this epoch proves that no later one has changed rows.
        return if rows > 0 || header.certain {
            Ok((rows > 0).then_some(Recovered { epoch: *epoch, rows }))
        } else {
            uncertain()
        };
    }
    // Of the epoch that was committed last, and not emptied yet.
    if batches.epoch.checked_add(1) == Some(*epoch) && *certain == 0 {
        return if header.certain { Ok(None) } else { uncertain() };
    }
    Err(damaged(Damage::OtherEpoch { expected: *epoch, found: batches.epoch }))
}

/// Puts rows back, and counts them. Nothing is changed if the journal is damaged.
pub(super) fn roll_back(
    batches: &JournalBatches<'_>,
    certain: u64,
    map: &mut Map,
    layout: &Layout,
) -> Result<u64, TableError> {
    batches.each(certain, |_, _| {})?;
    let (mut rows, bytes) = (0, map.bytes_mut());
    batches.each(certain, |row, mut old| {
        rows += 1;
        for place in layout.row(row) {
            let (part, rest) = old.split_at_checked(place.len()).unwrap_or_default();
            old = rest;
            if let Some(to) = bytes.get_mut(place).filter(|to| to.len() == part.len()) {
                to.copy_from_slice(part);
            }
        }
    })?;
    Ok(rows)
}
