//! Operands that are not those of an operator.
use super::ErrorKind;
use crate::call::ElementType;
use core::fmt::{self, Display, Formatter};

/// A [`Call`](crate::call::Call) whose operands are not those of its operator. Nothing has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// There are too many operands, or too few.
    Count {
        /// How many the operator takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// An operand is of another kind than the operator takes, or of other types than the call.
    Operand {
        /// Which one, from 1.
        operand: usize,
    },
    /// The operator has no kernel for these types.
    Types {
        /// The type of the values.
        value: ElementType,
        /// The type of the indices.
        index: ElementType,
    },
    /// The table was compiled without the family of the operator: its feature `instances-` and the family's name is
    /// off.
    NotBuilt,
}

impl CallError {
    /// The coarse kind.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        ErrorKind::Dtype
    }
}

impl Display for CallError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { expected, found } => write!(f, "call: the operator takes {expected} operands, has {found}"),
            Self::Operand { operand } => {
                write!(f, "call: operand {operand} is of another kind or type than the operator takes")
            }
            Self::NotBuilt => f.write_str("call: the table was compiled without this family"),
            Self::Types { value, index } => {
                write!(f, "call: there is no kernel for {} and {}", value.name(), index.name())
            }
        }
    }
}

impl core::error::Error for CallError {}
