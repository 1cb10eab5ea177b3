//! Why a file is not read or written.
use crate::array::{Array, ArrayError, Dtype};
use crate::libsvm::{LibsvmError, LibsvmWriteError};
use lacuna::infer::Stype;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file is not read or written. What it prints is all: it has no source, so that a chain of errors tells it once.
#[derive(Debug, Error)]
#[error("{}", once(path, fault))]
pub struct FileError {
    /// Which file.
    pub path: PathBuf,
    /// Why.
    pub fault: Fault,
}

/// The fault behind the path, which a failed write names itself.
fn once(path: &Path, fault: &Fault) -> String {
    let (path, fault) = (path.display(), fault.to_string());
    if fault.starts_with(&format!("{path}: ")) { fault } else { format!("{path}: {fault}") }
}

/// What is wrong with a file, or with what is to be written. As [`FileError`], it has no source.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The system refuses.
    #[error("cannot be read: {0}")]
    Io(std::io::Error),
    /// The file cannot be written.
    #[error("{0}")]
    Write(Box<dyn std::error::Error + Send + Sync>),
    /// Neither content nor name show what it is.
    #[error("neither a .params, safetensors, .npy, .npz, Matrix Market nor LibSVM file")]
    Unknown,
    /// The file ends too early, or promises more than there can be.
    #[error("byte {at}: {what} of {needed} bytes, but {left} are left")]
    Truncated { what: &'static str, at: u64, needed: u64, left: u64 },
    /// A field has a value that it cannot have.
    #[error("byte {at}: {what} {found} is not supported")]
    Field { what: &'static str, at: u64, found: i64 },
    /// A text has a place that cannot be read.
    #[error("byte {at}: {what}: `{found}` cannot be read")]
    Text { what: &'static str, at: u64, found: String },
    /// A line of a text, counted from 1, is not as it must be.
    #[error("line {line}: `{found}` is {wrong}")]
    Line { line: u64, found: String, wrong: &'static str },
    /// A number in a line is more than it may be, or less than 1.
    #[error("line {line}: {what} {found} is not from 1 to {most}")]
    Index { line: u64, what: &'static str, found: u64, most: u64 },
    /// A member of a `.npz` file.
    #[error("member {name}: {fault}")]
    Member { name: String, fault: Box<Fault> },
    /// Two counts must be equal, or one at most the other.
    #[error("{what}: {found}, but {expected} are expected")]
    Count { what: &'static str, expected: u64, found: u64 },
    /// There is more than this file may ask for.
    #[error("{what} {found} is more than a file of {bytes} bytes may have, {most}")]
    TooMany { what: &'static str, found: u64, most: u64, bytes: u64 },
    /// Something that a format has, or could have, but that is not read.
    #[error("{what} `{found}` is not supported")]
    Unsupported { what: &'static str, found: String },
    /// An array is missing.
    #[error("there is no `{name}`")]
    Missing { name: &'static str },
    /// The parts of an array do not fit each other.
    #[error("array `{name}`: {error}")]
    Array { name: String, error: ArrayError },
    /// An index of a sparse array is outside.
    #[error("{0}")]
    Outside(Box<Outside>),
    /// Two entries of a csr are at one place.
    #[error("array `{name}`: row {row} has column {column} twice, as entries {} and {}", entries[0], entries[1])]
    EntryTwice { name: String, row: u64, column: i64, entries: [u64; 2] },
    /// A row of a row_sparse array is stored twice.
    #[error("array `{name}`: row {row} is stored twice")]
    RowTwice { name: String, row: i64 },
    /// A shape has a length that cannot be.
    #[error("a shape cannot have the length {found}")]
    Length { found: i64 },
    /// A diagonal is stored twice.
    #[error("diagonal {offset} is stored twice")]
    DiagonalTwice { offset: i64 },
    /// A matrix is no whole number of blocks.
    #[error("{length} {what} are no multiple of the {block} of a block")]
    Blocks { what: &'static str, length: u64, block: u64 },
    /// A number without a sign has no place in 64 bits with one.
    #[error("value {place}, {found}, is more than int64 can be, 9223372036854775807")]
    Unsigned { place: u64, found: u64 },
    /// A number that tells what a file, or an array in it, is.
    #[error("byte {at}: {what} {found:#x} is not known: {known}")]
    Magic { what: &'static str, at: u64, found: u64, known: &'static str },
    /// Two arrays of a file, or two keys of its header, have one name.
    #[error("the name `{name}` is given twice")]
    NameTwice { name: String },
    /// A format has no place for such an array.
    #[error("array `{name}`, {stype} of {dtype} in {dimensions} dimensions, has no place in this format")]
    NoPlace { name: String, stype: Stype, dtype: Dtype, dimensions: usize },
    /// Names must be given, and be different.
    #[error("array name `{name}` is empty or given twice")]
    Name { name: String },
    /// A safetensors file.
    #[error("not a good safetensors file: {0}")]
    Safetensors(safetensors::SafeTensorError),
    /// A file of MXNet's optimizer states.
    #[error(transparent)]
    Pickle(#[from] PickleError),
    /// A zip file.
    #[error("not a good .npz file: {0}")]
    Zip(zip::result::ZipError),
    /// LibSVM text.
    #[error(transparent)]
    Libsvm(#[from] LibsvmError),
    /// An array that LibSVM text cannot hold.
    #[error(transparent)]
    LibsvmWrite(#[from] LibsvmWriteError),
}

/// An index of a sparse array that is outside.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("array `{name}`: {}entry {entry}: {what} {found} is out of range: there are {count} {what}s", within(*line))]
pub struct Outside {
    /// The array.
    pub name: String,
    /// What the pointers give, row or column, with its number.
    pub line: Option<(&'static str, u64)>,
    /// The place among the indices.
    pub entry: u64,
    /// What the index is of.
    pub what: &'static str,
    /// The index.
    pub found: i64,
    /// How many there are.
    pub count: u64,
}

impl Fault {
    /// Whether it tells the type of something that no array can hold, not what is wrong.
    pub(super) fn is_foreign(&self) -> bool {
        match self {
            Self::Unsupported { .. } | Self::Unsigned { .. } => true,
            Self::Member { fault, .. } => fault.is_foreign(),
            _ => false,
        }
    }
}

macro_rules! from {
    ($($error:ty => $variant:ident),*) => {$(
        impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        }
    )*};
}

from!(std::io::Error => Io, safetensors::SafeTensorError => Safetensors, zip::result::ZipError => Zip);

fn within(line: Option<(&str, u64)>) -> String {
    line.map_or_else(String::new, |(line, number)| format!("{line} {number}, "))
}

/// The start of a text, fit to be printed.
pub(super) fn excerpt(text: &[u8]) -> String {
    text.get(..text.len().min(40)).unwrap_or_default().escape_ascii().to_string()
}

pub(super) fn no_place(name: &str, array: &Array) -> Fault {
    Fault::NoPlace {
        name: name.to_owned(),
        stype: array.stype(),
        dtype: array.dtype(),
        dimensions: array.shape().len(),
    }
}

/// What is wrong with a file of MXNet's optimizer states.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PickleError {
    /// The file ends too early, or promises more than there is.
    #[error("byte {at}: {needed} bytes of a pickle, but {left} are left")]
    Truncated { at: u64, needed: u64, left: u64 },
    /// Only these protocols have all that is needed.
    #[error("pickle protocol {found}: 3, 4 and 5 are read")]
    Protocol { found: u64 },
    /// Files of MXNet's states do not have this instruction.
    #[error("byte {at}: opcode {found:#04x} is not part of MXNet's optimizer states")]
    Opcode { at: u64, found: u8 },
    /// Files of MXNet's states do not have this class.
    #[error("byte {at}: class {name} is not part of MXNet's optimizer states")]
    Class { at: u64, name: String },
    /// Something else is expected at a place.
    #[error("byte {at}: {what} is expected, not {found}")]
    Wrong { at: u64, what: &'static str, found: &'static str },
    /// Something else is expected in a place of the whole.
    #[error("MXNet's optimizer states: {what} is expected, not {found}")]
    Form { what: &'static str, found: &'static str },
    /// The file is of another optimizer.
    #[error("the states are those of MXNet's {found}, not of {expected}")]
    Optimizer { expected: &'static str, found: String },
    /// A key has other states than the optimizer.
    #[error("key {key}: {found} arrays of states, but {optimizer} has {expected}")]
    States { key: String, optimizer: &'static str, expected: usize, found: usize },
    /// The file says nothing of what the optimizer needs.
    #[error("states of {optimizer} with {what} are not read")]
    Unsupported { optimizer: &'static str, what: &'static str },
    /// Updates are counted for all parameters together.
    #[error("key {key} has had {found} updates, and another {expected}")]
    Updates { key: String, expected: u64, found: u64 },
}
