//! Rows of LibSVM files, one after the other.
use super::DataError;
use super::part::{FilePart, io_error, lines_before};
use super::segment::Segment;
use crate::libsvm::{CsrBatch as Rows, LibsvmError, LibsvmIndex, LibsvmOptions, LibsvmReader, LibsvmValue};
use lacuna::Index;
use std::fs::File;
use std::path::Path;

/// The rows of parts of files, from the first one on, and again from there.
#[derive(Debug)]
pub(super) struct LibsvmRows<V, I> {
    parts: Vec<FilePart>,
    options: LibsvmOptions,
    /// The part that is read, and its reader.
    open: Option<(usize, LibsvmReader<Segment, V, I>)>,
    next: usize,
    chunk: Rows<V, I>,
}

impl<V: LibsvmValue, I: Index + LibsvmIndex> LibsvmRows<V, I> {
    /// The options name the features and the base.
    pub fn new(parts: Vec<FilePart>, options: LibsvmOptions) -> Self {
        Self { parts, options, open: None, next: 0, chunk: Rows::new() }
    }

    /// Goes back to the first row.
    pub fn rewind(&mut self) -> Result<(), DataError> {
        // One file is kept open.
        match &mut self.open {
            Some((0, reader)) => {
                reader.reset()?;
                self.next = 1;
            }
            _ => (self.open, self.next) = (None, 0),
        }
        Ok(())
    }

    /// Replaces the rows by up to so many; fewer are all that are left.
    pub fn read(&mut self, most: usize, rows: &mut Rows<V, I>) -> Result<(), DataError> {
        rows.clear();
        while rows.rows() < most {
            let Some((part, reader)) = &mut self.open else {
                if !self.open_next()? {
                    return Ok(());
                }
                continue;
            };
            let missing = most - rows.rows();
            let read = if rows.rows() == 0 {
                reader.read_rows(missing, rows)
            } else {
                let read = reader.read_rows(missing, &mut self.chunk);
                append(rows, &self.chunk);
                read
            };
            match read {
                Ok(true) => {}
                // There may be others with rows.
                Ok(false) | Err(LibsvmError::Empty { .. }) if self.next < self.parts.len() => self.open = None,
                Ok(false) | Err(LibsvmError::Empty { .. }) => return Ok(()),
                Err(error) => {
                    return Err(self.parts.get(*part).map_or(error.clone().into(), |part| in_file(error, part)));
                }
            }
        }
        Ok(())
    }

    fn open_next(&mut self) -> Result<bool, DataError> {
        let Some(FilePart { path, range }) = self.parts.get(self.next) else { return Ok(false) };
        let open = || Segment::new(File::open(path)?, range.clone());
        let segment = open().map_err(|error| io_error(path, error))?;
        let reader = LibsvmReader::from_seekable(&path.to_string_lossy(), segment, &self.options)?;
        self.open = Some((self.next, reader));
        self.next += 1;
        Ok(true)
    }

    /// The file that is named if there are no rows.
    pub fn first(&self) -> &Path {
        self.parts.first().map_or(Path::new(""), |part| &part.path)
    }
}

/// Adds the rows of another batch.
pub fn append<V: Copy, I: Index>(rows: &mut Rows<V, I>, more: &Rows<V, I>) {
    let entries = rows.indptr.last().copied().unwrap_or_default().to_usize();
    rows.labels.extend_from_slice(&more.labels);
    rows.weights.extend_from_slice(&more.weights);
    rows.indptr.extend(more.indptr.iter().skip(1).map(|pointer| I::from_usize(pointer.to_usize() + entries)));
    rows.indices.extend_from_slice(&more.indices);
    rows.values.extend_from_slice(&more.values);
}

/// The error with the line counted from the start of the file. The lines before the part are counted only now.
fn in_file(error: LibsvmError, part: &FilePart) -> DataError {
    match error {
        LibsvmError::Row { file, line, column, reason } => match lines_before(&part.path, part.range.start) {
            Ok(before) => LibsvmError::Row { file, line: before + line, column, reason }.into(),
            Err(error) => io_error(&part.path, error),
        },
        error => error.into(),
    }
}
