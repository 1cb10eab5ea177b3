//! Reference training: `lacuna train`.
//!
//! The result of a run depends on its data, settings and seed only: not on the number of threads, the SIMD level or the processor. So a run that was saved and goes on
//! later ends with the bits of one that was never interrupted.
mod arguments;
mod data;
mod epoch;
mod generate;
mod linear;
mod metric;
mod open;
mod plot;
mod random;
mod report;
mod run;
mod scalar;
mod settings;
mod weights;

pub use arguments::{BaseArgument, InitialWeights, LinearArguments, TrainArguments, TrainModel};
pub use data::{Examples, Source};
pub use epoch::{EpochReport, run_epoch};
pub use generate::{ProblemSize, tutorial_problem};
pub use linear::{LinearHyper, LinearModel, LinearState, StepReport};
pub use metric::{MeanSquaredError, ResidualSums, residuals};
pub use plot::{loss_curve, plot_loss};
pub use random::{Random, Stream};
pub use run::{RunReport, run, train_linear};
pub use scalar::TrainValue;
pub use settings::{DType, SavedBase, Settings};
pub use weights::{Saved, save};
