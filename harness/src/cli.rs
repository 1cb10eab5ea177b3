//! The command line of `lacuna`.
use crate::golden::{self, GoldenArguments};
use crate::operators::{self, OperatorsArguments};
use crate::shell::{self, CompletionsArguments, ManArguments};
use crate::train::{self, Color};
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
    #[command(flatten)]
    Learn(train::Command),
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
        Command::Learn(command) => command.run(),
        Command::Completions(arguments) => shell::completions(arguments).map(|()| 0),
        Command::Man(arguments) => shell::man(arguments).map(|()| 0),
    }
}
