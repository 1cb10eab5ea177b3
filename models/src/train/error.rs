//! Why a model is not trained, and why a file of one is not read or written.
use crate::fit::FitError;
use lacuna::infer::Stype;
use lacuna::{FormatError, KernelError};
use lacuna_runtime::array::ArrayError;
use lacuna_runtime::atomic_file::AtomicFileError;
use lacuna_runtime::data::DataError;
use lacuna_runtime::exchange::ExchangeError;
use lacuna_runtime::kvstore::KvError;
use lacuna_runtime::layer::LayerError;
use lacuna_runtime::libsvm::LibsvmError;
use lacuna_runtime::operator::OperatorError;
use lacuna_runtime::optimizer::UnknownHyperParameter;
use safetensors::{Dtype, SafeTensorError};
use std::io;
use thiserror::Error;

/// Why a model is not trained.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainError {
    /// It does not go on where it was stopped.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// A kernel refuses its operands.
    #[error(transparent)]
    Kernel(#[from] lacuna::Error),
    /// A file of rows cannot be read.
    #[error(transparent)]
    Libsvm(#[from] LibsvmError),
    /// There is no next batch.
    #[error(transparent)]
    Data(#[from] DataError),
    /// An operator refuses its operands.
    #[error(transparent)]
    Operator(#[from] OperatorError),
    /// A layer cannot be made.
    #[error(transparent)]
    Layer(#[from] LayerError),
    /// The optimizer has no such hyper-parameter.
    #[error(transparent)]
    Hyper(#[from] UnknownHyperParameter),
    /// A file is not read or written.
    #[error(transparent)]
    File(#[from] ModelFileError),
    /// A setting is out of range, or not a finite number of the value type.
    #[error("{name} {value:?} is not usable as {value_type}")]
    Setting { name: String, value: f64, value_type: &'static str },
    /// The saved weights are others than the settings ask for.
    #[error("the saved weights are of {optimizer} and {features} features")]
    Loaded { optimizer: &'static str, features: usize },
    /// The momentum is too large.
    #[error("momentum {found} is not below 1")]
    Momentum { found: f64 },
    /// A field-aware factorization machine lacks something.
    #[error("a field-aware factorization machine has no {what}")]
    Machine { what: &'static str },
    /// Probabilities of several classes have one loss.
    #[error("softmax has the logistic loss, not {loss}: one-against-rest has any")]
    SoftmaxLoss { loss: &'static str },
    /// What is no class is compared with the label itself.
    #[error("regression has the squared loss, not {loss}")]
    RegressionLoss { loss: &'static str },
    /// There are not several classes.
    #[error("{found} labels: several classes need two or more, each once")]
    Labels { found: usize },
    /// A class that there is none of has a weight.
    #[error("a weight of class {label:?}: there is no such class")]
    ClassWeight { label: f64 },
    /// A row is of no class.
    #[error("a row is of class {label:?}, and there are {classes}")]
    NoClass { label: f64, classes: usize },
    /// There is no optimizer of this name.
    #[error("there is no optimizer {name}")]
    Optimizer { name: String },
    /// The states of a model are those of another optimizer.
    #[error("the model has {found} states of an optimizer, and {optimizer} has {expected}")]
    States { optimizer: &'static str, expected: usize, found: usize },
    /// A generated problem cannot be counted.
    #[error("a problem of {rows} x {features} with density {density} is too large")]
    Problem { rows: usize, features: usize, density: f64 },
    /// Rows have other features than the model.
    #[error("{found} features, the model has {expected}")]
    Features { expected: usize, found: usize },
    /// The loss has become infinite or no number.
    #[error("the loss is not finite in pass {pass}, up to row {row}: a smaller --learning-rate may help")]
    Loss { pass: u64, row: u64 },
    /// A network of no layers.
    #[error("a network needs at least one hidden layer")]
    NoLayer,
    /// A layer of nothing.
    #[error("a layer of 0 neurons")]
    NoNeurons,
    /// Weights of some rows of a batch only.
    #[error("{found} weights, for {expected} rows")]
    Weights { expected: usize, found: usize },
    /// A batch of other arrays.
    #[error("a batch has one array of data and one of labels, not {data} and {labels}")]
    Arrays { data: usize, labels: usize },
    /// A batch of another shape.
    #[error("data of shape {found:?}, but {expected:?} is needed")]
    Shape { expected: [usize; 2], found: Vec<usize> },
    /// A batch that is stored otherwise.
    #[error("data stored as {found}, but csr is needed")]
    Stype { found: Stype },
    /// There is no parameter of this name.
    #[error("no parameter {name}")]
    Parameter { name: String },
    /// A table that ranks share is not pulled or updated, or another rank does not go on.
    #[error(transparent)]
    Store(Box<KvError>),
    /// A step has fewer rows than slices.
    #[error("a step of {rows} rows has none for each of {slices} slices")]
    SliceRows { rows: usize, slices: usize },
    /// The rows of a step are cut into other slices than those of this rank.
    #[error("{rows} rows in {found} slices, but this rank has {expected} slices of a step")]
    Slices { expected: usize, found: usize, rows: usize },
    /// Ranks share a weight whose gradient has rows.
    #[error("the {variant} variant has a gradient of all features: ranks share the row-sparse one")]
    VariantOfRanks { variant: &'static str },
    /// Rows are scored by all ranks together.
    #[error("a classifier of several ranks scores rows where it measures")]
    ScoresOfRanks,
    /// Each row pulls at every weight.
    #[error(
        "the l1 norm of {optimizer} pulls at all weights behind each row, which steps of several rows do not: ftrl has one for them"
    )]
    NormOfSteps { optimizer: &'static str },
}

impl TrainError {
    /// Whether another rank is to blame.
    #[must_use]
    pub fn is_of_exchange(&self) -> bool {
        match self {
            Self::Store(error) => matches!(**error, KvError::Exchange(_)),
            Self::Data(error) => matches!(error, DataError::Exchange(_)),
            _ => false,
        }
    }
}

impl From<KvError> for TrainError {
    fn from(error: KvError) -> Self {
        Self::Store(Box::new(error))
    }
}

impl From<ExchangeError> for TrainError {
    fn from(error: ExchangeError) -> Self {
        KvError::from(error).into()
    }
}

impl From<KernelError> for TrainError {
    fn from(error: KernelError) -> Self {
        Self::Kernel(error.into())
    }
}

impl From<FormatError> for TrainError {
    fn from(error: FormatError) -> Self {
        Self::Kernel(error.into())
    }
}

impl From<ArrayError> for TrainError {
    fn from(error: ArrayError) -> Self {
        Self::Operator(error.into())
    }
}

/// Why a file of a model is not read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModelFileError {
    /// There is no optimizer of this name.
    #[error("there is no optimizer {name}")]
    Optimizer { name: String },
    /// It cannot be read.
    #[error("{file}")]
    Read { file: String, source: io::Error },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] AtomicFileError),
    /// Tensors cannot be put together.
    #[error(transparent)]
    Tensors(#[from] SafeTensorError),
    /// A header cannot be put together.
    #[error(transparent)]
    Header(#[from] serde_json::Error),
    /// It is of another format.
    #[error("{file}: not a safetensors file")]
    Format { file: String, source: SafeTensorError },
    /// It holds something else.
    #[error("{file}: not {what}")]
    Kind { file: String, what: &'static str },
    /// Its header is malformed.
    #[error("{file}: metadata {key} is not understood")]
    Metadata { file: String, key: &'static str, source: serde_json::Error },
    /// It lacks a tensor.
    #[error("{file}: tensor {tensor}")]
    Missing { file: String, tensor: String, source: SafeTensorError },
    /// A tensor has another type.
    #[error("{file}: tensor {tensor} is {found}, not {expected}")]
    Dtype { file: String, tensor: String, expected: Dtype, found: Dtype },
    /// A tensor has another shape.
    #[error("{file}: tensor {tensor} has shape {found:?}, not {expected:?}")]
    Shape { file: String, tensor: String, expected: Vec<usize>, found: Vec<usize> },
    /// A number is infinite or NaN.
    #[error("{file}: tensor {tensor} has an element that is not finite")]
    NotFinite { file: String, tensor: String },
    /// A number that would be written is infinite or NaN.
    #[error("{name} has an element that is not finite: a smaller --learning-rate may help")]
    Diverged { name: String },
    /// It claims more than any run has.
    #[error("{file}: {found} {unit} are more than any run has")]
    Epochs { file: String, found: u64, unit: &'static str },
    /// Its loss is not finite.
    #[error("{file}: a loss of {loss}")]
    Loss { file: String, loss: f64 },
    /// Its rows do not fit each other.
    #[error("{file}: {rows} rows with a loss of {loss}, {doubled} before them")]
    Rows { file: String, rows: u64, loss: f64, doubled: u64 },
}
