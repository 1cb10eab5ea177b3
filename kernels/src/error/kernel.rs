//! Operands that a kernel refuses.
use super::format::write_index;
use super::{ErrorKind, IndexFault, Operand};
use core::fmt::{self, Display, Formatter};

/// A hyper-parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Parameter {
    /// The bound of a gradient's elements: a number from 0 on. None clips nothing (MXNet's -1 is refused).
    ClipGradient,
    /// The bound of a weight's elements: a number from 0 on. Infinity limits nothing (MXNet's -1 is refused).
    ClipWeights,
    /// The upper bound of random numbers: not below the lower one, and not further from it than the largest number.
    High,
    /// A probability: from 0 to 1.
    Probability,
    /// A standard deviation: a number from 0 on.
    Deviation,
}

impl Display for Parameter {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ClipGradient => "clip_gradient",
            Self::ClipWeights => "clip_weights",
            Self::High => "high",
            Self::Probability => "probability",
            Self::Deviation => "deviation",
        })
    }
}

/// A kernel refuses its operands. See the [module](crate::error) for what has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelError {
    /// A dimension of one operand does not fit the others.
    Shape {
        /// Which operand.
        operand: Operand,
        /// 0 for rows, 1 for columns (or the length of a row), 2 for the elements of a list.
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
    /// The pattern of the output is not the one that the inputs give, or a plan is none.
    Pattern {
        /// Which operand.
        operand: Operand,
        /// The first row, or stored position, that differs.
        row: usize,
        /// Stored entries, or the row id, that the inputs give; of a plan, of indices or of stamps, the bound that is
        /// broken.
        expected: usize,
        /// What it has.
        found: usize,
    },
    /// A range is not inside an axis.
    Range {
        /// 0 for rows, 1 for columns, 2 for the segments of a plan.
        axis: u8,
        /// Its start.
        start: usize,
        /// Its end.
        end: usize,
        /// The length of the axis.
        length: usize,
    },
    /// A pointer, an id or a column does not fit the index type.
    Index {
        /// The number.
        needed: usize,
        /// The largest that fits.
        max: usize,
    },
    /// A hyper-parameter that no update can use.
    Parameter {
        /// Which one.
        parameter: Parameter,
        /// Its bits, as those of an `f64`.
        bits: u64,
    },
}

impl KernelError {
    /// The coarse kind.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Shape { .. } | Self::Pattern { .. } => ErrorKind::Shape,
            Self::Capacity { .. } => ErrorKind::Capacity,
            Self::Ids { .. }
            | Self::MissingRow { .. }
            | Self::Range { .. }
            | Self::Index { .. }
            | Self::Parameter { .. } => ErrorKind::Range,
        }
    }
}

/// What a pattern stores at a place; the largest number is nothing.
struct Stored(usize);

impl Display for Stored {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 == usize::MAX { f.write_str("nothing") } else { self.0.fmt(f) }
    }
}

impl Display for KernelError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Shape { operand, axis, expected, found } => {
                let axis = match axis {
                    0 => "rows",
                    1 => "columns",
                    _ => "elements",
                };
                write!(f, "shape: {operand} should have {expected} {axis}, has {found}")
            }
            Self::Capacity { operand, needed, found } => {
                write!(f, "capacity: {operand} needs {needed} elements, has {found}")
            }
            Self::Ids { entry, fault, expected, found } => {
                write!(f, "ids: entry {entry}: ")?;
                // Of rows, of columns, or of classes.
                match fault {
                    IndexFault::TooLarge => write!(f, "{found} is not less than {expected}, the number of choices"),
                    fault => write_index(f, fault, expected, found, "choices"),
                }
            }
            Self::MissingRow { operand, row } => write!(f, "row {row} is not stored in the {operand}"),
            Self::Pattern {
                operand:
                    operand @ (Operand::Segments
                    | Operand::Rows
                    | Operand::Entries
                    | Operand::Columns
                    | Operand::Indices
                    | Operand::Stamps),
                row,
                expected,
                found,
            } => {
                write!(f, "pattern: place {row} of the {operand} is {found}, beyond its bound, {expected}")
            }
            Self::Pattern { operand, row, expected, found } => {
                let [expected, found] = [expected, found].map(Stored);
                write!(f, "pattern: the {operand} should store {expected} at {row}, stores {found}")
            }
            Self::Range { axis, start, end, length } => {
                let axis = match axis {
                    0 => "rows",
                    1 => "columns",
                    _ => "segments",
                };
                write!(f, "range: {start}..{end} is no range of {axis} inside 0..{length}")
            }
            Self::Index { needed, max } => {
                write!(f, "index: {needed} does not fit the index type, whose largest is {max}")
            }
            Self::Parameter { parameter, bits } => {
                write!(f, "{parameter}: ")?;
                write_number(f, f64::from_bits(bits))?;
                f.write_str(match parameter {
                    Parameter::ClipGradient | Parameter::ClipWeights | Parameter::Deviation => {
                        " is neither 0 nor above"
                    }
                    Parameter::High => " is no bound above the lower one",
                    Parameter::Probability => " is not from 0 to 1",
                })
            }
        }
    }
}

/// A number, by its neighbours where it is no integer: what `core` needs for decimals is 20 KB of a firmware that
/// prints its errors.
fn write_number(f: &mut Formatter<'_>, number: f64) -> fmt::Result {
    let integer = number as i64;
    if number.is_nan() {
        f.write_str("NaN")
    } else if integer as f64 == number {
        write!(f, "{integer}")
    } else if number < 0.0 {
        match integer.checked_sub(1) {
            Some(below) => write!(f, "a number between {below} and {integer}"),
            None => write!(f, "a number below {integer}"),
        }
    } else {
        match integer.checked_add(1) {
            Some(above) => write!(f, "a number between {integer} and {above}"),
            None => write!(f, "a number above {integer}"),
        }
    }
}

impl core::error::Error for KernelError {}
