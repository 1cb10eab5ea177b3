//! The command line of `lacuna`.
use crate::color::Color;
use crate::golden::{self, GoldenArguments};
use crate::operators::{self, OperatorsArguments};
use crate::shell::{self, CompletionsArguments, ManArguments};
use crate::train::{self, DemoArguments, InspectArguments, PredictArguments, TrainArguments};
use crate::verify::{self, VerifyArguments};
use anyhow::Result;
use clap::{Parser, Subcommand};

/// Sparse kernels for machine learning: verification and reference training.
#[derive(Debug, Parser)]
#[command(name = "lacuna", version)]
pub struct Arguments {
    /// When texts are coloured
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What `lacuna` can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Runs golden cases on every backend and compares results, exact ones and bits
    Verify(VerifyArguments),
    /// Writes this project's own results as files, or compares such files by bits
    Golden(GoldenArguments),
    /// Lists the sparse operators of MXNet, with the kernels that compute them
    Operators(OperatorsArguments),
    /// Trains a model on sparse data
    Train(Box<TrainArguments>),
    /// Writes what a saved model says about rows
    Predict(Box<PredictArguments>),
    /// Shows what sparse storage saves, and runs the tutorials of MXNet beside what MXNet prints
    Demo(DemoArguments),
    /// Shows the arrays of a file: storage, row lengths, and memory in each storage type
    Inspect(InspectArguments),
    /// Prints completions of commands and options for a shell
    Completions(CompletionsArguments),
    /// Writes manual pages
    Man(ManArguments),
}

/// Runs a command, and gives the exit status of the program: 0, 1 if it found something wrong, 130 or 143 if it was
/// interrupted.
///
/// # Errors
/// What hindered it.
pub fn run(arguments: &Arguments) -> Result<u8> {
    arguments.color.apply();
    let status = |good: bool| u8::from(!good);
    match &arguments.command {
        Command::Verify(arguments) => verify::run(arguments).map(status),
        Command::Golden(arguments) => golden::run(arguments).map(status),
        Command::Operators(arguments) => operators::run(arguments).map(status),
        Command::Train(arguments) => train::run(arguments),
        Command::Predict(arguments) => train::run_predict(arguments).map(|()| 0),
        Command::Demo(arguments) => train::demo(arguments),
        Command::Inspect(arguments) => train::run_inspect(arguments).map(|()| 0),
        Command::Completions(arguments) => shell::completions(arguments).map(|()| 0),
        Command::Man(arguments) => shell::man(arguments).map(|()| 0),
    }
}
