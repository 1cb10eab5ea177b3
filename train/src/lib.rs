//! `lacuna train`: the command line of [`lacuna_runtime::train`].
mod arguments;
mod classify;
mod describe;
mod input;
mod interrupt;
mod open;
mod plot;
mod report;
mod run;

pub use arguments::{BaseArgument, ClassifyArguments, InitialWeights, LinearArguments, TrainArguments, TrainModel};
pub use classify::{ClassifyReport, train_classify};
pub use plot::{Axes, loss_curve, plot_loss};
pub use run::{RunReport, Stop, run, train_linear};
