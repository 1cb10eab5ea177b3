//! What a call answers: a status, and the numbers behind it.
mod numbers;

use crate::describe::{Described, Type, numbered, structs};
use core::fmt::{self, Display, Formatter};
use lacuna::dispatch::Unavailable;
use lacuna::error::Operand;
use lacuna::infer::InferError;
use lacuna::{FormatError, KernelError};

/// Defines the status, and lists each with its text.
macro_rules! statuses {
    (
        $(#[doc = $doc:literal])* $Status:ident {
            $($(#[doc = $variant_doc:literal])* $variant:ident = $value:literal: $text:literal,)*
        }
    ) => {
        numbered! {
            $(#[doc = $doc])*
            $Status as status: i32 {
                $($(#[doc = $variant_doc])* $variant = $value,)*
            }
        }

        /// Every status with its text.
        const TEXTS: &[($Status, &core::ffi::CStr)] = &[$(($Status::$variant, $text)),*];
    };
}

statuses! {
    /// What a call answers. Every number but 0 means that the call was refused.
    Status {
        /// The call did its work.
        Ok = 0: c"no error",
        /// A pointer is null that must not be.
        NullPointer = 1: c"a pointer is null",
        /// A pointer is not a multiple of the alignment of what it points to.
        MisalignedPointer = 2: c"a pointer is misaligned",
        /// An array of that length does not fit the address space.
        LengthOverflow = 3: c"an array does not fit the address space",
        /// An array that is written shares memory with another array of the call.
        Overlap = 4: c"an array that is written overlaps another one",
        /// A field that names one of several choices holds none of them.
        InvalidChoice = 5: c"a field holds none of its choices",
        /// A call has more arrays than the library can distinguish. No function has so many.
        TooManyArrays = 6: c"a call has too many arrays",
        /// An array has another type than the other operands, or one that the call does not support. `expected` is that
        /// of the first operand that names one, or 0 if none does, or if no such call supports these types.
        Type = 7: c"an array has another type than the other operands, or one that the call does not support",
        /// The library was built without this type, or without this family of functions.
        NotBuilt = 8: c"the library was built without this type or this family",
        /// Lengths of the arrays of a csr do not fit its shape.
        CsrShape = 10: c"lengths of the arrays of a csr do not fit its shape",
        /// A pointer of `indptr` is wrong.
        CsrIndptr = 11: c"a pointer of indptr is wrong",
        /// A column index is wrong.
        CsrIndices = 12: c"a column index is wrong",
        /// Lengths of the arrays of a row_sparse do not fit its shape.
        RowSparseShape = 13: c"lengths of the arrays of a row_sparse do not fit its shape",
        /// A row id of a row_sparse is wrong.
        RowSparseIndices = 14: c"a row id of a row_sparse is wrong",
        /// A dense array is too short for its shape.
        DenseShape = 15: c"a dense array does not fit its shape",
        /// A dimension does not fit the index type, or a product of dimensions does not fit a size.
        Dimension = 16: c"a dimension is too large",
        /// The stride of a dense array is less than its columns.
        DenseStride = 17: c"the stride of a dense array is less than its columns",
        /// A dimension of one operand does not fit the others.
        Shape = 20: c"a dimension of an operand does not fit the others",
        /// An array for output or scratch is too short.
        Capacity = 21: c"an array for output or scratch is too short",
        /// A list of ids is not ascending, not distinct or not in range.
        Ids = 22: c"an id is out of order or out of range",
        /// A row that the call must change is not stored in a row_sparse operand.
        MissingRow = 23: c"a row that must be changed is not stored",
        /// The pattern of the output is not the one that the inputs give, or a plan is none.
        Pattern = 24: c"the pattern of the output is not the one that the inputs give, or a plan is none",
        /// A range is not inside an axis.
        Range = 25: c"a range is not inside an axis",
        /// A pointer, an id or a column does not fit the index type.
        Index = 26: c"a number does not fit the index type",
        /// A hyper-parameter that no update can use.
        Parameter = 27: c"a hyper-parameter that no update can use",
        /// This processor does not have the SIMD level.
        LevelUnavailable = 30: c"the processor does not have this SIMD level",
        /// There is no operator of this name, or it knows nothing of sparse arrays.
        UnknownOperator = 40: c"no operator of this name",
        /// A parameter of an operator has no such value.
        OperatorParameter = 41: c"a parameter of an operator has no such value",
        /// An operator takes another number of operands.
        OperatorInputs = 42: c"an operator takes another number of operands",
        /// An operator has another number of results.
        OperatorOutputs = 43: c"an operator has another number of results",
        /// An operator takes neither operands of these storage types nor dense copies of them.
        NotImplemented = 44: c"an operator takes neither these storage types nor dense copies",
        /// An error that is younger than this interface.
        Other = 99: c"another error",
    }
}

impl Described for Status {
    const TYPE: Type = Type::Plain("lacuna_status");
}

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

numbered! {
    /// One array of an argument, or one argument of a call.
    OperandCode as operand: u32 {
        /// None of them.
        None = 0,
        /// `indptr` of a csr.
        Indptr = 1,
        /// `indices` of a csr or row_sparse.
        Indices = 2,
        /// `values` of a csr, or a list of values.
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
        /// Scratch memory.
        Scratch = 13,
        /// `segments` of a plan.
        Segments = 14,
        /// `rows` of a plan.
        Rows = 15,
        /// `entries` of a plan or of block ends.
        Entries = 16,
        /// `columns` of block ends, or a list of columns.
        Columns = 17,
        /// The struct of an argument itself, when an array lies over it.
        Struct = 18,
        /// A state of an optimizer: this and its number, from 1.
        State = 32,
    }
}

numbered! {
    /// Which rule an index, a pointer, a dimension or a hyper-parameter breaks.
    Fault as fault: u32 {
        /// None of them is at fault.
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
        /// The number of elements of a list, or of the segments of a plan.
        Elements = 9,
        /// An index is before the first row of a part (`expected`).
        BeforeFirst = 10,
        /// The bound `clip_gradient`: it must be a number from 0 on.
        ClipGradient = 11,
        /// The upper bound of random numbers: it must not be below the lower one, nor further from it than the largest
        /// number.
        High = 12,
        /// A probability: it must be from 0 to 1.
        Probability = 13,
        /// A standard deviation: it must be a number from 0 on.
        Deviation = 14,
        /// The bound `clip_weights`: it must be a number from 0 on.
        ClipWeights = 15,
    }
}

structs! {
    /// The numbers behind a status. Lengths and places are 64 bits wide on every processor; those that do not fit a
    /// signed number are negative here.
    ErrorNumbers as error {
        /// The `lacuna_status`.
        status: i32,
        /// The argument of the call, counted from 1; 0 if the fault is not in one argument alone. Of an overlap, the
        /// later of two.
        argument: u32,
        /// The `lacuna_operand` of the array or argument.
        operand: u32,
        /// The `lacuna_fault`.
        fault: u32,
        /// The row; of a range, its start.
        row: i64,
        /// The place in the array.
        entry: i64,
        /// What should be there: a length, a dimension, a bound, a number of entries.
        expected: i64,
        /// What is there; of a range, its end; of a hyper-parameter, its bits as those of a `double`.
        found: i64,
        /// Of an overlap, the argument that shares memory with it, counted from 1; else 0.
        other_argument: u32,
        /// The `lacuna_operand` of the array or struct of that argument; else 0.
        other_operand: u32,
    }
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
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    Memory(MemoryFault),
    Format(FormatError),
    Kernel(KernelError),
    Level(Unavailable),
    /// Numbers already.
    Told(ErrorNumbers),
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

/// As it stands in [`ErrorNumbers`], the same on every processor: the largest size, which stands for none, is -1.
/// [`size`] is the inverse.
fn number(size: usize) -> i64 {
    if size == usize::MAX { -1 } else { size as u64 as i64 }
}

fn size(number: i64) -> usize {
    usize::try_from(number as u64).unwrap_or(usize::MAX)
}

/// An array of an argument, or its struct.
enum Named {
    Array(Operand),
    Struct,
}

impl Named {
    fn of(code: u32) -> Option<Self> {
        if code == OperandCode::Struct as u32 { Some(Self::Struct) } else { numbers::operand(code).map(Self::Array) }
    }
}

impl Display for Named {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Array(operand) => operand.fmt(f),
            Self::Struct => f.write_str("struct"),
        }
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
            // Scratch without a type is counted in bytes.
            if let KernelError::Capacity { operand: Operand::Scratch, needed, found } = error
                && self.fault != Fault::Elements as u32
            {
                return write!(f, "capacity: scratch needs {needed} bytes, has {found}");
            }
            return error.fmt(f);
        }
        if let Some(error) = self.level_error() {
            return error.fmt(f);
        }
        if let Some(operand) = Named::of(self.operand) {
            write!(f, "{operand}: ")?;
        }
        let (expected, found) = (size(self.expected), size(self.found));
        match Status::from_number(self.status) {
            Some(Status::NullPointer) if expected > 1 => write!(f, "null pointer for {expected} elements"),
            Some(Status::MisalignedPointer) => write!(f, "the address is {found} above a multiple of {expected}"),
            Some(Status::LengthOverflow) => write!(f, "{found} elements do not fit the address space"),
            Some(Status::OperatorInputs) => InferError::Inputs { expected, found }.fmt(f),
            Some(Status::OperatorOutputs) => InferError::Outputs { expected, found }.fmt(f),
            Some(Status::Overlap) if self.other_argument > 0 => {
                f.write_str("shares memory with ")?;
                if let Some(operand) = Named::of(self.other_operand) {
                    write!(f, "the {operand} of ")?;
                }
                write!(f, "argument {}", self.other_argument)
            }
            Some(Status::InvalidChoice) => write!(f, "{found} is none of the choices 0 to {expected}"),
            _ => f.write_str(text(self.status).to_str().unwrap_or_default()),
        }
    }
}
