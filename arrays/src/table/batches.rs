//! The journal as it is read: a header, then batches of rows.
use super::TableError;
use super::error::{Action, Damage};
use super::header::checksum_of;
use super::journal::{Journal, MAGIC};
use super::layout::Layout;
use super::position::{read_at, take_u64};

/// Of the header of the journal.
const START: usize = 32;
/// Of the header of a batch.
pub(super) const HEADER_BYTES: usize = 16;
/// Of the number of a row.
const ID_BYTES: usize = size_of::<u64>();

/// Rows that were appended together.
#[derive(Clone, Copy, Debug)]
pub(super) struct JournalBatch {
    pub(super) id: u64,
    pub(super) epoch: u64,
    pub(super) offset: u64,
    pub(super) rows: u64,
}

impl JournalBatch {
    /// The header of a batch with this content.
    pub(super) fn header(self, content: &[u8]) -> [u8; HEADER_BYTES] {
        let mut header = [0; HEADER_BYTES];
        let numbers = [self.rows, self.checksum(content).into()].map(u64::to_le_bytes);
        header.iter_mut().zip(numbers.as_flattened()).for_each(|(to, from)| *to = *from);
        header
    }

    /// It depends on where the batch stands and in which journal: what is left of others is not taken for one of this.
    fn checksum(self, content: &[u8]) -> u32 {
        let numbers = [self.id, self.epoch, self.offset, self.rows].map(u64::to_le_bytes);
        checksum_of(&[numbers.as_flattened(), content])
    }
}

/// The rows of a journal that is not being written.
#[derive(Debug)]
pub(super) struct JournalBatches<'j> {
    journal: &'j Journal,
    layout: &'j Layout,
    length: u64,
    /// To which the rows go back.
    pub(super) epoch: u64,
}

impl<'j> JournalBatches<'j> {
    /// Reads the header: `None` if none was written, or not all of it, so that no row has changed.
    pub(super) fn new(journal: &'j Journal, layout: &'j Layout) -> Result<Option<Self>, TableError> {
        let io = |source| TableError::Io { path: journal.path.clone(), action: Action::Read, source };
        let length = journal.file.metadata().map_err(io)?.len();
        let mut bytes = [0; START];
        if length < START as u64 {
            return Ok(None);
        }
        read_at(&journal.file, 0, &mut bytes).map_err(io)?;
        if bytes == [0; START] {
            return Ok(None);
        }
        let damaged = |damage| TableError::Damaged { path: journal.path.clone(), offset: 0, damage };
        let (content, mut checksum) = bytes.split_at(START - size_of::<u64>());
        let (found, expected) = (checksum_of(&[content]), take_u64(&mut checksum));
        let Some(mut fields) = content.strip_prefix(MAGIC).filter(|_| u64::from(found) == expected) else {
            return Err(damaged(Damage::Checksum { expected: expected as u32, found }));
        };
        let (id, epoch) = (take_u64(&mut fields), take_u64(&mut fields));
        if id != journal.id {
            return Err(damaged(Damage::OtherTable { expected: journal.id, found: id }));
        }
        Ok(Some(Self { journal, layout, length, epoch }))
    }

    /// Gives each row and its old bytes to `run`. The first `certain` bytes must be whole; the first batch behind them
    /// that is not was being written when the process ended, and no row of it was changed.
    pub(super) fn each(&self, certain: u64, mut run: impl FnMut(usize, &[u8])) -> Result<(), TableError> {
        let damaged = |offset, damage| TableError::Damaged { path: self.journal.path.clone(), offset, damage };
        let (mut offset, mut content) = (START as u64, Vec::new());
        loop {
            match self.batch(offset, &mut content)? {
                Err(damage) if offset < certain => return Err(damaged(offset, damage)),
                Err(_) => return Ok(()),
                Ok(rows) => {
                    let (mut ids, mut bytes) = content.split_at_checked(rows * ID_BYTES).unwrap_or_default();
                    for _ in 0..rows {
                        let row = take_u64(&mut ids);
                        if row >= self.layout.rows as u64 {
                            return Err(damaged(offset, Damage::Row { row, rows: self.layout.rows as u64 }));
                        }
                        let (old, rest) = bytes.split_at_checked(self.layout.row_bytes).unwrap_or_default();
                        run(row as usize, old);
                        bytes = rest;
                    }
                    offset += (HEADER_BYTES + content.len()) as u64;
                }
            }
        }
    }

    /// Reads the content of the batch at a place, and gives its number of rows; or returns why there is none.
    fn batch(&self, offset: u64, content: &mut Vec<u8>) -> Result<Result<usize, Damage>, TableError> {
        let Journal { file, path, id, .. } = self.journal;
        let io = |source| TableError::Io { path: path.clone(), action: Action::Read, source };
        let left = self.length.saturating_sub(offset);
        let short = |bytes| Damage::ShortJournal { expected: offset.saturating_add(bytes), found: self.length };
        let Some(left) = left.checked_sub(HEADER_BYTES as u64) else { return Ok(Err(short(HEADER_BYTES as u64))) };
        let mut header = [0; HEADER_BYTES];
        read_at(file, offset, &mut header).map_err(io)?;
        let mut fields = header.as_slice();
        let [rows, expected] = [(); 2].map(|()| take_u64(&mut fields));
        let bytes = rows.saturating_mul((ID_BYTES + self.layout.row_bytes) as u64);
        if bytes > left {
            return Ok(Err(short(bytes)));
        }
        content.resize(bytes as usize, 0);
        read_at(file, offset + HEADER_BYTES as u64, content).map_err(io)?;
        let found = JournalBatch { id: *id, epoch: self.epoch, offset, rows }.checksum(content);
        // No batch has no rows.
        let whole = u64::from(found) == expected && rows > 0;
        Ok(if whole { Ok(rows as usize) } else { Err(Damage::Checksum { expected: expected as u32, found }) })
    }
}
