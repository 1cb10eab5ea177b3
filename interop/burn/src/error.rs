//! What is refused.
use burn::tensor::DType;
use lacuna_interop::training;

/// Why a call is refused. Nothing is written then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Shapes, ids, hyper-parameters: what is refused in any framework.
    #[error(transparent)]
    Training(#[from] training::Error),
    /// A tensor of another type than the embedding.
    #[error("{name} is of type {found:?}, not {needed:?}")]
    Type {
        /// The tensor.
        name: String,
        /// Its type.
        found: DType,
        /// That of the embedding.
        needed: DType,
    },
    /// Operands of a product that the kernels do not compute with.
    #[error(
        "{} is of type {:?}, {} of {:?}: two of F32, or two of F64, are there",
        names[0], found[0], names[1], found[1]
    )]
    Types {
        /// The operands.
        names: [&'static str; 2],
        /// Their types.
        found: [DType; 2],
    },
    /// Operands that burn does not take together.
    #[error("{} and {} are on different {what}: {found}", names[0], names[1])]
    Apart {
        /// The operands.
        names: [&'static str; 2],
        /// What they differ in.
        what: &'static str,
        /// One and the other.
        found: String,
    },
    /// A table whose rows have no values.
    #[error("a table of {rows} rows has rows without values")]
    Length {
        /// Rows of the table.
        rows: usize,
    },
    /// A table of another number of values than its shape has.
    #[error("{found} values are no table of {} rows of {}", shape.0, shape.1)]
    Table {
        /// Number of values.
        found: usize,
        /// Rows and their length.
        shape: (usize, usize),
    },
    /// A state of another shape than the table.
    #[error("state {name} has shape {found:?}, the table {table:?}")]
    State {
        /// The state.
        name: String,
        /// Its shape.
        found: [usize; 2],
        /// That of the table.
        table: [usize; 2],
    },
    /// burn could not give a tensor's values.
    #[error("burn: {0}")]
    Burn(String),
}

impl From<lacuna::FormatError> for Error {
    fn from(error: lacuna::FormatError) -> Self {
        training::Error::from(error).into()
    }
}

/// What is refused is an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;
