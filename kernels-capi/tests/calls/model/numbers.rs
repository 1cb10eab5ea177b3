//! The numbers that the header promises for each error of `lacuna`.
use lacuna::error::{IndexFault, IndptrFault, Operand, Parameter};
use lacuna::{FormatError, KernelError};
use lacuna_capi::status::{Fault, OperandCode};
use lacuna_capi::{ErrorNumbers, Status};

/// A status without numbers.
pub fn numbers(status: Status) -> ErrorNumbers {
    ErrorNumbers { status: status as i32, ..ErrorNumbers::NONE }
}

/// A status with two sizes. Those beyond the signed numbers are negative.
pub fn sizes(status: Status, expected: usize, found: usize) -> ErrorNumbers {
    ErrorNumbers { expected: expected as i64, found: found as i64, ..numbers(status) }
}

fn operand_code(operand: Operand) -> u32 {
    let code = match operand {
        Operand::State(number) => return 32 + u32::from(number),
        Operand::Indptr => OperandCode::Indptr,
        Operand::Indices => OperandCode::Indices,
        Operand::Values => OperandCode::Values,
        Operand::Data => OperandCode::Data,
        Operand::Left => OperandCode::Left,
        Operand::Right => OperandCode::Right,
        Operand::Output => OperandCode::Output,
        Operand::Input => OperandCode::Input,
        Operand::Ids => OperandCode::Ids,
        Operand::Plan => OperandCode::Plan,
        Operand::Gradient => OperandCode::Gradient,
        Operand::Weight => OperandCode::Weight,
        Operand::Scratch => OperandCode::Scratch,
        Operand::Segments => OperandCode::Segments,
        Operand::Rows => OperandCode::Rows,
        Operand::Entries => OperandCode::Entries,
        Operand::Columns => OperandCode::Columns,
        other => panic!("an operand that the header does not have: {other:?}"),
    };
    code as u32
}

fn of_index(fault: IndexFault) -> u32 {
    let fault = match fault {
        IndexFault::Negative => Fault::Negative,
        IndexFault::TooLarge => Fault::TooLarge,
        IndexFault::NotAscending => Fault::NotAscending,
        IndexFault::BeforeFirst => Fault::BeforeFirst,
        other => panic!("a fault that the header does not have: {other:?}"),
    };
    fault as u32
}

fn of_pointer(fault: IndptrFault) -> u32 {
    let fault = match fault {
        IndptrFault::Start => Fault::Start,
        IndptrFault::Decreasing => Fault::Decreasing,
        IndptrFault::End => Fault::End,
        other => panic!("a fault that the header does not have: {other:?}"),
    };
    fault as u32
}

fn of_axis(axis: u8) -> u32 {
    [Fault::Rows, Fault::Columns, Fault::Elements][usize::from(axis)] as u32
}

/// Those of an error of a view, which is the argument `argument`.
pub fn of_format(error: FormatError, argument: u32) -> ErrorNumbers {
    let refused = match error {
        FormatError::CsrShape { array, expected, found } => {
            ErrorNumbers { operand: operand_code(array), ..sizes(Status::CsrShape, expected, found) }
        }
        FormatError::CsrIndptr { row, fault, expected, found } => {
            let (operand, fault) = (OperandCode::Indptr as u32, of_pointer(fault));
            ErrorNumbers { operand, fault, row: row as i64, expected, found, ..numbers(Status::CsrIndptr) }
        }
        FormatError::CsrIndices { row, entry, fault, expected, found } => {
            let (operand, fault, row, entry) = (OperandCode::Indices as u32, of_index(fault), row as i64, entry as i64);
            ErrorNumbers { operand, fault, row, entry, expected, found, ..numbers(Status::CsrIndices) }
        }
        FormatError::RowSparseShape { array, expected, found } => {
            ErrorNumbers { operand: operand_code(array), ..sizes(Status::RowSparseShape, expected, found) }
        }
        FormatError::RowSparseIndices { entry, fault, expected, found } => {
            let (operand, fault, entry) = (OperandCode::Indices as u32, of_index(fault), entry as i64);
            ErrorNumbers { operand, fault, entry, expected, found, ..numbers(Status::RowSparseIndices) }
        }
        FormatError::DenseShape { expected, found } => sizes(Status::DenseShape, expected, found),
        FormatError::Stride { columns, stride } => sizes(Status::DenseStride, columns, stride),
        FormatError::Dimension { max, found } => sizes(Status::Dimension, max, found),
        other => panic!("an error that the header does not have: {other:?}"),
    };
    ErrorNumbers { argument, ..refused }
}

/// Those of an error of a kernel: it is about the arguments together, or about a plan that is one of them.
pub fn of_kernel(error: KernelError, argument: u32) -> ErrorNumbers {
    let refused = match error {
        KernelError::Shape { operand, axis, expected, found } => {
            let fault = of_axis(axis);
            ErrorNumbers { operand: operand_code(operand), fault, ..sizes(Status::Shape, expected, found) }
        }
        KernelError::Capacity { operand, needed, found } => {
            ErrorNumbers { operand: operand_code(operand), ..sizes(Status::Capacity, needed, found) }
        }
        KernelError::Ids { entry, fault, expected, found } => {
            let (operand, fault, entry) = (OperandCode::Ids as u32, of_index(fault), entry as i64);
            ErrorNumbers { operand, fault, entry, expected, found, ..numbers(Status::Ids) }
        }
        KernelError::MissingRow { operand, row } => {
            ErrorNumbers { operand: operand_code(operand), row: row as i64, ..numbers(Status::MissingRow) }
        }
        KernelError::Pattern { operand, row, expected, found } => {
            ErrorNumbers { operand: operand_code(operand), row: row as i64, ..sizes(Status::Pattern, expected, found) }
        }
        KernelError::Range { axis, start, end, length } => {
            ErrorNumbers { fault: of_axis(axis), row: start as i64, ..sizes(Status::Range, length, end) }
        }
        KernelError::Index { needed, max } => sizes(Status::Index, max, needed),
        KernelError::Parameter { parameter, bits } => {
            let fault = match parameter {
                Parameter::ClipGradient => Fault::ClipGradient,
                Parameter::ClipWeights => Fault::ClipWeights,
                Parameter::High => Fault::High,
                Parameter::Probability => Fault::Probability,
                Parameter::Deviation => Fault::Deviation,
                other => panic!("a parameter that the header does not have: {other:?}"),
            };
            ErrorNumbers { fault: fault as u32, found: bits as i64, ..numbers(Status::Parameter) }
        }
        other => panic!("an error that the header does not have: {other:?}"),
    };
    ErrorNumbers { argument, ..refused }
}
