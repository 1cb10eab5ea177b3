//! The command line of `lacuna`.
use crate::golden::{self, GoldenArguments};
use crate::train::{self, TrainArguments};
use crate::verify::{self, VerifyArguments};
use anyhow::Result;
use clap::{Parser, Subcommand};

/// Sparse kernels for machine learning: verification and reference training.
#[derive(Debug, Parser)]
#[command(name = "lacuna", version)]
pub struct Arguments {
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
    /// Trains a model on sparse data
    Train(TrainArguments),
}

/// Runs a command. False if it found something wrong.
///
/// # Errors
/// What hindered it.
pub fn run(arguments: &Arguments) -> Result<bool> {
    match &arguments.command {
        Command::Verify(arguments) => verify::run(arguments),
        Command::Golden(arguments) => golden::run(arguments),
        Command::Train(arguments) => train::run(arguments).map(|()| true),
    }
}
