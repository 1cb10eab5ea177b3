//! A range of a file's bytes.
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom};
use std::ops::Range;

/// The bytes of a range, as if they were a file.
#[derive(Debug)]
pub(super) struct Segment {
    file: File,
    range: Range<u64>,
    /// From the start of the range.
    at: u64,
}

impl Segment {
    pub fn new(mut file: File, range: Range<u64>) -> Result<Self> {
        file.seek(SeekFrom::Start(range.start))?;
        Ok(Self { file, range, at: 0 })
    }

    fn length(&self) -> u64 {
        self.range.end.saturating_sub(self.range.start)
    }
}

impl Read for Segment {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let left = usize::try_from(self.length().saturating_sub(self.at)).unwrap_or(usize::MAX);
        let most = buffer.len().min(left);
        let read = self.file.read(buffer.get_mut(..most).unwrap_or_default())?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Segment {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.length().checked_add_signed(by),
        };
        let place = at.and_then(|at| Some((at, self.range.start.checked_add(at)?)));
        let (at, place) = place.ok_or_else(|| Error::from(ErrorKind::InvalidInput))?;
        self.file.seek(SeekFrom::Start(place))?;
        self.at = at;
        Ok(at)
    }
}
