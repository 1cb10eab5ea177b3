//! Measures the kernels on a GPU: see `benches/gpu/README.md`.
use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};
use lacuna_benches_gpu::inputs;
use lacuna_benches_gpu::measure::{HEADLINE, Settings, measure, workloads};
use lacuna_benches_gpu::table::Results;
use lacuna_cuda::Gpu;
use lacuna_cuda::driver::{Cuda, DriverError};
use lacuna_runtime::{Cpu, write_text};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Measures the kernels on a GPU.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Writes the operands as .npy files.
    Inputs {
        /// Where to; made if it is not there.
        folder: PathBuf,
        /// How much smaller than in the results.
        #[arg(long, default_value_t = 1)]
        divisor: usize,
    },
    /// Prints what the driver says of the card. Ends with status 2 where there is none.
    Card(Card),
    /// Checks and times this project's kernels, and prints their lines. Ends with status 2 where there is no card.
    Measure {
        /// The folder of the inputs.
        folder: PathBuf,
        /// Names of workloads, or their beginnings, separated by commas.
        #[arg(long, value_delimiter = ',')]
        only: Vec<String>,
        /// Batches of each line.
        #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..))]
        batches: u16,
        /// Least milliseconds of a batch.
        #[arg(long, default_value_t = 20)]
        milliseconds: u64,
        #[command(flatten)]
        card: Card,
    },
    /// Prints the lines of all files as a table.
    Table {
        /// Lines of this program and of other libraries (`peers.py`), of any number of runs.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Prints the names of all workloads.
    List,
}

#[derive(Args)]
struct Card {
    /// Its number.
    #[arg(long, default_value_t = 0)]
    device: usize,
}

const NO_CARD: u8 = 2;
const GIBIBYTE: usize = 1 << 30;
const WARM_UP: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Inputs { folder, divisor } => inputs::write(&folder, divisor),
        Command::Card(card) => facts(&card).map(|facts| println!("{facts}")),
        Command::Measure { folder, only, batches, milliseconds, card } => facts(&card).and_then(|facts| {
            println!("{facts}");
            let (batch, threads) =
                (Duration::from_millis(milliseconds), std::thread::available_parallelism().map_or(1, Into::into));
            let batches = batches.into();
            run(
                &Settings { folder, only, batches, batch, warm_up: WARM_UP, copy_bytes: GIBIBYTE, threads },
                card.device,
            )
        }),
        Command::Table { files } => table(&files),
        Command::List => print(&(workloads().join("\n") + "\n")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gpu: {error:#}");
            let missing = matches!(error.downcast_ref(), Some(DriverError::NoDriver | DriverError::NoDevice { .. }));
            if missing { ExitCode::from(NO_CARD) } else { ExitCode::FAILURE }
        }
    }
}

fn facts(card: &Card) -> Result<String> {
    let facts = Cuda::new(card.device)?.facts()?;
    let ((major, minor), (driver, driver_minor)) = (facts.compute_capability, facts.driver_version);
    let (name, memory) = (facts.name, facts.total_memory >> 20);
    Ok(format!(
        "# card: {name}, compute capability {major}.{minor}, {memory} MiB, driver for CUDA {driver}.{driver_minor}"
    ))
}

/// In a pool, in which the results to compare with are computed.
fn run(settings: &Settings, device: usize) -> Result<()> {
    Cpu::pool(settings.threads)?.install(|| {
        println!("{HEADLINE}");
        measure(&Gpu::open(device)?, settings, &mut |line| println!("{line}"))
    })
}

fn print(text: &str) -> Result<()> {
    Ok(write_text(&mut std::io::stdout(), text)?)
}

fn table(files: &[PathBuf]) -> Result<()> {
    let mut results = Results::default();
    for file in files {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        results.add(&text).with_context(|| file.display().to_string())?;
    }
    print(&results.to_markdown())
}
