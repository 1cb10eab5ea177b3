//! The journal: what rows were before an epoch changed them.
use super::batches::{HEADER_BYTES, JournalBatch};
use super::header::checksum_of;
use super::position::write_at;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

pub(super) const MAGIC: &[u8; 8] = b"\x89lacJOU\n";

/// The journal of an open table, to be appended to.
#[derive(Debug)]
pub(super) struct Journal {
    pub(super) path: PathBuf,
    pub(super) file: File,
    /// Of the table.
    pub(super) id: u64,
    /// To which these rows go back.
    epoch: u64,
    /// Bytes that are whole; 0 before the first row of an epoch.
    end: u64,
    /// What is written next, kept for its memory.
    bytes: Vec<u8>,
}

impl Journal {
    /// Where the journal of a table is.
    pub(super) fn path_of(table: &Path) -> PathBuf {
        let mut name = OsString::from(table);
        name.push(".journal");
        name.into()
    }

    /// Opens the journal that is there, or makes an empty one.
    pub(super) fn open(path: PathBuf, id: u64, epoch: u64) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
        Ok(Self { path, file, id, epoch, end: 0, bytes: Vec::new() })
    }

    pub(super) const fn end(&self) -> u64 {
        self.end
    }

    /// Appends rows by one call of the system. After an error the journal is as before.
    pub(super) fn append(&mut self, rows: &[usize], content: impl Fn(usize, &mut Vec<u8>)) -> io::Result<()> {
        let Self { file, id, epoch, end, bytes, .. } = self;
        bytes.clear();
        if *end == 0 {
            bytes.extend_from_slice(MAGIC);
            bytes.extend_from_slice(&id.to_le_bytes());
            bytes.extend_from_slice(&epoch.to_le_bytes());
            bytes.extend_from_slice(&u64::from(checksum_of(&[bytes])).to_le_bytes());
        }
        let batch = JournalBatch { id: *id, epoch: *epoch, offset: *end + bytes.len() as u64, rows: rows.len() as u64 };
        let header = bytes.len();
        bytes.resize(header + HEADER_BYTES, 0);
        rows.iter().for_each(|&row| bytes.extend_from_slice(&(row as u64).to_le_bytes()));
        rows.iter().for_each(|&row| content(row, bytes));
        let (head, tail) = bytes.split_at_mut(header + HEADER_BYTES);
        if let Some(head) = head.last_chunk_mut() {
            *head = batch.header(tail);
        }
        if let Err(error) = write_at(file, *end, bytes) {
            // What is left beyond the end counts for nothing: this frees its place.
            let _ = file.set_len(*end);
            return Err(error);
        }
        *end += bytes.len() as u64;
        Ok(())
    }

    /// Waits until all is on the disk.
    pub(super) fn flush(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Forgets the rows: what follows goes back to `epoch`.
    pub(super) fn restart(&mut self, epoch: u64) {
        // The next header overwrites the first, which makes the rest void: only the place on the disk is at stake.
        let _ = self.file.set_len(0);
        (self.epoch, self.end) = (epoch, 0);
    }
}
