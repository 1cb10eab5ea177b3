//! What shells and `man` know of the program.
use crate::cli::Arguments;
use crate::report::print_text;
use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::path::PathBuf;

/// Arguments of `lacuna completions`.
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    pub shell: Shell,
}

/// Arguments of `lacuna man`.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// The folder, which is made if there is none
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Prints the completions for a shell.
///
/// # Errors
/// Those of the standard output.
pub fn completions(arguments: &CompletionsArguments) -> Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "lacuna", &mut text);
    Ok(print_text(&String::from_utf8_lossy(&text))?)
}

/// Writes a manual page for the program and for each command: `lacuna.1`, `lacuna-train-fm.1` and so on.
///
/// # Errors
/// What hindered the writing.
pub fn man(arguments: &ManArguments) -> Result<()> {
    std::fs::create_dir_all(&arguments.folder).with_context(|| arguments.folder.display().to_string())?;
    let command = Arguments::command().disable_help_subcommand(true);
    clap_mangen::generate_to(command, &arguments.folder).with_context(|| arguments.folder.display().to_string())
}
