//! Why a module does not do something.
use crate::fit::FitError;
use crate::metric::MetricError;
use lacuna_runtime::array::file::FileError;
use lacuna_runtime::data::DataError;
use lacuna_runtime::initializer::InitializerError;
use lacuna_runtime::kvstore::KvError;
use lacuna_runtime::operator::OperatorError;
use lacuna_runtime::optimizer::MultiplierError;
use lacuna_runtime::symbol::SymbolError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a module does not do something.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModuleError {
    /// The graph cannot be bound or run.
    #[error(transparent)]
    Symbol(Box<SymbolError>),
    /// The store refuses a parameter or a gradient.
    #[error(transparent)]
    Store(Box<KvError>),
    /// There is no next batch.
    #[error(transparent)]
    Data(Box<DataError>),
    /// Training does not go on where it was stopped.
    #[error(transparent)]
    Fit(Box<FitError>),
    /// The metric refuses labels or outputs.
    #[error(transparent)]
    Metric(Box<MetricError>),
    /// An array of a batch cannot be taken.
    #[error(transparent)]
    Operator(Box<OperatorError>),
    /// A parameter cannot be filled.
    #[error("parameter `{name}`: {source}")]
    Initializer { name: String, source: InitializerError },
    /// A file of parameters is not read or written.
    #[error(transparent)]
    File(Box<FileError>),
    /// A file is not read or written.
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    /// A batch has other arrays than the module.
    #[error("the module takes {expected} {what} arrays, and the batch has {found}")]
    Arrays { what: &'static str, expected: usize, found: usize },
    /// Parameters come before training.
    #[error("the parameters have no values yet: init_params or set_params gives them")]
    NoParameters,
    /// An optimizer comes before training.
    #[error("there is no optimizer yet: init_optimizer gives one")]
    NoOptimizer,
    /// The graph has no such parameter.
    #[error("the module has no parameter `{name}`")]
    Unknown { name: String },
    /// A parameter has no value.
    #[error("there is no parameter `{name}`")]
    Missing { name: String },
    /// An attribute of a parameter is no number.
    #[error(transparent)]
    Multiplier(#[from] MultiplierError),
    /// A batch has fewer rows than there are contexts, or they cannot be shared out.
    #[error("{rows} rows cannot be cut for {contexts} contexts: some would have none")]
    Slices { rows: usize, contexts: usize },
    /// What predictions are put together of has a row for each of the batch.
    #[error("the output has shape {found:?}: predictions have a row for each of the {rows} of a batch")]
    Output { rows: usize, found: Vec<usize> },
}

macro_rules! boxed {
    ($($variant:ident $error:ident;)*) => {$(
        impl From<$error> for ModuleError {
            fn from(error: $error) -> Self {
                Self::$variant(Box::new(error))
            }
        }
    )*};
}
// What is seldom there does not make every result large.
boxed! {
    Symbol SymbolError;
    Store KvError;
    Data DataError;
    Fit FitError;
    Metric MetricError;
    Operator OperatorError;
    File FileError;
}
