//! Times the workloads of the benchmark kit and prints `workload,peer,threads,min_ms,median_ms,notes`.
use anyhow::{Context, Result};
use clap::Parser;
use lacuna::dispatch::{self, Level};
use lacuna_benches::source::{Inputs, Source};
use lacuna_benches::timing;
use lacuna_benches::workload::{ALL, Entry};
use lacuna_benches_operands::buffer::Pages;
use lacuna_runtime::Cpu;
use std::path::PathBuf;
use std::time::Duration;

/// Times the workloads of the benchmark kit, in the format of its results.
#[derive(Parser)]
struct Arguments {
    /// The folder written by the kit's gen_data.py.
    data: PathBuf,
    /// Threads of the caller.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Names of workloads, or their beginnings, separated by commas.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Seconds for each line.
    #[arg(long, default_value_t = 0.8)]
    budget: f64,
    /// SIMD level: baseline, avx2 or avx512 instead of the best.
    #[arg(long, value_parser = level)]
    level: Option<Level>,
    /// Pages under operands and outputs: huge or 4k.
    #[arg(long, default_value = "huge", value_parser = pages)]
    pages: Pages,
    /// Added to the name lacuna in the second column.
    #[arg(long, default_value = "")]
    suffix: String,
}

fn level(name: &str) -> Result<Level> {
    Level::ALL.iter().copied().find(|level| level.name() == name).context("not a level")
}

fn pages(name: &str) -> Result<Pages> {
    Pages::ALL.into_iter().find(|pages| pages.name() == name).context("not a kind of pages")
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    dispatch::force(arguments.level)?;
    let backend = Cpu { threads: arguments.threads };
    let source = Source { inputs: Inputs::Kit(arguments.data.clone()), pages: arguments.pages, backend };
    Cpu::pool(arguments.threads)?.install(|| run(&arguments, &source))
}

fn run(arguments: &Arguments, source: &Source) -> Result<()> {
    for entry in ALL.iter().filter(|entry| wanted(entry, &arguments.only)) {
        (entry.open)(source, &mut |workload| {
            workload.check()?;
            let timing = timing::measure(Duration::from_secs_f64(arguments.budget), entry.batches, || workload.run())?;
            print_line(entry, arguments, timing);
            Ok(())
        })?;
    }
    Ok(())
}

fn wanted(entry: &Entry, prefixes: &[String]) -> bool {
    let names = |prefix: &str| ALL.iter().any(|entry| entry.name == prefix);
    let selects =
        |prefix: &String| if names(prefix) { entry.name == *prefix } else { entry.name.starts_with(prefix.as_str()) };
    prefixes.is_empty() || prefixes.iter().any(selects)
}

fn print_line(entry: &Entry, arguments: &Arguments, timing: timing::Timing) {
    let timing::Timing { min_ms, median_ms, runs, others } = timing;
    println!(
        "{},{}{},{},{min_ms:.5},{median_ms:.5},{}; {}; {} pages; n={runs} oth={:.0}%",
        entry.name,
        entry.peer,
        arguments.suffix,
        arguments.threads,
        entry.notes,
        dispatch::level(),
        arguments.pages.name(),
        others * 100.0
    );
}
