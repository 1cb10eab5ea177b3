//! Why a file is not read or written.
use crate::array::{Array, ArrayError, Dtype};
use crate::libsvm::{LibsvmError, LibsvmWriteError};
use lacuna::infer::Stype;
use std::path::PathBuf;
use thiserror::Error;

/// A file is not read or written.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct FileError {
    /// Which file.
    pub path: PathBuf,
    /// Why.
    #[source]
    pub fault: Fault,
}

/// What is wrong with a file, or with what is to be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The system refuses.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// The file cannot be written.
    #[error("{0:#}")]
    Write(anyhow::Error),
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
    #[error("array `{name}`: {source}")]
    Array { name: String, source: ArrayError },
    /// A format has no place for such an array.
    #[error("array `{name}`, {stype} of {dtype} in {dimensions} dimensions, has no place in this format")]
    NoPlace { name: String, stype: Stype, dtype: Dtype, dimensions: usize },
    /// Names must be given, and be different.
    #[error("array name `{name}` is empty or given twice")]
    Name { name: String },
    /// A safetensors file.
    #[error("not a good safetensors file: {0}")]
    Safetensors(#[from] safetensors::SafeTensorError),
    /// A zip file.
    #[error("not a good .npz file: {0}")]
    Zip(#[from] zip::result::ZipError),
    /// LibSVM text.
    #[error(transparent)]
    Libsvm(#[from] LibsvmError),
    /// An array that LibSVM text cannot hold.
    #[error(transparent)]
    LibsvmWrite(#[from] LibsvmWriteError),
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
