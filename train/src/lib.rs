//! `lacuna train`, the command line of [`lacuna_runtime::train`], and `lacuna inspect`, that of [`lacuna_runtime::array::file`].
mod arguments;
mod classify;
mod describe;
mod input;
mod inspect;
mod interrupt;
mod open;
mod plot;
mod report;
mod run;

pub use arguments::{BaseArgument, ClassifyArguments, InitialWeights, LinearArguments, TrainArguments, TrainModel};
pub use classify::{ClassifyReport, train_classify};
pub use inspect::{InspectArguments, RowLengths, Sizes, inspect, row_length_chart, run_inspect};
pub use plot::{Axes, loss_curve, plot_loss};
pub use run::{RunReport, Stop, run, train_linear};
