//! Numbers of errors: every Rust error becomes numbers and is restored from them, and no other numbers become one.
use super::model::numbers::{numbers, of_format, of_kernel};
use lacuna::error::{IndexFault, IndptrFault, Operand, Parameter};
use lacuna::{FormatError, KernelError};
use lacuna_capi::{ErrorNumbers, Status};

pub const OPERANDS: [Operand; 19] = [
    Operand::Indptr,
    Operand::Indices,
    Operand::Values,
    Operand::Data,
    Operand::Left,
    Operand::Right,
    Operand::Output,
    Operand::Input,
    Operand::Ids,
    Operand::Plan,
    Operand::Gradient,
    Operand::Weight,
    Operand::Scratch,
    Operand::Segments,
    Operand::Rows,
    Operand::Entries,
    Operand::Columns,
    Operand::State(1),
    Operand::State(u8::MAX),
];
const OF_INDEX: [IndexFault; 4] =
    [IndexFault::Negative, IndexFault::TooLarge, IndexFault::NotAscending, IndexFault::BeforeFirst];
const OF_INDPTR: [IndptrFault; 3] = [IndptrFault::Start, IndptrFault::Decreasing, IndptrFault::End];
const SIZES: [usize; 7] = [0, 1, 17, 1 << 31, 1 << 40, isize::MAX as usize, usize::MAX];
const NUMBERS: [i64; 6] = [0, -1, i64::MIN, i64::MAX, 5, i32::MIN as i64];

/// Every error of a view, with every operand and fault, and numbers at the ends of their types.
pub fn format_errors() -> Vec<FormatError> {
    let mut errors = Vec::new();
    let pairs = || SIZES.into_iter().flat_map(|expected| SIZES.map(|found| (expected, found)));
    for array in OPERANDS {
        errors.extend(pairs().map(|(expected, found)| FormatError::CsrShape { array, expected, found }));
        errors.extend(pairs().map(|(expected, found)| FormatError::RowSparseShape { array, expected, found }));
    }
    errors.extend(pairs().map(|(expected, found)| FormatError::DenseShape { expected, found }));
    errors.extend(pairs().map(|(max, found)| FormatError::Dimension { max, found }));
    errors.extend(pairs().map(|(columns, stride)| FormatError::Stride { columns, stride }));
    for (place, expected, found) in places() {
        errors.extend(OF_INDPTR.map(|fault| FormatError::CsrIndptr { row: place, fault, expected, found }));
        errors.extend(OF_INDEX.map(|fault| FormatError::CsrIndices {
            row: place,
            entry: place / 2,
            fault,
            expected,
            found,
        }));
        errors.extend(OF_INDEX.map(|fault| FormatError::RowSparseIndices { entry: place, fault, expected, found }));
    }
    errors
}

fn places() -> Vec<(usize, i64, i64)> {
    SIZES
        .into_iter()
        .flat_map(|place| NUMBERS.into_iter().flat_map(move |expected| NUMBERS.map(|found| (place, expected, found))))
        .collect()
}

/// Every error of a kernel, likewise.
pub fn kernel_errors() -> Vec<KernelError> {
    let mut errors = Vec::new();
    let pairs = || SIZES.into_iter().flat_map(|expected| SIZES.map(|found| (expected, found)));
    for operand in OPERANDS {
        for axis in [0, 1, 2] {
            errors.extend(pairs().map(|(expected, found)| KernelError::Shape { operand, axis, expected, found }));
        }
        errors.extend(pairs().map(|(needed, found)| KernelError::Capacity { operand, needed, found }));
        errors.extend(SIZES.map(|row| KernelError::MissingRow { operand, row }));
        for row in SIZES {
            errors.extend(pairs().map(|(expected, found)| KernelError::Pattern { operand, row, expected, found }));
        }
    }
    for start in SIZES {
        for axis in 0..3 {
            errors.extend(pairs().map(|(length, end)| KernelError::Range { axis, start, end, length }));
        }
    }
    errors.extend(pairs().map(|(needed, max)| KernelError::Index { needed, max }));
    let bounds = [-1.0, -0.0, f64::NAN, f64::NEG_INFINITY, f64::from_bits(u64::MAX)];
    errors.extend(
        bounds.map(|bound| KernelError::Parameter { parameter: Parameter::ClipGradient, bits: bound.to_bits() }),
    );
    for (entry, expected, found) in places() {
        errors.extend(OF_INDEX.map(|fault| KernelError::Ids { entry, fault, expected, found }));
    }
    errors
}

#[test]
fn errors_of_views() {
    for error in format_errors() {
        let numbers = of_format(error, 3);
        assert_eq!((numbers.format_error(), numbers.kernel_error()), (Some(error), None), "{numbers:?}");
    }
}

#[test]
fn errors_of_kernels() {
    for error in kernel_errors() {
        let numbers = of_kernel(error, 0);
        assert_eq!((numbers.format_error(), numbers.kernel_error()), (None, Some(error)), "{numbers:?}");
    }
}

#[test]
fn numbers_that_are_no_error_of_rust() {
    for status in (-1..120).chain([i32::MIN, i32::MAX]) {
        let told = ErrorNumbers { status, ..numbers(Status::Ok) };
        let of_constructors = matches!(status, 10..=17 | 20..=27);
        if !of_constructors {
            assert_eq!((told.format_error(), told.kernel_error()), (None, None), "status {status}");
        }
    }
    // An operand or a fault that there is not.
    let told = of_format(FormatError::CsrShape { array: Operand::Values, expected: 1, found: 2 }, 1);
    for operand in [0, 18, 31, 288, u32::MAX] {
        assert_eq!(ErrorNumbers { operand, ..told }.format_error(), None);
    }
    let told =
        of_format(FormatError::RowSparseIndices { entry: 1, fault: IndexFault::Negative, expected: 0, found: -1 }, 1);
    for fault in [0, 4, 9, 11, 12, u32::MAX] {
        assert_eq!(ErrorNumbers { fault, ..told }.format_error(), None);
    }
}
