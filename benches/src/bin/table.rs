//! Prints results of other libraries and of this project as markdown tables: `table FILE.csv...`, or
//! `table --beside sprs,faer,nalgebra FILE.csv...`.
use anyhow::{Context, Result};
use clap::Parser;
use lacuna_benches::table::Results;
use lacuna_runtime::write_text;
use std::path::PathBuf;

/// Compares this project's times with those of other libraries and with the goals, as markdown.
#[derive(Parser)]
struct Arguments {
    /// Shows this project beside these libraries, by the beginnings of their names, instead of beside the fastest one.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    beside: Vec<String>,
    /// Lines `workload,peer,threads,min_ms,median_ms,notes`, of any number of rounds.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

fn main() -> Result<()> {
    let Arguments { beside, files } = Arguments::parse();
    let mut results = Results::default();
    for file in files {
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        results.add(&text).with_context(|| file.display().to_string())?;
    }
    let text = if beside.is_empty() { results.to_markdown() } else { results.beside(&beside) };
    Ok(write_text(&mut std::io::stdout(), &text)?)
}
