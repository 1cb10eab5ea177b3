//! What a call answers: a status, and the numbers behind it.
use core::fmt::{self, Display, Formatter};
use lacuna::dispatch::{Level, Unavailable};
use lacuna::error::{IndexFault, IndptrFault, Operand};
use lacuna::{FormatError, KernelError};

/// What a call answers. Every number but 0 means that the call was refused.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The call did its work.
    Ok = 0,
    /// A pointer is null that must not be.
    NullPointer = 1,
    /// A pointer is not a multiple of the alignment of what it points to.
    MisalignedPointer = 2,
    /// An array of that length does not fit the address space.
    LengthOverflow = 3,
    /// An array that is written shares memory with another array of the call.
    Overlap = 4,
    /// A field that names one of several choices holds none of them.
    InvalidChoice = 5,
    /// Lengths of the arrays of a csr do not fit its shape.
    CsrShape = 10,
    /// A pointer of `indptr` is wrong.
    CsrIndptr = 11,
    /// A column index is wrong.
    CsrIndices = 12,
    /// Lengths of the arrays of a row_sparse do not fit its shape.
    RowSparseShape = 13,
    /// A row id of a row_sparse is wrong.
    RowSparseIndices = 14,
    /// A dense array is too short for its shape, or its stride is less than its columns.
    DenseShape = 15,
    /// A dimension does not fit the index type, or a product of dimensions does not fit a size.
    Dimension = 16,
    /// A dimension of one operand does not fit the others.
    Shape = 20,
    /// An array for output or scratch is too short.
    Capacity = 21,
    /// A list of ids is not ascending, not distinct or not in range.
    Ids = 22,
    /// A row that the call must change is not stored in a row_sparse operand.
    MissingRow = 23,
    /// The pattern of the output is not the one that the inputs give.
    Pattern = 24,
    /// This processor does not have the SIMD level.
    LevelUnavailable = 30,
    /// An error that is younger than this interface.
    Other = 99,
}

/// Every status with its text.
const TEXTS: &[(Status, &core::ffi::CStr)] = &[
    (Status::Ok, c"no error"),
    (Status::NullPointer, c"a pointer is null"),
    (Status::MisalignedPointer, c"a pointer is misaligned"),
    (Status::LengthOverflow, c"an array does not fit the address space"),
    (Status::Overlap, c"an array that is written overlaps another one"),
    (Status::InvalidChoice, c"a field holds none of its choices"),
    (Status::CsrShape, c"lengths of the arrays of a csr do not fit its shape"),
    (Status::CsrIndptr, c"a pointer of indptr is wrong"),
    (Status::CsrIndices, c"a column index is wrong"),
    (Status::RowSparseShape, c"lengths of the arrays of a row_sparse do not fit its shape"),
    (Status::RowSparseIndices, c"a row id of a row_sparse is wrong"),
    (Status::DenseShape, c"a dense array does not fit its shape"),
    (Status::Dimension, c"a dimension is too large"),
    (Status::Shape, c"a dimension of an operand does not fit the others"),
    (Status::Capacity, c"an array for output or scratch is too short"),
    (Status::Ids, c"an id is out of order or out of range"),
    (Status::MissingRow, c"a row that must be changed is not stored"),
    (Status::Pattern, c"the pattern of the output is not the one that the inputs give"),
    (Status::LevelUnavailable, c"the processor does not have this SIMD level"),
    (Status::Other, c"another error"),
];

impl Status {
    /// The status of a number.
    pub fn from_number(number: i32) -> Option<Self> {
        TEXTS.iter().map(|(status, _)| *status).find(|status| *status as i32 == number)
    }
}

/// A short text for any number, known or not.
pub(crate) fn text(number: i32) -> &'static core::ffi::CStr {
    TEXTS.iter().find(|(status, _)| *status as i32 == number).map_or(c"an unknown status", |(_, text)| text)
}

