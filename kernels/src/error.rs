//! Errors: small, `Copy`, with the numbers inside. Nothing has been written when a kernel answers with one.
use core::fmt::{self, Display, Formatter};

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
    /// An id is out of order or out of range, a row is missing, or a number does not fit the index type.
    Range,
    /// A slice that the caller passed for output or scratch is too short.
    Capacity,
}

impl ErrorKind {
    /// The kind's name in golden files.
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
    Gradient,
    Weight,
    Momentum,
    Scratch,
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
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
            Self::Gradient => "gradient",
            Self::Weight => "weight",
            Self::Momentum => "momentum",
            Self::Scratch => "scratch",
        })
    }
}

/// What is wrong with one index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IndexFault {
    /// Below zero.
    Negative,
    /// Not less than the dimension (`expected`).
    TooLarge,
    /// Not greater than the one before it (`expected`).
    NotAscending,
}

/// What is wrong with one pointer of `indptr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IndptrFault {
    /// The first pointer is not 0.
    Start,
    /// Less than the one before it (`expected`).
    Decreasing,
    /// The last pointer is not the number of indices (`expected`).
    End,
}

/// A view cannot be built from these arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// The length of an array of a csr.
    CsrShape {
        /// Which array.
        array: Operand,
        /// The length it should have.
        expected: usize,
        /// The length it has.
        found: usize,
    },
    /// `indptr[row]` (`row` may be the number of rows, for the last pointer).
    CsrIndptr {
        /// The position in `indptr`.
        row: usize,
        /// What is wrong.
        fault: IndptrFault,
        /// The bound that it breaks: 0, the pointer before it, or the number of indices.
        expected: i64,
        /// What it is.
        found: i64,
    },
    /// A column index.
    CsrIndices {
        /// Its row.
        row: usize,
        /// Its position in `indices`.
        entry: usize,
        /// What is wrong.
        fault: IndexFault,
        /// The bound that it breaks: 0, the number of columns, or the index before it.
        expected: i64,
        /// The index.
        found: i64,
    },
    /// The length of an array of a row_sparse, or its number of dimensions.
    RowSparseShape {
        /// Which array.
        array: Operand,
        /// The length it should have.
        expected: usize,
        /// The length it has.
        found: usize,
    },
    /// A row id.
    RowSparseIndices {
        /// Its position in `indices`.
        entry: usize,
        /// What is wrong.
        fault: IndexFault,
        /// The bound that it breaks: 0, the number of rows, or the id before it.
        expected: i64,
        /// The id.
        found: i64,
    },
    /// A dense array is shorter than its shape and stride need, or its stride is less than its columns.
    DenseShape {
        /// Least number of elements.
        expected: usize,
        /// Number of elements.
        found: usize,
    },
    /// A dimension does not fit the index type, or a product of dimensions does not fit `usize`.
    Dimension {
        /// The largest that fits.
        max: usize,
        /// The dimension.
        found: usize,
    },
}

impl FormatError {
    /// The coarse kind.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::CsrShape { .. } => ErrorKind::CsrShape,
            Self::CsrIndptr { .. } => ErrorKind::CsrIndptr,
            Self::CsrIndices { .. } => ErrorKind::CsrIndices,
            Self::RowSparseShape { .. } => ErrorKind::RowSparseShape,
            Self::RowSparseIndices { .. } => ErrorKind::RowSparseIndices,
            Self::DenseShape { .. } => ErrorKind::Shape,
            Self::Dimension { .. } => ErrorKind::Range,
        }
    }
}

fn write_index(f: &mut Formatter<'_>, fault: IndexFault, expected: i64, found: i64, dimension: &str) -> fmt::Result {
    match fault {
        IndexFault::Negative => write!(f, "index {found} is negative"),
        IndexFault::TooLarge => write!(f, "index {found} is not less than the number of {dimension}, {expected}"),
        IndexFault::NotAscending => write!(f, "index {found} is not greater than the one before it, {expected}"),
    }
}

