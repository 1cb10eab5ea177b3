//! Why nothing can be inferred.
use core::fmt::{self, Display, Formatter};

/// Why nothing can be inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InferError {
    /// The operator takes another number of operands.
    Inputs {
        /// At least so many.
        expected: usize,
        /// So many were given.
        found: usize,
    },
    /// There are more outputs than places for them, or the other way round.
    Outputs {
        /// So many.
        expected: usize,
        /// So many places were given.
        found: usize,
    },
    /// A text is no value of a parameter.
    Parameter,
    /// The operator takes no operands of these storage types, nor dense copies of them.
    NotImplemented,
}

impl Display for InferError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inputs { expected, found } => write!(f, "{found} operands, but the operator takes {expected}"),
            Self::Outputs { expected, found } => {
                write!(f, "{found} places for outputs, but the operator has {expected}")
            }
            Self::Parameter => f.write_str("a parameter has no such value"),
            Self::NotImplemented => f.write_str("the operator is not implemented for these storage types"),
        }
    }
}

impl core::error::Error for InferError {}
