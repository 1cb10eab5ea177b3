//! Bytes at a place of a file.
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

pub(super) fn write_at(mut file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// Fills `bytes`.
pub(super) fn read_at(mut file: &File, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(bytes)
}

/// The next bytes of a slice as a number; what is missing counts as 0.
pub(super) fn take_u32(bytes: &mut &[u8]) -> u32 {
    take(bytes).map_or(0, u32::from_le_bytes)
}

/// As [`take_u32`].
pub(super) fn take_u64(bytes: &mut &[u8]) -> u64 {
    take(bytes).map_or(0, u64::from_le_bytes)
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*number)
}