impl Display for FormatError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::CsrShape { array, expected, found } => write!(f, "csr shape: length of {array} should be {expected}, is {found}"),
            Self::CsrIndptr { row, fault, expected, found } => match fault {
                IndptrFault::Start => write!(f, "csr indptr: the first pointer is {found}, not {expected}"),
                IndptrFault::Decreasing => write!(f, "csr indptr: pointer {row} is {found}, less than the one before it, {expected}"),
                IndptrFault::End => write!(f, "csr indptr: the last pointer is {found}, but there are {expected} indices"),
            },
            Self::CsrIndices { row, entry, fault, expected, found } => {
                write!(f, "csr indices: row {row}, entry {entry}: ")?;
                write_index(f, fault, expected, found, "columns")
            }
            Self::RowSparseShape { array, expected, found } => {
                write!(f, "row_sparse shape: length of {array} should be {expected}, is {found}")
            }
            Self::RowSparseIndices { entry, fault, expected, found } => {
                write!(f, "row_sparse indices: entry {entry}: ")?;
                write_index(f, fault, expected, found, "rows")
            }
            Self::DenseShape { expected, found } => write!(f, "dense shape: needs {expected} elements, has {found}"),
            Self::Dimension { max, found } => write!(f, "dimension {found} is above {max}, the largest that fits"),
        }
    }
}

/// A kernel refuses its operands. Nothing has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelError {
    /// A dimension of one operand does not fit the others.
    Shape {
        /// Which operand.
        operand: Operand,
        /// 0 for rows, 1 for columns (or the length of a row).
        axis: u8,
        /// What the other operands ask for.
        expected: usize,
        /// What it is.
        found: usize,
    },
    /// A slice for output or scratch is too short.
    Capacity {
        /// Which slice.
        operand: Operand,
        /// The length that is needed.
        needed: usize,
        /// Its length.
        found: usize,
    },
    /// A list of ids is not ascending, not distinct or not in range.
    Ids {
        /// The position in the list.
        entry: usize,
        /// What is wrong.
        fault: IndexFault,
        /// The bound that it breaks.
        expected: i64,
        /// The id.
        found: i64,
    },
    /// A row that the call must change is not stored in a row_sparse operand.
    MissingRow {
        /// Which operand.
        operand: Operand,
        /// The row.
        row: usize,
    },
    /// The pattern of the output is not the one that the inputs give.
    Pattern {
        /// The first row, or stored position, that differs.
        row: usize,
        /// Stored entries, or the row id, that the inputs give.
        expected: usize,
        /// What the output has.
        found: usize,
    },
}

impl KernelError {
    /// The coarse kind.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Shape { .. } | Self::Pattern { .. } => ErrorKind::Shape,
            Self::Capacity { .. } => ErrorKind::Capacity,
            Self::Ids { .. } | Self::MissingRow { .. } => ErrorKind::Range,
        }
    }
}

impl Display for KernelError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Shape { operand, axis, expected, found } => {
                let axis = if axis == 0 { "rows" } else { "columns" };
                write!(f, "shape: {operand} should have {expected} {axis}, has {found}")
            }
            Self::Capacity { operand, needed, found } => write!(f, "capacity: {operand} needs {needed} elements, has {found}"),
            Self::Ids { entry, fault, expected, found } => {
                write!(f, "ids: entry {entry}: ")?;
                write_index(f, fault, expected, found, "rows")
            }
            Self::MissingRow { operand, row } => write!(f, "row {row} is not stored in the {operand}"),
            Self::Pattern { row, expected, found } => write!(f, "pattern: the output should store {expected} at {row}, stores {found}"),
        }
    }
}

/// Either error, for `?` in code that builds views and calls kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A view could not be built.
    Format(FormatError),
    /// A kernel refused.
    Kernel(KernelError),
}

impl Error {
    /// The coarse kind.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Format(error) => error.kind(),
            Self::Kernel(error) => error.kind(),
        }
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(error) => error.fmt(f),
            Self::Kernel(error) => error.fmt(f),
        }
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

impl core::error::Error for FormatError {}
impl core::error::Error for KernelError {}
impl core::error::Error for Error {}

/// `Ok` if both are equal, else a [`KernelError::Shape`].
pub(crate) const fn expect(operand: Operand, axis: u8, expected: usize, found: usize) -> Result<(), KernelError> {
    if expected == found { Ok(()) } else { Err(KernelError::Shape { operand, axis, expected, found }) }
}

/// `Ok` if `found` is at least `needed`, else a [`KernelError::Capacity`].
pub(crate) const fn capacity(operand: Operand, needed: usize, found: usize) -> Result<(), KernelError> {
    if found >= needed { Ok(()) } else { Err(KernelError::Capacity { operand, needed, found }) }
}
