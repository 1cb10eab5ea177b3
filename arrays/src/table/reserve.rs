//! Places on the disk for rows that have none yet.
//!
//! A table is made without them, so that it can be larger than the disk. To write into a map where the file has no
//! place yet, on a disk that is full, ends the process; so the place is asked for before, which is an error that can be
//! handled. Linux can be asked; elsewhere, or on a file system that cannot, nothing is.
use super::bit_set::BitSet;
use std::fs::File;
use std::io;
use std::ops::Range;

/// What is asked for at once: a page of the usual size.
const PAGE: u64 = 4096;

#[derive(Debug)]
pub(super) struct Reserve {
    /// Pages whose places are there, as far as is known; `None` if nothing need be asked.
    pages: Option<BitSet>,
}

impl Reserve {
    pub(super) fn new(file: &File, bytes: u64) -> io::Result<Self> {
        let wanted = cfg!(target_os = "linux") && !whole(file, bytes)?;
        Ok(Self { pages: wanted.then(|| BitSet::new(bytes.div_ceil(PAGE) as usize)) })
    }

    /// Asks for the pages of some bytes of the file.
    pub(super) fn ask(&mut self, file: &File, bytes: Range<u64>) -> io::Result<()> {
        let Some(pages) = &mut self.pages else { return Ok(()) };
        for page in bytes.start / PAGE..bytes.end.div_ceil(PAGE) {
            if pages.contains(page as usize) {
                continue;
            }
            match allocate(file, page * PAGE, PAGE) {
                Ok(()) => _ = pages.insert(page as usize),
                Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                    self.pages = None;
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// True if a file has all its places.
#[cfg(target_os = "linux")]
fn whole(file: &File, bytes: u64) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    // Blocks of 512 bytes, whatever the file system's are.
    Ok(file.metadata()?.blocks().saturating_mul(512) >= bytes)
}

#[cfg(not(target_os = "linux"))]
fn whole(_: &File, _: u64) -> io::Result<bool> {
    Ok(true)
}

/// Gives a range of a file its place on the disk; it keeps its length and what stands there.
#[cfg(target_os = "linux")]
pub(super) fn allocate(file: &File, offset: u64, bytes: u64) -> io::Result<()> {
    loop {
        match rustix::fs::fallocate(file, rustix::fs::FallocateFlags::KEEP_SIZE, offset, bytes) {
            Err(rustix::io::Errno::INTR) => {}
            done => return done.map_err(io::Error::from),
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn allocate(_: &File, _: u64, _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
