//! Errors as numbers, and back.
use super::{ErrorNumbers, Fault, MemoryFault, OperandCode, Refusal, Status, number, size};
use lacuna::dispatch::{Level, Unavailable};
use lacuna::error::{IndexFault, IndptrFault, Operand, Parameter};
use lacuna::{FormatError, KernelError};

const OPERANDS: [(Operand, OperandCode); 17] = [
    (Operand::Indptr, OperandCode::Indptr),
    (Operand::Indices, OperandCode::Indices),
    (Operand::Values, OperandCode::Values),
    (Operand::Data, OperandCode::Data),
    (Operand::Left, OperandCode::Left),
    (Operand::Right, OperandCode::Right),
    (Operand::Output, OperandCode::Output),
    (Operand::Input, OperandCode::Input),
    (Operand::Ids, OperandCode::Ids),
    (Operand::Plan, OperandCode::Plan),
    (Operand::Gradient, OperandCode::Gradient),
    (Operand::Weight, OperandCode::Weight),
    (Operand::Scratch, OperandCode::Scratch),
    (Operand::Segments, OperandCode::Segments),
    (Operand::Rows, OperandCode::Rows),
    (Operand::Entries, OperandCode::Entries),
    (Operand::Columns, OperandCode::Columns),
];
const INDEX_FAULTS: [(IndexFault, Fault); 4] = [
    (IndexFault::Negative, Fault::Negative),
    (IndexFault::TooLarge, Fault::TooLarge),
    (IndexFault::NotAscending, Fault::NotAscending),
    (IndexFault::BeforeFirst, Fault::BeforeFirst),
];
const POINTER_FAULTS: [(IndptrFault, Fault); 3] =
    [(IndptrFault::Start, Fault::Start), (IndptrFault::Decreasing, Fault::Decreasing), (IndptrFault::End, Fault::End)];
const AXES: [(u8, Fault); 3] = [(0, Fault::Rows), (1, Fault::Columns), (2, Fault::Elements)];
const PARAMETERS: [(Parameter, Fault); 5] = [
    (Parameter::ClipGradient, Fault::ClipGradient),
    (Parameter::ClipWeights, Fault::ClipWeights),
    (Parameter::High, Fault::High),
    (Parameter::Probability, Fault::Probability),
    (Parameter::Deviation, Fault::Deviation),
];

/// The operand of a code.
pub(super) fn operand(code: u32) -> Option<Operand> {
    let state = code.checked_sub(OperandCode::State as u32).and_then(|number| u8::try_from(number).ok());
    let known = OPERANDS.iter().find(|(_, known)| *known as u32 == code).map(|(operand, _)| *operand);
    known.or(state.map(Operand::State))
}

/// What has the fault with this code.
fn of_fault<T: Copy>(faults: &[(T, Fault)], code: u32) -> Option<T> {
    faults.iter().find(|(_, fault)| *fault as u32 == code).map(|(what, _)| *what)
}

impl ErrorNumbers {
    /// No status, and no numbers.
    pub const NONE: Self = Self {
        status: 0,
        argument: 0,
        operand: 0,
        fault: 0,
        row: 0,
        entry: 0,
        expected: 0,
        found: 0,
        other_argument: 0,
        other_operand: 0,
    };

    pub(crate) fn new(status: Status) -> Self {
        Self { status: status as i32, ..Self::NONE }
    }

    /// The same of this argument, if they name none yet.
    pub(crate) const fn of_argument(self, argument: u32) -> Self {
        if self.argument == 0 { Self { argument, ..self } } else { self }
    }

    fn operand(self, operand: Operand) -> Self {
        let operand = match operand {
            Operand::State(number) => OperandCode::State as u32 + u32::from(number),
            operand => {
                OPERANDS.iter().find(|(known, _)| *known == operand).map_or(OperandCode::None, |(_, code)| *code) as u32
            }
        };
        Self { operand, ..self }
    }

    fn fault<T: PartialEq>(self, faults: &[(T, Fault)], what: T) -> Self {
        Self {
            fault: faults.iter().find(|(known, _)| *known == what).map_or(Fault::None, |(_, fault)| *fault) as u32,
            ..self
        }
    }

    fn row(self, row: usize) -> Self {
        Self { row: number(row), ..self }
    }

    fn entry(self, entry: usize) -> Self {
        Self { entry: number(entry), ..self }
    }

    fn indices(self, expected: i64, found: i64) -> Self {
        Self { expected, found, ..self }
    }

    fn sizes(self, expected: usize, found: usize) -> Self {
        self.indices(number(expected), number(found))
    }

    fn of_format(error: FormatError) -> Self {
        use FormatError as E;
        match error {
            E::CsrShape { array, expected, found } => Self::new(Status::CsrShape).operand(array).sizes(expected, found),
            E::CsrIndptr { row, fault, expected, found } => Self::new(Status::CsrIndptr)
                .operand(Operand::Indptr)
                .fault(&POINTER_FAULTS, fault)
                .row(row)
                .indices(expected, found),
            E::CsrIndices { row, entry, fault, expected, found } => {
                let at = Self::new(Status::CsrIndices).operand(Operand::Indices).row(row).entry(entry);
                at.fault(&INDEX_FAULTS, fault).indices(expected, found)
            }
            E::RowSparseShape { array, expected, found } => {
                Self::new(Status::RowSparseShape).operand(array).sizes(expected, found)
            }
            E::RowSparseIndices { entry, fault, expected, found } => {
                let at = Self::new(Status::RowSparseIndices).operand(Operand::Indices).entry(entry);
                at.fault(&INDEX_FAULTS, fault).indices(expected, found)
            }
            E::DenseShape { expected, found } => Self::new(Status::DenseShape).sizes(expected, found),
            E::Stride { columns, stride } => Self::new(Status::DenseStride).sizes(columns, stride),
            E::Dimension { max, found } => Self::new(Status::Dimension).sizes(max, found),
            _ => Self::new(Status::Other),
        }
    }

