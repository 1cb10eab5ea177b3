//! Errors outside the running program.

use thiserror::Error;

use crate::fault::Fault;

/// Why a text is not a module that this crate can run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}: `{source_line}`")]
#[non_exhaustive]
pub struct ParseError {
    /// Counted from 1.
    pub line: usize,
    /// The text of the line, without its surrounding space.
    pub source_line: String,
    pub reason: String,
}

/// Why device memory could not be allocated, freed, read or written by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MemoryError {
    #[error("the buffer was freed or belongs to another memory")]
    UnknownBuffer,
    #[error("bytes {offset}..{offset}+{length} are not within a buffer of {size} bytes")]
    OutOfBounds { offset: usize, length: usize, size: usize },
    #[error("byte {offset} was never written")]
    Unwritten { offset: usize },
    #[error("no room for a buffer of {bytes} bytes")]
    OutOfMemory { bytes: usize },
}

/// Why a launch did not run to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LaunchError {
    #[error("the module has no entry named `{0}`")]
    UnknownEntry(String),
    #[error("the entry takes {expected} arguments, {found} were given")]
    ArgumentCount { expected: usize, found: usize },
    #[error("argument {index} (`{name}`) has {expected} bytes, {found} were given")]
    ArgumentSize { index: usize, name: String, expected: usize, found: usize },
    #[error("argument {index}: {error}")]
    ArgumentBuffer { index: usize, error: MemoryError },
    #[error("argument {index}: offset {offset} is beyond the end of a buffer of {size} bytes")]
    ArgumentOffset { index: usize, offset: usize, size: usize },
    #[error("a grid of {grid:?} blocks of {block:?} threads cannot be launched: {reason}")]
    Shape { grid: [u32; 3], block: [u32; 3], reason: &'static str },
    #[error("{required} bytes of shared memory are needed, a block has {limit}")]
    SharedMemory { required: usize, limit: usize },
    #[error(transparent)]
    Fault(Box<Fault>),
}
