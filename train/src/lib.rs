//! `lacuna train`, the command line of [`lacuna_models::train`]; `lacuna predict`; `lacuna inspect`, that of
//! [`lacuna_runtime::array::file`]; and `lacuna demo`.
mod area;
mod arguments;
mod batch_run;
mod classify;
mod color;
mod columns;
mod command;
#[cfg(feature = "demo")]
mod demo;
mod ffm;
mod fit_arguments;
mod fm;
mod hints;
mod input;
mod inspect;
mod interrupt;
mod left_out;
mod linear;
mod linear_classification;
mod lm;
mod measures;
mod mf;
mod mlp;
mod open;
mod optimizer;
mod plot;
mod predict;
mod program;
mod ranks;
mod report;
mod rows;
mod run;
mod wide_deep;

pub use arguments::{BaseArgument, FormatArguments, TrainArguments, TrainModel};
pub use batch_run::BatchReport;
pub use classify::{ClassifyArguments, ClassifyReport, OnlineArguments, OnlineData, TextArgument, train_classify};
pub use color::Color;
pub use command::Command;
#[cfg(feature = "demo")]
pub use demo::{
    DemoArguments, DemoModel, Kdd2010Arguments, Kdd2010Report, MeasuredForm, Tutorial, TutorialReport, TutorialStep,
    Verdict, demo, demo_kdd2010, demo_tutorial,
};
pub use ffm::{FfmArguments, train_ffm};
pub use fit_arguments::{ContextArguments, FitArguments};
pub use fm::{FmArguments, train_fm};
pub use inspect::{InspectArguments, RowLengths, Sizes, inspect, row_length_chart, run_inspect};
pub use linear::{InitialWeights, LinearArguments, train_linear};
pub use linear_classification::{LinearClassificationArguments, train_linear_classification};
pub use lm::{LmArguments, train_lm};
pub use mf::{MfArguments, train_mf};
pub use mlp::{MlpArguments, VariantArgument, train_mlp};
pub use optimizer::{OptimizerArguments, Preset};
pub use plot::{Axes, Curves, loss_curve, plot_loss};
pub use predict::{PredictArguments, predict, run_predict};
pub use program::RunReport;
pub use ranks::RankArguments;
pub use report::Form;
pub use rows::RowsArguments;
pub use run::{Stop, run};
pub use wide_deep::{WideDeepArguments, train_wide_deep};