/// Defines an enum of numbers that mirrors one of `lacuna`.
macro_rules! mirror {
    ($(#[$doc:meta])* $name:ident of $mirrored:ident { $($(#[$variant_doc:meta])* $variant:ident = $number:literal,)* }) => {
        $(#[$doc])*
        #[repr(u32)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            /// None of them.
            None = 0,
            $($(#[$variant_doc])* $variant = $number,)*
        }

        impl From<$mirrored> for $name {
            fn from(mirrored: $mirrored) -> Self {
                match mirrored {
                    $($mirrored::$variant => Self::$variant,)*
                    #[allow(unreachable_patterns)]
                    _ => Self::None,
                }
            }
        }

        impl $name {
            fn mirrored(number: u32) -> Option<$mirrored> {
                match number {
                    $($number => Some($mirrored::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

mirror! {
    /// One array of an argument, or one argument of a call.
    OperandCode of Operand {
        /// `indptr` of a csr.
        Indptr = 1,
        /// `indices` of a csr or row_sparse.
        Indices = 2,
        /// `values` of a csr.
        Values = 3,
        /// `data` of a dense or row_sparse.
        Data = 4,
        /// The left operand.
        Left = 5,
        /// The right operand.
        Right = 6,
        /// What the call writes.
        Output = 7,
        /// What the call reads.
        Input = 8,
        /// A list of ids.
        Ids = 9,
        /// A plan.
        Plan = 10,
        /// A gradient.
        Gradient = 11,
        /// A weight.
        Weight = 12,
        /// A momentum.
        Momentum = 13,
        /// Scratch memory.
        Scratch = 14,
    }
}

/// Which rule an index, a pointer or a dimension breaks.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// No index, pointer or dimension is at fault.
    None = 0,
    /// An index is below zero.
    Negative = 1,
    /// An index is not less than the dimension (`expected`).
    TooLarge = 2,
    /// An index is not greater than the one before it (`expected`).
    NotAscending = 3,
    /// The first pointer of `indptr` is not 0.
    Start = 4,
    /// A pointer of `indptr` is less than the one before it (`expected`).
    Decreasing = 5,
    /// The last pointer of `indptr` is not the number of indices (`expected`).
    End = 6,
    /// The number of rows.
    Rows = 7,
    /// The number of columns, or the length of a row.
    Columns = 8,
}

/// The numbers behind a status. Lengths and places are 64 bits wide on every processor; those that do not fit a signed number are negative here.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorNumbers {
    /// The [`Status`].
    pub status: i32,
    /// The argument of the call, counted from 1; 0 if the fault is not in one argument alone.
    pub argument: u32,
    /// The [`OperandCode`] of the array or argument.
    pub operand: u32,
    /// The [`Fault`].
    pub fault: u32,
    /// The row.
    pub row: i64,
    /// The place in the array.
    pub entry: i64,
    /// What should be there: a length, a dimension, a bound, a number of entries.
    pub expected: i64,
    /// What is there.
    pub found: i64,
}

/// What is wrong with the memory that a call was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoryFault {
    pub(crate) status: Status,
    pub(crate) operand: OperandCode,
    /// Length, alignment or the highest choice.
    pub(crate) expected: usize,
    /// Length, address modulo the alignment, or the choice.
    pub(crate) found: usize,
}

/// Why a call is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Memory(MemoryFault),
    Format(FormatError),
    Kernel(KernelError),
    Level(Unavailable),
}

impl From<MemoryFault> for Refusal {
    fn from(fault: MemoryFault) -> Self {
        Self::Memory(fault)
    }
}
impl From<FormatError> for Refusal {
    fn from(error: FormatError) -> Self {
        Self::Format(error)
    }
}
impl From<KernelError> for Refusal {
    fn from(error: KernelError) -> Self {
        Self::Kernel(error)
    }
}

/// As it stands in [`ErrorNumbers`], the same on every processor: the largest size, which stands for none, is -1. [`size`] is the way back.
fn number(size: usize) -> i64 {
    if size == usize::MAX { -1 } else { size as u64 as i64 }
}

fn size(number: i64) -> usize {
    usize::try_from(number as u64).unwrap_or(usize::MAX)
}

fn index_fault(fault: IndexFault) -> Fault {
    match fault {
        IndexFault::Negative => Fault::Negative,
        IndexFault::TooLarge => Fault::TooLarge,
        IndexFault::NotAscending => Fault::NotAscending,
        _ => Fault::None,
    }
}

fn index_fault_of(code: u32) -> Option<IndexFault> {
    [IndexFault::Negative, IndexFault::TooLarge, IndexFault::NotAscending].into_iter().find(|fault| index_fault(*fault) as u32 == code)
}

fn indptr_fault(fault: IndptrFault) -> Fault {
    match fault {
        IndptrFault::Start => Fault::Start,
        IndptrFault::Decreasing => Fault::Decreasing,
        IndptrFault::End => Fault::End,
        _ => Fault::None,
    }
}

fn indptr_fault_of(code: u32) -> Option<IndptrFault> {
    [IndptrFault::Start, IndptrFault::Decreasing, IndptrFault::End].into_iter().find(|fault| indptr_fault(*fault) as u32 == code)
}

impl ErrorNumbers {
    fn new(status: Status) -> Self {
        Self { status: status as i32, argument: 0, operand: 0, fault: 0, row: 0, entry: 0, expected: 0, found: 0 }
    }

    fn operand(self, operand: impl Into<OperandCode>) -> Self {
        Self { operand: operand.into() as u32, ..self }
    }

    fn fault(self, fault: Fault) -> Self {
        Self { fault: fault as u32, ..self }
    }

    fn sizes(self, expected: usize, found: usize) -> Self {
        Self { expected: number(expected), found: number(found), ..self }
    }

    fn of_format(error: FormatError) -> Self {
        use FormatError as E;
        match error {
            E::CsrShape { array, expected, found } => Self::new(Status::CsrShape).operand(array).sizes(expected, found),
            E::CsrIndptr { row, fault, expected, found } => Self {
                row: number(row),
                expected,
                found,
                ..Self::new(Status::CsrIndptr).operand(Operand::Indptr).fault(indptr_fault(fault))
            },
            E::CsrIndices { row, entry, fault, expected, found } => {
                let refused = Self::new(Status::CsrIndices).operand(Operand::Indices).fault(index_fault(fault));
                Self { row: number(row), entry: number(entry), expected, found, ..refused }
            }
            E::RowSparseShape { array, expected, found } => Self::new(Status::RowSparseShape).operand(array).sizes(expected, found),
            E::RowSparseIndices { entry, fault, expected, found } => {
                let refused = Self::new(Status::RowSparseIndices).operand(Operand::Indices).fault(index_fault(fault));
                Self { entry: number(entry), expected, found, ..refused }
            }
            E::DenseShape { expected, found } => Self::new(Status::DenseShape).sizes(expected, found),
            E::Dimension { max, found } => Self::new(Status::Dimension).sizes(max, found),
            _ => Self::new(Status::Other),
        }
    }

    fn of_kernel(error: KernelError) -> Self {
        use KernelError as E;
        match error {
            E::Shape { operand, axis, expected, found } => {
                let fault = if axis == 0 { Fault::Rows } else { Fault::Columns };
                Self::new(Status::Shape).operand(operand).fault(fault).sizes(expected, found)
            }
            E::Capacity { operand, needed, found } => Self::new(Status::Capacity).operand(operand).sizes(needed, found),
            E::Ids { entry, fault, expected, found } => {
                Self { entry: number(entry), expected, found, ..Self::new(Status::Ids).operand(Operand::Ids).fault(index_fault(fault)) }
            }
            E::MissingRow { operand, row } => Self { row: number(row), ..Self::new(Status::MissingRow).operand(operand) },
            E::Pattern { row, expected, found } => {
                Self { row: number(row), ..Self::new(Status::Pattern).operand(Operand::Output).sizes(expected, found) }
            }
            _ => Self::new(Status::Other),
        }
    }

    pub(crate) fn of(refusal: Refusal, argument: u32) -> Self {
        let numbers = match refusal {
            Refusal::Memory(MemoryFault { status, operand, expected, found }) => {
                Self { operand: operand as u32, ..Self::new(status).sizes(expected, found) }
            }
            Refusal::Format(error) => Self::of_format(error),
            Refusal::Kernel(error) => Self::of_kernel(error),
            Refusal::Level(Unavailable { asked, detected }) => Self::new(Status::LevelUnavailable).sizes(detected as usize, asked as usize),
        };
        Self { argument, ..numbers }
    }

    /// The Rust error with these numbers.
    pub fn format_error(&self) -> Option<FormatError> {
        let Self { expected, found, .. } = *self;
        let (row, entry) = (size(self.row), size(self.entry));
        let array = OperandCode::mirrored(self.operand);
        Some(match Status::from_number(self.status)? {
            Status::CsrShape => FormatError::CsrShape { array: array?, expected: size(expected), found: size(found) },
            Status::CsrIndptr => FormatError::CsrIndptr { row, fault: indptr_fault_of(self.fault)?, expected, found },
            Status::CsrIndices => FormatError::CsrIndices { row, entry, fault: index_fault_of(self.fault)?, expected, found },
            Status::RowSparseShape => FormatError::RowSparseShape { array: array?, expected: size(expected), found: size(found) },
            Status::RowSparseIndices => FormatError::RowSparseIndices { entry, fault: index_fault_of(self.fault)?, expected, found },
            Status::DenseShape => FormatError::DenseShape { expected: size(expected), found: size(found) },
            Status::Dimension => FormatError::Dimension { max: size(expected), found: size(found) },
            _ => return None,
        })
    }

    /// The Rust error with these numbers.
    pub fn kernel_error(&self) -> Option<KernelError> {
        let operand = OperandCode::mirrored(self.operand);
        let (row, entry, expected, found) = (size(self.row), size(self.entry), size(self.expected), size(self.found));
        Some(match Status::from_number(self.status)? {
            Status::Shape => KernelError::Shape { operand: operand?, axis: u8::from(self.fault == Fault::Columns as u32), expected, found },
            Status::Capacity => KernelError::Capacity { operand: operand?, needed: expected, found },
            Status::Ids => KernelError::Ids { entry, fault: index_fault_of(self.fault)?, expected: self.expected, found: self.found },
            Status::MissingRow => KernelError::MissingRow { operand: operand?, row },
            Status::Pattern => KernelError::Pattern { row, expected, found },
            _ => return None,
        })
    }

    fn level_error(&self) -> Option<Unavailable> {
        let level = |number: i64| Level::ALL.into_iter().find(|level| *level as i64 == number);
        let unavailable = Unavailable { asked: level(self.found)?, detected: level(self.expected)? };
        (self.status == Status::LevelUnavailable as i32).then_some(unavailable)
    }
}

/// One sentence with the numbers.
impl Display for ErrorNumbers {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.argument > 0 {
            write!(f, "argument {}: ", self.argument)?;
        }
        if let Some(error) = self.format_error() {
            return error.fmt(f);
        }
        if let Some(error) = self.kernel_error() {
            // Scratch has no elements here.
            if let KernelError::Capacity { operand: Operand::Scratch, needed, found } = error {
                return write!(f, "capacity: scratch needs {needed} bytes, has {found}");
            }
            return error.fmt(f);
        }
        if let Some(error) = self.level_error() {
            return error.fmt(f);
        }
        if let Some(operand) = OperandCode::mirrored(self.operand) {
            write!(f, "{operand}: ")?;
        }
        let (expected, found) = (size(self.expected), size(self.found));
        match Status::from_number(self.status) {
            Some(Status::NullPointer) if expected > 1 => write!(f, "null pointer for {expected} elements"),
            Some(Status::MisalignedPointer) => write!(f, "the address is {found} above a multiple of {expected}"),
            Some(Status::LengthOverflow) => write!(f, "{found} elements do not fit the address space"),
            Some(Status::InvalidChoice) => write!(f, "{found} is none of the choices 0 to {expected}"),
            _ => f.write_str(text(self.status).to_str().unwrap_or_default()),
        }
    }
}
