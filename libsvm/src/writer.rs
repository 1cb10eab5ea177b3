//! CSR arrays to LibSVM text.

use std::io::{self, Write};

use thiserror::Error;

use super::{
    options::IndexBase,
    scalar::{LibsvmIndex, LibsvmValue},
};

/// Why nothing was written, or for [`Io`](Self::Io) not all. Rows and entries count from 0.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LibsvmWriteError {
    /// There must be one row pointer more than labels.
    #[error("{labels} labels need {} row pointers, not {indptr}", labels + 1)]
    RowPointers { labels: usize, indptr: usize },
    /// The row pointers must start at 0, not fall, and end at the number of entries.
    #[error("row pointers must rise from 0 to the {entries} entries: they do not at row {row}")]
    Pointer { row: usize, entries: usize },
    /// Every index has one value.
    #[error("{indices} indices and {values} values")]
    Entries { indices: usize, values: usize },
    /// LibSVM text cannot hold NaN or infinity.
    #[error("label of row {row} is not finite")]
    Label { row: usize },
    /// LibSVM text cannot hold NaN or infinity.
    #[error("value of entry {entry} in row {row} is not finite")]
    Value { row: usize, entry: usize },
    /// The indices of a row must ascend from 0, without repeats.
    #[error("index of entry {entry} in row {row} is negative or does not ascend")]
    Index { row: usize, entry: usize },
    /// [`IndexBase::Auto`] is no base to write with.
    #[error("writing needs an index base of zero or one")]
    AutoBase,
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes rows as [`LibsvmReader`](super::LibsvmReader) reads them: the same bits come back. The arrays are checked
/// before the first byte is written. Each number has the fewest digits that distinguish it from its neighbours.
///
/// ```
/// use lacuna_libsvm::{IndexBase, write};
///
/// let mut text = Vec::new();
/// write(&mut text, &[1.0f32, -1.0], &[0i32, 2, 2], &[0, 3], &[0.5, 1e-9], IndexBase::One)?;
/// assert_eq!(text, b"1 1:0.5 4:1e-9\n-1\n");
/// # Ok::<(), lacuna_libsvm::LibsvmWriteError>(())
/// ```
pub fn write<V: LibsvmValue, I: LibsvmIndex>(
    out: &mut (impl Write + ?Sized),
    labels: &[V],
    indptr: &[I],
    indices: &[I],
    values: &[V],
    base: IndexBase,
) -> Result<(), LibsvmWriteError> {
    let base = match base {
        IndexBase::Zero => 0,
        IndexBase::One => 1,
        IndexBase::Auto => return Err(LibsvmWriteError::AutoBase),
    };
    check_lengths(labels.len(), indptr, indices.len(), values.len())?;
    for (row, label) in labels.iter().enumerate() {
        check_row(row, *label, row_entries(row, indptr, indices, values))?;
    }

    let mut line = Vec::new();
    for (row, label) in labels.iter().enumerate() {
        line.clear();
        write_number(&mut line, *label)?;
        for (index, value) in row_entries(row, indptr, indices, values) {
            write!(line, " {}:", index.widen().unwrap_or_default() + base)?;
            write_number(&mut line, value)?;
        }
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(())
}

fn check_lengths<I: LibsvmIndex>(
    labels: usize,
    indptr: &[I],
    indices: usize,
    values: usize,
) -> Result<(), LibsvmWriteError> {
    if indptr.len() != labels + 1 {
        return Err(LibsvmWriteError::RowPointers { labels, indptr: indptr.len() });
    }
    if indices != values {
        return Err(LibsvmWriteError::Entries { indices, values });
    }
    let rises = |row: usize| indptr[row] <= indptr[row + 1];
    let wrong = if indptr[0] != I::default() {
        Some(0)
    } else if let Some(row) = (0..labels).find(|&row| !rises(row)) {
        Some(row)
    } else if indptr[labels].widen() != Some(indices as u64) {
        Some(labels.saturating_sub(1))
    } else {
        None
    };
    wrong.map_or(Ok(()), |row| Err(LibsvmWriteError::Pointer { row, entries: indices }))
}

fn check_row<V: LibsvmValue, I: LibsvmIndex>(
    row: usize,
    label: V,
    entries: impl Iterator<Item = (I, V)>,
) -> Result<(), LibsvmWriteError> {
    if !label.is_finite() {
        return Err(LibsvmWriteError::Label { row });
    }
    let mut previous = None;
    for (entry, (index, value)) in entries.enumerate() {
        if index < I::default() || previous.is_some_and(|previous| previous >= index) {
            return Err(LibsvmWriteError::Index { row, entry });
        }
        if !value.is_finite() {
            return Err(LibsvmWriteError::Value { row, entry });
        }
        previous = Some(index);
    }
    Ok(())
}

/// The entries of a row; the lengths have been checked.
fn row_entries<V: LibsvmValue, I: LibsvmIndex>(
    row: usize,
    indptr: &[I],
    indices: &[I],
    values: &[V],
) -> impl Iterator<Item = (I, V)> {
    let place = |pointer: I| pointer.widen().unwrap_or_default() as usize;
    let entries = place(indptr[row])..place(indptr[row + 1]);
    indices[entries.clone()].iter().copied().zip(values[entries].iter().copied())
}

fn write_number<V: LibsvmValue>(line: &mut Vec<u8>, number: V) -> io::Result<()> {
    if number.wants_exponent() { write!(line, "{number:e}") } else { write!(line, "{number}") }
}
