//! Training on sparse data: linear models, by regression in batches ([`LinearRegression`]), classification row after
//! row ([`Classifier`]); and of a network whose first layer is sparse ([`Mlp`]). The loop is
//! [`fit`](crate::fit::fit()).
//!
//! All of them train on several [ranks](lacuna_runtime::exchange), too: [`LinearRegression::set_ranks`],
//! [`Classifier::set_ranks`], [`Mlp::set_ranks`], with the rows of [`SlicedRows`].
//!
//! The result of a run depends on its data, settings and seed only: not on the number of threads, the SIMD level or the
//! processor. So a run that was saved and goes on later ends with the bits of one that was never interrupted.
mod data;
mod error;
mod generate;
mod linear;
mod mlp;
mod online;
mod optimizers;
mod random;
mod regression;
mod residuals;
mod scalar;
mod settings;
mod sharded;
mod slices;
mod tensors;
mod weights;

pub use crate::metric::{LogLoss, MeanSquaredError};
pub use data::{Examples, Source};
pub use error::{ModelFileError, TrainError};
pub use generate::{ProblemSize, tutorial_problem};
pub use linear::{LinearHyper, LinearModel, LinearState};
pub use mlp::{
    Mlp, MlpBatch, MlpBatches, MlpMemory, MlpProgress, MlpSettings, MlpSource, MlpTotals, MlpVariant, SavedMlp,
    mlp_problem,
};
pub use online::{
    Classes, Classifier, ClassifyProgress, ClassifySettings, ClassifyTotals, Digest, FfmSettings, OnlineLoss,
    OnlineOptimizer, Quality, ReadAhead, ReadBatch, SavedClassifier, SlicedSteps,
};
pub use optimizers::SavedOptimizer;
pub use random::{Random, Stream};
pub use regression::{LinearRegression, LinearTotals};
pub use residuals::{ResidualSums, add_squares, residuals};
pub use scalar::TrainValue;
pub use settings::{DType, SavedBase, Settings};
pub use slices::{SlicedRows, Slices};
pub use tensors::{MOST_EPOCHS, read_metadata};
pub use weights::{Saved, Trained, Unfinished, save};
