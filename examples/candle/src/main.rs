//! Trains and measures: see `--help`.
use anyhow::Result;
use sparse_embedding::arguments::{self, Command};
use sparse_embedding::libsvm::Examples;
use sparse_embedding::{bench, train};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has gone away, as `head` does, is no error.
        Err(error) if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let out = &mut io::stdout();
    match arguments::parse(std::env::args_os().skip(1))? {
        Command::Help => out.write_all(arguments::HELP.as_bytes())?,
        Command::Train { settings, training, test, base } => {
            train::train(&settings, &Examples::read(&training, base)?, &Examples::read(&test, base)?, out)?;
        }
        Command::Bench(settings) => bench::bench(&settings, out)?,
    }
    Ok(())
}
