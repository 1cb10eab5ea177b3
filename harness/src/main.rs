//! The program `lacuna`.
use clap::{CommandFactory, FromArgMatches};
use lacuna_harness::cli::{Arguments, run};
use lacuna_harness::train::Color;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut command = Arguments::command().color(Color::asked(std::env::args_os()).into());
    let arguments = Arguments::from_arg_matches(&command.get_matches_mut());
    match run(&arguments.unwrap_or_else(|error| error.format(&mut command).exit())) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
