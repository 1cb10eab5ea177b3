//! Prints results of peers and of this project as markdown tables: `table FILE.csv...`.
use anyhow::{Context, Result};
use clap::Parser;
use lacuna_benches::table::Results;
use std::path::PathBuf;

/// Compares this project's times with the peers' and with the goals, as markdown.
#[derive(Parser)]
struct Arguments {
    /// Lines `workload,peer,threads,min_ms,median_ms,notes`, of any number of rounds.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

fn main() -> Result<()> {
    let mut results = Results::default();
    for file in Arguments::parse().files {
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        results.add(&text).with_context(|| file.display().to_string())?;
    }
    print!("{}", results.to_markdown());
    Ok(())
}
