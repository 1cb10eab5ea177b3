//! The program `lacuna` without what verifies kernels: what the Python package `lacuna-sparse-cli` installs.
use clap::{CommandFactory, FromArgMatches, Parser};
use lacuna_train::{Color, Command};
use std::process::ExitCode;

/// Trains, serves and inspects sparse models, with the same bits on every processor.
#[derive(Debug, Parser)]
#[command(name = "lacuna", version)]
struct Arguments {
    /// When texts are coloured
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    color: Color,
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let mut command = Arguments::command().color(Color::asked(std::env::args_os()).into());
    let arguments = Arguments::from_arg_matches(&command.get_matches_mut());
    let Arguments { color, command } = arguments.unwrap_or_else(|error| error.format(&mut command).exit());
    color.apply();
    match command.run() {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
