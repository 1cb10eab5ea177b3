//! Errors: small, `Copy`, with the numbers inside.
//!
//! Nothing has been written when a kernel answers with one, except for three kinds that find out while they write: a
//! kernel of one pass whose output, or whose index type, is too short, and a structure call whose output is (they have
//! filled what there is), and one into a csr, such as [`cast::dense_to_csr`](crate::cast::dense_to_csr()) or
//! [`dot::csr_csr_indices`](crate::dot::csr_csr_indices()), on pointers that are not those of its result (the rows
//! before are filled).
#[cfg(feature = "table")]
mod call;
mod format;
mod kernel;
mod slot_map;

use crate::Index;
#[cfg(feature = "table")]
pub use call::CallError;
use core::fmt::{self, Display, Formatter};
pub use format::{FormatError, IndexFault, IndptrFault};
pub use kernel::{KernelError, Parameter};
pub use slot_map::{SlotMapError, WordFault};

/// The coarse kind of an error, as golden files and other languages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Lengths of the arrays of a csr do not fit its shape.
    CsrShape,
    /// `indptr` does not start at 0, decreases, or does not end at the number of indices.
    CsrIndptr,
    /// A column index is negative, too large, or not above the one before it in its row.
    CsrIndices,
    /// Lengths of the arrays of a row_sparse do not fit its shape.
    RowSparseShape,
    /// A row id is negative, too large, or not above the one before it.
    RowSparseIndices,
    /// Operands do not fit together, or a dense array is too short.
    Shape,
    /// Value or index types differ. Rust's types exclude it; other languages can meet it.
    Dtype,
    /// An id is out of order or out of range, a row is missing, a range is not inside, a number does not fit the index
    /// type, or a hyper-parameter has no meaning.
    Range,
    /// A slice that the caller passed for output or scratch is too short.
    Capacity,
}

impl ErrorKind {
    /// The kind's name in golden files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CsrShape => "csr_shape",
            Self::CsrIndptr => "csr_indptr",
            Self::CsrIndices => "csr_indices",
            Self::RowSparseShape => "row_sparse_shape",
            Self::RowSparseIndices => "row_sparse_indices",
            Self::Shape => "shape",
            Self::Dtype => "dtype",
            Self::Range => "range",
            Self::Capacity => "capacity",
        }
    }
}

/// One array of a view, or one operand of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Operand {
    Indptr,
    Indices,
    Values,
    Data,
    Left,
    Right,
    Output,
    Input,
    Ids,
    Plan,
    /// Bounds of the segments of a plan.
    Segments,
    /// Rows of the terms of a plan.
    Rows,
    /// Entries of the terms of a plan, or those that end a block.
    Entries,
    /// Columns whose sums have blocks, that occur, or of triplets.
    Columns,
    Gradient,
    Weight,
    Scratch,
    /// Integers of 8 bits.
    Codes,
    /// A scale and an offset for each of their rows.
    Scales,
    /// The steps that rows may have missed.
    Schedule,
    /// How many of them each row has seen.
    Stamps,
    /// A state of an optimizer, from 1.
    State(u8),
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::State(number) => return write!(f, "state {number}"),
            Self::Indptr => "indptr",
            Self::Indices => "indices",
            Self::Values => "values",
            Self::Data => "data",
            Self::Left => "left operand",
            Self::Right => "right operand",
            Self::Output => "output",
            Self::Input => "input",
            Self::Ids => "ids",
            Self::Plan => "plan",
            Self::Segments => "segments",
            Self::Rows => "rows",
            Self::Entries => "entries",
            Self::Columns => "columns",
            Self::Gradient => "gradient",
            Self::Weight => "weight",
            Self::Scratch => "scratch",
            Self::Codes => "codes",
            Self::Scales => "scales",
            Self::Schedule => "schedule",
            Self::Stamps => "stamps",
        })
    }
}

/// Any of these errors, for `?` in code that builds views and calls kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A view could not be built.
    Format(FormatError),
    /// A kernel refused.
    Kernel(KernelError),
    /// A slot map refused.
    SlotMap(SlotMapError),
    /// The operands of a [`Call`](crate::call::Call) are not those of its operator.
    #[cfg(feature = "table")]
    Call(CallError),
}

impl Error {
    /// The coarse kind.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Format(error) => error.kind(),
            Self::Kernel(error) => error.kind(),
            Self::SlotMap(error) => error.kind(),
            #[cfg(feature = "table")]
            Self::Call(error) => error.kind(),
        }
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(error) => error.fmt(f),
            Self::Kernel(error) => error.fmt(f),
            Self::SlotMap(error) => error.fmt(f),
            #[cfg(feature = "table")]
            Self::Call(error) => error.fmt(f),
        }
    }
}

#[cfg(feature = "table")]
impl From<CallError> for Error {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}

impl From<FormatError> for Error {
    fn from(error: FormatError) -> Self {
        Self::Format(error)
    }
}

impl From<KernelError> for Error {
    fn from(error: KernelError) -> Self {
        Self::Kernel(error)
    }
}

impl From<SlotMapError> for Error {
    fn from(error: SlotMapError) -> Self {
        Self::SlotMap(error)
    }
}

impl core::error::Error for Error {}

/// `Ok` if both are equal, else a [`KernelError::Shape`].
pub(crate) const fn expect(operand: Operand, axis: u8, expected: usize, found: usize) -> Result<(), KernelError> {
    if expected == found { Ok(()) } else { Err(KernelError::Shape { operand, axis, expected, found }) }
}

/// `Ok` if `found` is at least `needed`, else a [`KernelError::Capacity`].
pub(crate) const fn capacity(operand: Operand, needed: usize, found: usize) -> Result<(), KernelError> {
    if found >= needed { Ok(()) } else { Err(KernelError::Capacity { operand, needed, found }) }
}

/// `Ok` if `needed` fits the index type, else a [`KernelError::Index`].
pub(crate) const fn index_fits<I: Index>(needed: usize) -> Result<(), KernelError> {
    if needed <= I::MAX { Ok(()) } else { Err(KernelError::Index { needed, max: I::MAX }) }
}
