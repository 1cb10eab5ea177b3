//! The mapped part of a table's file. With the advice of `large_pages` it is the only `unsafe` of this crate.
#![allow(unsafe_code)]
use super::lock::LockedFile;
use memmap2::{MmapMut, MmapOptions};
use std::fs::File;
use std::io;

/// The bytes of a locked file from some place on, in memory.
///
/// # Contract
/// A map is made of a file that another process could change or truncate at any time, which no type can forbid. What
/// makes it sound here:
///
/// - The file is under an exclusive lock as long as the map is there: whatever uses this crate, in this process or
///   another, does not open it a second time. All that is written into these bytes is written through `bytes_mut`.
/// - The file is as long as what is mapped: checked here, under the lock.
/// - Bytes are used as numbers of types of which every pattern of bits is a value. So a process that ignores the lock
///   and writes into the file gives wrong numbers, no worse.
/// - A process that ignores the lock and truncates the file makes the next access behind its new end a `SIGBUS`, as
///   does a disk that fails or, for a row that has no place on the disk yet, one that is full: the process ends, memory
///   stays as it was. [`reserve`](super::reserve) is there to make a full disk an error instead.
#[derive(Debug)]
pub(super) struct Map {
    map: MmapMut,
    /// Dropped behind the map.
    file: LockedFile,
}

impl Map {
    /// Maps `bytes` bytes from `offset` on of a file.
    pub(super) fn new(file: LockedFile, offset: u64, bytes: usize) -> io::Result<Self> {
        if offset.checked_add(bytes as u64).is_none_or(|end| file.metadata().map_or(true, |found| found.len() < end)) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // SAFETY: the contract above.
        let map = unsafe { MmapOptions::new().offset(offset).len(bytes).map_mut(&*file) }?;
        // Rows come in no order: what stands beside one is not read ahead. A hint that may be ignored.
        #[cfg(unix)]
        let _ = map.advise(memmap2::Advice::Random);
        Ok(Self { map, file })
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.map
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.map
    }

    /// Waits until all that was changed is on the disk.
    pub(super) fn flush(&self) -> io::Result<()> {
        self.map.flush()
    }
}
