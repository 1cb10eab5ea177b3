//! `lacuna train`, the command line of [`lacuna_runtime::train`], and `lacuna demo`.
mod arguments;
mod classify;
mod demo;
mod describe;
mod input;
mod interrupt;
mod mlp;
mod open;
mod plot;
mod report;
mod run;

pub use arguments::{BaseArgument, ClassifyArguments, InitialWeights, LinearArguments, TrainArguments, TrainModel};
pub use classify::{ClassifyReport, train_classify};
pub use demo::{DemoArguments, DemoModel, Kdd2010Arguments, Kdd2010Report, MeasuredForm, demo, demo_kdd2010};
pub use mlp::{MlpArguments, MlpEpoch, MlpReport, VariantArgument, train_mlp};
pub use plot::{Axes, loss_curve, plot_loss};
pub use run::{RunReport, Stop, run, train_linear};
