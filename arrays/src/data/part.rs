//! Files cut into parts of about as many bytes, between lines.
use super::DataError;
use crate::compression::Compression;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes of a file.
#[derive(Clone, Debug)]
pub(super) struct FilePart {
    pub path: PathBuf,
    pub range: Range<u64>,
}

pub(super) fn io_error(path: &Path, source: std::io::Error) -> DataError {
    DataError::Io { file: path.to_string_lossy().as_ref().into(), source: Arc::new(source) }
}

/// The files, and for each folder those in it, by name.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<FilePart>, DataError> {
    let mut files = Vec::new();
    for path in paths {
        let mut found = vec![path.clone()];
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(|error| io_error(path, error))?;
            found = entries
                .map(|entry| Ok(entry?.path()))
                .collect::<Result<_, _>>()
                .map_err(|error| io_error(path, error))?;
            found.retain(|path| path.is_file());
            found.sort();
        }
        for path in found {
            let length = fs::metadata(&path).map_err(|error| io_error(&path, error))?.len();
            files.push(FilePart { path, range: 0..length });
        }
    }
    if files.is_empty() { Err(DataError::NoRows) } else { Ok(files) }
}

/// Refuses files that have no lines to cut between.
pub(super) fn expect_uncompressed(files: &[FilePart], parts: usize) -> Result<(), DataError> {
    for FilePart { path, .. } in files {
        let mut start = Vec::new();
        let read = File::open(path).and_then(|file| file.take(8).read_to_end(&mut start));
        read.map_err(|error| io_error(path, error))?;
        if Compression::of(&start).is_some() {
            return Err(DataError::CompressedParts { file: path.to_string_lossy().as_ref().into(), parts });
        }
    }
    Ok(())
}

/// The part of the files, and all that comes before it. A part begins with the first line behind its share of the
/// bytes, unless that is the start of a file.
pub(super) fn cut(files: &[FilePart], part: usize, parts: usize) -> Result<(Vec<FilePart>, Vec<FilePart>), DataError> {
    if part >= parts {
        return Err(DataError::Part { part, parts });
    }
    let total: u64 = files.iter().map(|file| file.range.end).sum();
    let share = total.div_ceil(parts as u64);
    let place = |part: usize| share.saturating_mul(part as u64).min(total);
    let begin = line_start(files, place(part))?;
    let end = line_start(files, place(part + 1))?;
    Ok((between(files, begin..end), between(files, 0..begin)))
}

/// The bytes of a range over all files.
fn between(files: &[FilePart], wanted: Range<u64>) -> Vec<FilePart> {
    let mut before = 0;
    let mut parts = Vec::new();
    for FilePart { path, range } in files {
        let end = before + range.end;
        let found = wanted.start.clamp(before, end) - before..wanted.end.clamp(before, end) - before;
        if !found.is_empty() {
            parts.push(FilePart { path: path.clone(), range: found });
        }
        before = end;
    }
    parts
}

/// The start of the first line behind a place, or the place itself if a file begins or ends there.
fn line_start(files: &[FilePart], place: u64) -> Result<u64, DataError> {
    let mut before = 0;
    for FilePart { path, range } in files {
        let end = before + range.end;
        if (before + 1..end).contains(&place) {
            let rest = rest_of_line(path, place - before).map_err(|error| io_error(path, error))?;
            return Ok((place + rest).min(end));
        }
        before = end;
    }
    Ok(place)
}

/// Bytes up to and with the next line feed.
fn rest_of_line(path: &Path, from: u64) -> std::io::Result<u64> {
    let mut file = BufReader::new(File::open(path)?);
    file.seek(SeekFrom::Start(from))?;
    file.skip_until(b'\n').map(|bytes| bytes as u64)
}

/// Line feeds before a place.
pub(super) fn lines_before(path: &Path, place: u64) -> std::io::Result<u64> {
    let mut file = BufReader::new(File::open(path)?.take(place));
    let mut lines = 0;
    loop {
        let text = file.fill_buf()?;
        if text.is_empty() {
            return Ok(lines);
        }
        lines += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let length = text.len();
        file.consume(length);
    }
}
