//! The commands of a program that learns.
use crate::arguments::TrainArguments;
#[cfg(feature = "demo")]
use crate::demo::{DemoArguments, demo};
use crate::inspect::{InspectArguments, run_inspect};
use crate::predict::{PredictArguments, run_predict};
use anyhow::Result;
use clap::Subcommand;

/// What a program can do with sparse data and models.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Trains a model on sparse data
    Train(Box<TrainArguments>),
    /// Writes what a saved model says about rows
    Predict(Box<PredictArguments>),
    /// Shows what sparse storage saves, and runs the tutorials of MXNet beside what MXNet prints
    #[cfg(feature = "demo")]
    Demo(DemoArguments),
    /// Shows the arrays of a file: storage, row lengths, and memory in each storage type
    Inspect(InspectArguments),
}

impl Command {
    /// Runs it, and gives the exit status of the program: 0, 1 if it found something wrong, 130 or 143 if it was
    /// interrupted.
    ///
    /// # Errors
    /// What hindered it.
    pub fn run(&self) -> Result<u8> {
        match self {
            Self::Train(arguments) => crate::run(arguments),
            Self::Predict(arguments) => run_predict(arguments).map(|()| 0),
            #[cfg(feature = "demo")]
            Self::Demo(arguments) => demo(arguments),
            Self::Inspect(arguments) => run_inspect(arguments).map(|()| 0),
        }
    }
}
