//! Why there is no batch.
use crate::array::ArrayError;
use crate::exchange::ExchangeError;
use crate::libsvm::LibsvmError;
use std::io;
use std::sync::Arc;
use thiserror::Error;

/// Why there is no batch. Lines and columns count from 1, columns in bytes.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum DataError {
    /// A LibSVM file is not read.
    #[error(transparent)]
    Libsvm(#[from] LibsvmError),
    /// An array is not made, or of a storage type that has no rows by number.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// Another rank does not go on.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// A file cannot be opened or read. The source is shared so that the error can be repeated.
    #[error("{file}: cannot be read")]
    Io { file: Arc<str>, source: Arc<io::Error> },
    /// A batch without rows, or a window without words.
    #[error("a batch needs at least one row, and a window one word")]
    ZeroBatchSize,
    /// There is nothing to make batches of.
    #[error("there are no rows")]
    NoRows,
    /// Arrays that must have as many rows as the first one.
    #[error("{found} rows, but the first array has {expected}")]
    Rows { expected: usize, found: usize },
    /// There is no such part.
    #[error("part {part} of {parts}: parts count from 0")]
    Part { part: usize, parts: usize },
    /// A file was cut into more parts than it has lines for.
    #[error("part {part} of {parts} has no rows")]
    EmptyPart { part: usize, parts: usize },
    /// A file that is compressed as a whole is to be cut.
    #[error("{file}: compressed, so it cannot be cut into {parts} parts: decompress it first")]
    CompressedParts { file: Arc<str>, parts: usize },
    /// A batch has no place for the weights of rows.
    #[error("weights of rows are asked for, and a batch has no place for them")]
    RowWeights,
    /// A label file has fewer rows than the data.
    #[error("the label file ends behind row {rows}, and there are more rows of data")]
    LabelsEnd { rows: u64 },
    /// A text is malformed.
    #[error("{file}:{line}:{column}: {fault}")]
    Text { file: Arc<str>, line: u64, column: u64, fault: TextFault },
    /// A vocabulary lacks a word that every text needs.
    #[error("{file}: there is no `{word}`")]
    MissingWord { file: Arc<str>, word: &'static str },
    /// The thread that reads ahead cannot be started, or has ended in a panic.
    #[error("the thread that reads ahead is not there")]
    NoThread,
}

/// What is wrong with a line of text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextFault {
    /// The text is not UTF-8.
    #[error("not UTF-8")]
    NotUtf8,
    /// A line of a vocabulary is not a word and a count.
    #[error("a word and a count are expected, and there are {found} fields")]
    Fields { found: usize },
    /// The count is not a number.
    #[error("count `{text}` is not a number")]
    Count { text: String },
    /// A word has two lines.
    #[error("word `{word}` is the word of line {first} too")]
    Repeated { word: String, first: u64 },
}
