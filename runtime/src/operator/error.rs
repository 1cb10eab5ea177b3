//! Why an operator does not run.
use lacuna::infer::Stype;
use lacuna::{FormatError, KernelError};
use lacuna_arrays::array::{ArrayError, Dtype};
use std::fmt::{self, Display, Formatter};
use thiserror::Error;

/// Why an operator does not run. What it was to write is then of any content.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum OperatorError {
    /// An array cannot be made.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// There are more or fewer operands than the operator has.
    #[error("{operator} has {expected} operands, not {found}")]
    Operands { operator: &'static str, expected: usize, found: usize },
    /// An operand does not have the shape that the others ask for.
    #[error("{operator}: operand {operand} has shape {found:?}, but {expected} is needed")]
    Shape { operator: &'static str, operand: usize, expected: &'static str, found: Vec<usize> },
    /// An operand has another dtype than the first.
    #[error("{operator}: operand {operand} is {found}, but {expected} is needed")]
    Dtype { operator: &'static str, operand: usize, expected: Dtype, found: Dtype },
    /// The operator computes with `float32` and `float64`.
    #[error("{operator} computes with float32 and float64, not with {found}: astype gives them")]
    NotFloat { operator: &'static str, found: Dtype },
    /// There is no path for operands that are stored so. [`Fallback`](super::Fallback) decides what becomes of that.
    #[error("{operator} has no path for operands stored as {stypes}: tostype gives others")]
    NoPath { operator: &'static str, stypes: Stypes },
    /// There is no kernel for a device with operands that are stored so. Nothing is copied to the host instead.
    #[error(
        "{operator} has no kernel for {device} with operands stored as {stypes}: as_in_context gives copies on the host"
    )]
    NoKernel { operator: &'static str, device: String, stypes: Stypes },
    /// An operand is in another context than the first.
    #[error(
        "{operator}: operand {operand} is on {found}, and the first on {expected}: as_in_context gives a copy there"
    )]
    Contexts { operator: &'static str, operand: usize, expected: String, found: String },
    /// The operator has no gradient.
    #[error("{operator} has no gradient of operand {operand}")]
    NoGradient { operator: &'static str, operand: usize },
    /// A label or an id is not one.
    #[error("{operator}: element {element} is {found}, which is not an integer from 0 to {end} (exclusive)")]
    Id { operator: &'static str, element: usize, found: f64, end: usize },
    /// A variable of another tape, or of a step that is gone.
    #[error("the variable does not belong to this step of this tape")]
    Variable,
    /// What a user's own operator says.
    #[error("{0}")]
    Own(String),
}

impl From<KernelError> for OperatorError {
    fn from(error: KernelError) -> Self {
        Self::Array(error.into())
    }
}

impl From<FormatError> for OperatorError {
    fn from(error: FormatError) -> Self {
        Self::Array(error.into())
    }
}

/// How the operands of a call are stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stypes(pub Vec<Stype>);

impl Display for Stypes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (place, stype) in self.0.iter().enumerate() {
            write!(f, "{}{stype}", if place == 0 { "" } else { ", " })?;
        }
        f.write_str("]")
    }
}