    fn of_kernel(error: KernelError) -> Self {
        use KernelError as E;
        match error {
            E::Shape { operand, axis, expected, found } => {
                Self::new(Status::Shape).operand(operand).fault(&AXES, axis).sizes(expected, found)
            }
            E::Capacity { operand, needed, found } => Self::new(Status::Capacity).operand(operand).sizes(needed, found),
            E::Ids { entry, fault, expected, found } => Self::new(Status::Ids)
                .operand(Operand::Ids)
                .entry(entry)
                .fault(&INDEX_FAULTS, fault)
                .indices(expected, found),
            E::MissingRow { operand, row } => Self::new(Status::MissingRow).operand(operand).row(row),
            E::Pattern { operand, row, expected, found } => {
                Self::new(Status::Pattern).operand(operand).row(row).sizes(expected, found)
            }
            E::Range { axis, start, end, length } => {
                Self::new(Status::Range).fault(&AXES, axis).row(start).sizes(length, end)
            }
            E::Index { needed, max } => Self::new(Status::Index).sizes(max, needed),
            E::Parameter { parameter, bits } => {
                Self::new(Status::Parameter).fault(&PARAMETERS, parameter).indices(0, bits.cast_signed())
            }
            _ => Self::new(Status::Other),
        }
    }

    pub(crate) fn of(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Memory(MemoryFault { status, operand, expected, found }) => {
                Self { operand: operand as u32, ..Self::new(status).sizes(expected, found) }
            }
            Refusal::Told(numbers) => numbers,
            Refusal::Format(error) => Self::of_format(error),
            Refusal::Kernel(error) => Self::of_kernel(error),
            Refusal::Level(Unavailable { asked, detected }) => {
                Self::new(Status::LevelUnavailable).sizes(detected as usize, asked as usize)
            }
        }
    }

    /// The Rust error with these numbers.
    pub fn format_error(&self) -> Option<FormatError> {
        let (row, entry) = (size(self.row), size(self.entry));
        let (array, index_fault) = (operand(self.operand), of_fault(&INDEX_FAULTS, self.fault));
        // Indices are reported as they are, lengths as sizes.
        let Self { expected: bound, found: index, .. } = *self;
        let (expected, found) = (size(bound), size(index));
        Some(match Status::from_number(self.status)? {
            Status::CsrShape => FormatError::CsrShape { array: array?, expected, found },
            Status::CsrIndptr => FormatError::CsrIndptr {
                row,
                fault: of_fault(&POINTER_FAULTS, self.fault)?,
                expected: bound,
                found: index,
            },
            Status::CsrIndices => {
                FormatError::CsrIndices { row, entry, fault: index_fault?, expected: bound, found: index }
            }
            Status::RowSparseShape => FormatError::RowSparseShape { array: array?, expected, found },
            Status::RowSparseIndices => {
                FormatError::RowSparseIndices { entry, fault: index_fault?, expected: bound, found: index }
            }
            Status::DenseShape => FormatError::DenseShape { expected, found },
            Status::DenseStride => FormatError::Stride { columns: expected, stride: found },
            Status::Dimension => FormatError::Dimension { max: expected, found },
            _ => return None,
        })
    }

    /// The Rust error with these numbers.
    pub fn kernel_error(&self) -> Option<KernelError> {
        let (row, entry, expected, found) = (size(self.row), size(self.entry), size(self.expected), size(self.found));
        let (operand, axis) = (operand(self.operand), of_fault(&AXES, self.fault));
        Some(match Status::from_number(self.status)? {
            Status::Shape => KernelError::Shape { operand: operand?, axis: axis?, expected, found },
            Status::Capacity => KernelError::Capacity { operand: operand?, needed: expected, found },
            Status::Ids => {
                let fault = of_fault(&INDEX_FAULTS, self.fault)?;
                KernelError::Ids { entry, fault, expected: self.expected, found: self.found }
            }
            Status::MissingRow => KernelError::MissingRow { operand: operand?, row },
            Status::Pattern => KernelError::Pattern { operand: operand?, row, expected, found },
            Status::Range => KernelError::Range { axis: axis?, start: row, end: found, length: expected },
            Status::Index => KernelError::Index { needed: found, max: expected },
            Status::Parameter => KernelError::Parameter {
                parameter: of_fault(&PARAMETERS, self.fault)?,
                bits: self.found.cast_unsigned(),
            },
            _ => return None,
        })
    }

    pub(super) fn level_error(&self) -> Option<Unavailable> {
        let level = |number: i64| Level::ALL.iter().copied().find(|level| *level as i64 == number);
        let unavailable = Unavailable { asked: level(self.found)?, detected: level(self.expected)? };
        (self.status == Status::LevelUnavailable as i32).then_some(unavailable)
    }
}
