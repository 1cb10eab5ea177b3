//! Why a graph cannot be built, inferred, saved, loaded or run.
use crate::operator::{OperatorError, Stypes};
use lacuna::infer::Stype;
use lacuna_arrays::array::{ArrayError, Dtype};
use std::fmt::{self, Display, Formatter};
use thiserror::Error;

/// Why a graph cannot be built, inferred, saved, loaded or run. Then nothing is changed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SymbolError {
    /// There is no such operator.
    #[error("no operator is called {name:?}")]
    Operator { name: String },
    /// A text is no value of a parameter, or a value that this runtime does not have.
    #[error("{operator}: parameter {parameter} is {found:?}, but {expected} is needed")]
    Parameter { operator: &'static str, parameter: String, expected: &'static str, found: String },
    /// A parameter without a default is not given.
    #[error("{operator} needs parameter {parameter}")]
    MissingParameter { operator: &'static str, parameter: &'static str },
    /// The operator has no such parameter.
    #[error("{operator} has no parameter {parameter}")]
    UnknownParameter { operator: &'static str, parameter: String },
    /// More operands than the operator has; fewer become variables.
    #[error("{operator} has {expected} operands, not {found}")]
    Operands { operator: &'static str, expected: usize, found: usize },
    /// The operator has no operand of this name, or it is given already.
    #[error("{operator} has no operand {operand} left")]
    UnknownOperand { operator: &'static str, operand: String },
    /// One symbol is needed where a group stands.
    #[error("one symbol is needed, not a group of {found}")]
    Group { found: usize },
    /// Names distinguish nodes.
    #[error("two different nodes are called {name}")]
    Name { name: String },
    /// There is no such node.
    #[error("no node is called {name}")]
    Node { name: String },
    /// An attribute of a node has no such value.
    #[error("node {node}: attribute {attribute} is {found:?}, but {expected} is needed")]
    Attribute { node: String, attribute: String, expected: &'static str, found: String },
    /// Shapes that do not fit each other.
    #[error("node {node} ({operator}): {place} has shape {found:?}, but {expected} is needed")]
    Shape { node: String, operator: &'static str, place: Place, expected: String, found: Vec<usize> },
    /// Shapes that nothing determines.
    #[error("the shapes of {} cannot be inferred", names.join(", "))]
    UnknownShapes { names: Vec<String> },
    /// Dtypes that do not fit each other.
    #[error("node {node} ({operator}): {place} is {found}, but {expected} is needed")]
    Dtype { node: String, operator: &'static str, place: Place, expected: Dtype, found: Dtype },
    /// The operator takes neither these storage types nor dense copies.
    #[error("node {node} ({operator}): not implemented for operands stored as {stypes}")]
    Storage { node: String, operator: &'static str, stypes: Stypes },
    /// A fallback in a graph that may not have one.
    #[error("node {node} ({operator}): no path for operands stored as {stypes}, and fallbacks are refused")]
    Fallback { node: String, operator: &'static str, stypes: Stypes },
    /// The graph has no such argument.
    #[error("{name} is no argument: there are {}", names.join(", "))]
    Argument { name: String, names: Vec<String> },
    /// An argument has no array.
    #[error("argument {name} has no array")]
    MissingArgument { name: String },
    /// An array does not fit its argument.
    #[error("argument {name} is {found}, but {expected} is needed")]
    Form { name: String, expected: Form, found: Form },
    /// Another number of gradients than there are outputs.
    #[error("{found} gradients, but there are {expected} outputs")]
    Gradients { expected: usize, found: usize },
    /// There is no such output.
    #[error("output {found} is asked for, but there are {expected}")]
    NoOutput { expected: usize, found: usize },
    /// Outputs and gradients come from a forward pass.
    #[error("forward has not run yet")]
    NotRun,
    /// A node does not run.
    #[error("node {node}: {error}")]
    Run { node: String, error: OperatorError },
    /// An array cannot be made.
    #[error("{name}: {error}")]
    Array { name: String, error: ArrayError },
    /// The tape refuses.
    #[error(transparent)]
    Tape(#[from] OperatorError),
    /// A text is no graph.
    #[error("the graph is no JSON of its kind: {reason}")]
    Json { reason: String },
    /// A graph names a node that is not there, or comes later.
    #[error("{place} refers to node {found}, but only {before} come before")]
    Reference { place: String, found: usize, before: usize },
    /// A graph takes a second output of a node.
    #[error("{place} refers to output {found} of node {node}, which has one output")]
    Output { place: String, node: usize, found: usize },
}

/// Where in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// An operand.
    Operand(usize),
    /// The result.
    Result,
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operand(number) => write!(f, "operand {number}"),
            Self::Result => f.write_str("the result"),
        }
    }
}

/// What an array is beside its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The length of each dimension.
    pub shape: Vec<usize>,
    /// The type of its elements.
    pub dtype: Dtype,
    /// How it is stored.
    pub stype: Stype,
}

impl Display for Form {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} of shape {:?}", self.stype, self.dtype, self.shape)
    }
}
