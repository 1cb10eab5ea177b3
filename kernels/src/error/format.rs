//! Broken formats.
use super::{ErrorKind, Operand};
use core::fmt::{self, Display, Formatter};

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
    /// Before the first row of a part (`expected`).
    BeforeFirst,
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
    /// A dense array is shorter than its shape and stride need.
    DenseShape {
        /// Least number of elements.
        expected: usize,
        /// Number of elements.
        found: usize,
    },
    /// Rows of a dense array would overlap.
    Stride {
        /// Number of columns, the least stride.
        columns: usize,
        /// The stride.
        stride: usize,
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
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::CsrShape { .. } => ErrorKind::CsrShape,
            Self::CsrIndptr { .. } => ErrorKind::CsrIndptr,
            Self::CsrIndices { .. } => ErrorKind::CsrIndices,
            Self::RowSparseShape { .. } => ErrorKind::RowSparseShape,
            Self::RowSparseIndices { .. } => ErrorKind::RowSparseIndices,
            Self::DenseShape { .. } | Self::Stride { .. } => ErrorKind::Shape,
            Self::Dimension { .. } => ErrorKind::Range,
        }
    }
}

pub(super) fn write_index(
    f: &mut Formatter<'_>,
    fault: IndexFault,
    expected: i64,
    found: i64,
    dimension: &str,
) -> fmt::Result {
    match fault {
        IndexFault::Negative => write!(f, "index {found} is negative"),
        IndexFault::TooLarge => write!(f, "index {found} is not less than the number of {dimension}, {expected}"),
        IndexFault::BeforeFirst => write!(f, "index {found} is before the first of the {dimension}, {expected}"),
        IndexFault::NotAscending => write!(f, "index {found} is not greater than the one before it, {expected}"),
    }
}

impl Display for FormatError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::CsrShape { array, expected, found } => {
                write!(f, "csr shape: length of {array} should be {expected}, is {found}")
            }
            Self::CsrIndptr { row, fault, expected, found } => match fault {
                IndptrFault::Start => write!(f, "csr indptr: the first pointer is {found}, not {expected}"),
                IndptrFault::Decreasing => {
                    write!(f, "csr indptr: pointer {row} is {found}, less than the one before it, {expected}")
                }
                IndptrFault::End => {
                    write!(f, "csr indptr: the last pointer is {found}, but there are {expected} indices")
                }
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
            Self::Stride { columns, stride } => {
                write!(f, "dense shape: stride {stride} is less than the number of columns, {columns}")
            }
            Self::Dimension { max, found } => write!(f, "dimension {found} is above {max}, the largest that fits"),
        }
    }
}

impl core::error::Error for FormatError {}
