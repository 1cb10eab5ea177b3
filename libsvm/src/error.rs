//! Everything that can be wrong with a file.

use std::{io, sync::Arc};

use thiserror::Error;

/// Why reading stopped.
///
/// Lines and columns count from 1, columns in bytes; a byte order mark at the start of the file is not counted.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum LibsvmError {
    /// A row cannot be accepted.
    #[error("{file}:{line}:{column}: {reason}")]
    Row { file: Arc<str>, line: u64, column: u64, reason: RowError },
    /// The file cannot be opened or read. The source is shared so that the error can be repeated.
    #[error("{file}: cannot be read")]
    Io { file: Arc<str>, source: Arc<io::Error> },
    /// The input ends without one row.
    #[error("{file}: no rows")]
    Empty { file: Arc<str> },
    /// [`IndexBase::Auto`](super::IndexBase::Auto) was asked of a source that is read only once.
    #[error("{file}: the index base of a stream cannot be found out: give it, or read from a file")]
    AutoBaseOfStream { file: Arc<str> },
    /// A stream was asked to go back to its start.
    #[error("{file}: a stream cannot be reset: open it as a file")]
    NotSeekable { file: Arc<str> },
    /// `batch_rows` is 0.
    #[error("a batch needs at least one row")]
    ZeroBatchRows,
}

impl LibsvmError {
    /// The line and column of a [`Row`](Self::Row) error.
    pub fn position(&self) -> Option<(u64, u64)> {
        match self {
            Self::Row { line, column, .. } => Some((*line, *column)),
            _ => None,
        }
    }

    /// The reason of a [`Row`](Self::Row) error.
    pub fn reason(&self) -> Option<&RowError> {
        match self {
            Self::Row { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

/// Why a row is not accepted. `text` is the start of the offending piece of the line, escaped; an index is as written
/// in the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowError {
    /// The first token is not a number.
    #[error("label `{text}` is not a number")]
    Label { text: String },
    /// The label is `nan`, `inf` or too large for the value type.
    #[error("label `{text}` is not a finite number of this type")]
    LabelNotFinite { text: String },
    /// The label is none of two classes.
    #[error("label `{text}` is not 1, 0 or -1")]
    LabelOfNoClass { text: String },
    /// The label is none of several classes.
    #[error("label `{text}` is none of the {classes} classes")]
    LabelUnknown { text: String, classes: usize },
    /// Labels separated by commas.
    #[error("several labels `{text}`: only one is supported")]
    SeveralLabels { text: String },
    /// `label:weight`, and weights are neither read nor to be ignored.
    #[error("`{text}` is a feature of a row without a label, or a label with a weight")]
    LabelWithWeight { text: String },
    /// The part of `label:weight` after the colon is not a finite number.
    #[error("label weight `{text}` is not a finite number")]
    Weight { text: String },
    /// The weight of a row is below 0.
    #[error("label weight `{text}` is below 0")]
    NegativeWeight { text: String },
    /// A label, or a feature without a value, at the start of a row that has no label.
    #[error("`{text}` is a label or a feature without a value, and these rows have no label")]
    LabelOfUnlabelled { text: String },
    /// A feature of a field is not `field:feature:value`.
    #[error("`{text}` is not field:feature:value")]
    Field { text: String },
    /// The field is not one of the fields.
    #[error("field {field} is out of range: {fields} fields counted from 0")]
    FieldOutOfRange { field: u64, fields: u64 },
    /// A row of Vowpal Wabbit's text has no namespace.
    #[error("`{text}` begins no row of Vowpal Wabbit: it has no |")]
    NoBar { text: String },
    /// A row of Vowpal Wabbit's text has no label.
    #[error("a row without a label")]
    NoLabel,
    /// `qid:` is not followed by an unsigned number.
    #[error("query id `{text}` is not an unsigned number")]
    QueryId { text: String },
    /// A query id, which is not to be left out.
    #[error("query id `{text}` is not used")]
    UnusedQueryId { text: String },
    /// A base of Vowpal Wabbit's text, which is not to be left out.
    #[error("base `{text}` is not used")]
    UnusedBase { text: String },
    /// An importance of Vowpal Wabbit's text, which is not to be left out.
    #[error("importance `{text}` is not used")]
    UnusedWeight { text: String },
    /// The part before the colon is not a number.
    #[error("`{text}` is not a feature index")]
    Index { text: String },
    /// An index with a minus sign.
    #[error("negative feature index `{text}`")]
    NegativeIndex { text: String },
    /// Index 0 in a one-based file.
    #[error("feature index 0 in a one-based file")]
    IndexBelowBase,
    /// The index is not one of the features.
    #[error("feature index {index} is out of range: {features} features counted from {base}")]
    IndexOutOfRange { index: u64, features: u64, base: u64 },
    /// The index does not fit the index type.
    #[error("feature index {text} does not fit the index type (at most {max} from zero)")]
    IndexTooLarge { text: String, max: u64 },
    /// The index is the one before it.
    #[error("feature index {index} appears twice")]
    DuplicateIndex { index: u64 },
    /// The values of a repeated index, which are to be added, exceed the value type.
    #[error("the values of feature index {index} add up to no finite number of this type")]
    SumNotFinite { index: u64 },
    /// The index is below one before it.
    #[error("feature index {index} after {previous}: indices must ascend")]
    UnsortedIndex { index: u64, previous: u64 },
    /// A token without a colon.
    #[error("feature `{text}` has no value")]
    MissingValue { text: String },
    /// Nothing after the colon.
    #[error("empty value after `{text}`")]
    EmptyValue { text: String },
    /// The part after the colon is not a number.
    #[error("value `{text}` is not a number")]
    Value { text: String },
    /// The value is `nan`, `inf` or too large for the value type.
    #[error("value `{text}` is not a finite number of this type")]
    ValueNotFinite { text: String },
    /// A carriage return that does not end a line.
    #[error("carriage return inside a line")]
    CarriageReturn,
    /// With this row the batch has more entries than its index type can count.
    #[error("more than {max} entries in one batch: too many for the index type")]
    TooManyEntries { max: u64 },
    /// The line is longer than the option allows.
    #[error("line longer than {max} bytes")]
    LineTooLong { max: u64 },
}

/// A reason, and its distance in bytes from where the text at hand begins.
pub(super) type Misplaced = (usize, RowError);

/// The start of a piece of the line, fit to be printed.
pub(super) fn excerpt(text: &[u8]) -> String {
    const LONGEST: usize = 40;
    match text.get(..LONGEST) {
        Some(start) if text.len() > LONGEST => format!("{}...", start.escape_ascii()),
        _ => text.escape_ascii().to_string(),
    }
}
