//! Why a model does not take something.
use crate::fit::FitError;
use crate::metric::MetricError;
use lacuna::infer::Stype;
use lacuna_runtime::array::file::FileError;
use lacuna_runtime::array::{ArrayError, Dtype};
use lacuna_runtime::data::DataError;
use lacuna_runtime::layer::LayerError;
use lacuna_runtime::operator::OperatorError;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a model does not take something. Its parameters, states and steps are then as before.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// An operator refuses the batch.
    #[error(transparent)]
    Operator(#[from] OperatorError),
    /// A parameter cannot be made.
    #[error(transparent)]
    Parameter(#[from] LayerError),
    /// There is no loss of these labels and predictions.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is no next batch.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Training does not go on where it was stopped.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// A batch has other arrays than the model.
    #[error("the model takes {expected} {what} arrays, and the batch has {found}")]
    Arrays { what: &'static str, expected: usize, found: usize },
    /// An input has more or fewer rows than the batch has labels, or there are none.
    #[error("input {input} has {found} rows, for {expected} labels")]
    Rows { input: usize, expected: usize, found: usize },
    /// The model computes with `float32` and `float64`.
    #[error("a model computes with float32 and float64, not with {found}")]
    NotFloat { found: Dtype },
    /// There is no such parameter, or state of the optimizer.
    #[error("the model has no `{name}`")]
    Unknown { name: String },
    /// A file does not have it.
    #[error("there is no `{name}` in the file")]
    Missing { name: String },
    /// Something is stored otherwise than in the model.
    #[error(
        "`{name}` is {found_stype} of {found_dtype} and shape {found:?}, not {expected_stype} of {expected_dtype} and \
            shape {expected:?}"
    )]
    Form {
        name: String,
        expected_stype: Stype,
        expected_dtype: Dtype,
        expected: Vec<usize>,
        found_stype: Stype,
        found_dtype: Dtype,
        found: Vec<usize>,
    },
    /// A folder has no generation of shards of which all are there.
    #[error("{}: no generation of shards that is whole", folder.display())]
    NoGeneration { folder: PathBuf },
    /// What says which shards there are is not understood.
    #[error("{}: {cause}{}", path.display(), older(before.as_deref()))]
    Manifest { path: PathBuf, cause: String, before: Option<PathBuf> },
    /// A shard has another length than what was written.
    #[error("{}: {found} of {expected} bytes are there{}", path.display(), older(before.as_deref()))]
    Shard { path: PathBuf, expected: u64, found: u64, before: Option<PathBuf> },
    /// A shard is not what was written.
    #[error("{}: its checksum is not the one that was written{}", path.display(), older(before.as_deref()))]
    Checksum { path: PathBuf, before: Option<PathBuf> },
    /// Ranks write their shards to one folder.
    #[error("{}: not there: ranks on several machines need a folder that all of them see", folder.display())]
    NotShared { folder: PathBuf },
    /// There are no ranks.
    #[error("the model has no ranks: set_ranks comes first")]
    NoRanks,
    /// A batch has other rows than were told for its slices.
    #[error("the batch has {found} rows, and its slices have {expected}")]
    SliceRows { expected: usize, found: usize },
    /// The positive weight of a [`LinearClassifier`](super::LinearClassifier) is none.
    #[error("the positive weight is {found}, which is not a number above 0")]
    PositiveWeight { found: f64 },
    /// The deep part of a [`WideDeep`](super::WideDeep) has no columns.
    #[error("the deep part has neither tables nor continuous columns")]
    NoInput,
    /// The inputs and labels of a batch of text are not matrices of the same shape, or there are more or fewer rows
    /// than the model has states for.
    #[error("{what} of shape {found:?} in a batch: words, mask and targets are matrices of one shape with {rows} rows")]
    Window { what: &'static str, rows: usize, found: Vec<usize> },
    /// The norm of the gradients is infinite or no number, so that there is no update.
    #[error("the norm of the gradients is {norm}: a smaller learning rate may help")]
    Norm { norm: f64 },
    /// An option of a model is out of its range.
    #[error("{option} is {found}, but {expected} is needed")]
    Option { option: &'static str, expected: &'static str, found: f64 },
    /// The number of steps in a file is none.
    #[error("`steps` in the file is not one number, 0 or more")]
    Steps,
}

/// What there is instead of a generation that is broken.
fn older(before: Option<&Path>) -> String {
    before.map_or_else(String::new, |before| format!("; the generation before is {}", before.display()))
}

impl From<ArrayError> for ModelError {
    fn from(error: ArrayError) -> Self {
        Self::Operator(error.into())
    }
}
