//! What ranks send each other: measured with MPI, and simulated for thousands.
mod bytes;
#[cfg(feature = "mpi")]
mod measure;
mod model;
mod simulate;
#[cfg(feature = "mpi")]
mod store;
mod trace;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use model::{Costs, Topology};
use std::path::PathBuf;
use trace::{PowerLaw, Size, Trace};

#[derive(Debug, Parser)]
#[command(about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Times of steps of up to 4096 ranks, by a model
    Simulate(Simulate),
    /// A message there and back, of two ranks of mpirun
    #[cfg(feature = "mpi")]
    Ping {
        /// By MPI's own calls
        #[arg(long)]
        plain: bool,
    },
    /// Messages of all ranks of mpirun to all: rows of a calibration
    #[cfg(feature = "mpi")]
    All {
        /// By MPI's own calls
        #[arg(long)]
        plain: bool,
    },
    /// Messages of steps of the ranks of mpirun, beside what the model says
    #[cfg(feature = "mpi")]
    Steps(Steps),
    /// Steps of a key-value store on the ranks of mpirun
    #[cfg(feature = "mpi")]
    Store(Store),
}

/// Which rows are touched.
#[derive(Clone, Debug, Args)]
struct Rows {
    /// A LibSVM file whose features are the rows, instead of a power law
    #[arg(long)]
    data: Option<PathBuf>,
    /// Rows of the power law
    #[arg(long, default_value_t = 10_000_000)]
    rows: usize,
    /// Row i has a probability in proportion to 1 / (i + 1) to this power
    #[arg(long, default_value_t = 1.1)]
    exponent: f64,
    /// The rows of the power law are in no order, as features that were hashed; else the frequent ones come first
    #[arg(long)]
    scattered: bool,
    /// Entries of an example of the power law
    #[arg(long, default_value_t = 30)]
    entries: usize,
    /// Numbers of 32 bits in a row
    #[arg(long, default_value_t = 16)]
    columns: usize,
    /// Examples of a rank in a step
    #[arg(long, default_value_t = 100)]
    batch: usize,
    /// Steps whose mean is shown
    #[arg(long, default_value_t = 3)]
    steps: usize,
}

impl Rows {
    fn trace(&self, ranks: usize) -> Result<Trace> {
        let size = Size { ranks, batch: self.batch, steps: self.steps.max(1) };
        match &self.data {
            Some(path) => trace::of_file(path, size),
            None => {
                let &Self { rows, exponent, entries, scattered: is_scattered, .. } = self;
                PowerLaw { rows, exponent, entries, is_scattered }.trace(size)
            }
        }
    }
}

#[derive(Clone, Debug, Args)]
struct Simulate {
    #[command(flatten)]
    rows: Rows,
    /// Lines of cores,ranks,bytes,microseconds that `all` has measured on one machine
    #[arg(long, default_value = "benches/exchange/measured.csv")]
    calibration: PathBuf,
    /// Ranks of a machine
    #[arg(long, default_value_t = 8)]
    ranks_per_machine: usize,
    /// Cores of a machine
    #[arg(long, default_value_t = 8)]
    cores: usize,
    /// Gigabytes a second in and out of a machine
    #[arg(long, default_value_t = 12.5)]
    bandwidth: f64,
    /// Microseconds from one machine to another
    #[arg(long, default_value_t = 5.0)]
    latency: f64,
    /// The largest number of ranks
    #[arg(long, default_value_t = 4096)]
    ranks: usize,
}

#[cfg(feature = "mpi")]
#[derive(Clone, Debug, Args)]
struct Steps {
    #[command(flatten)]
    rows: Rows,
    /// As of simulate
    #[arg(long, default_value = "benches/exchange/measured.csv")]
    calibration: PathBuf,
    /// Rows that every rank has, in the second measurement: as many as the model says, if not given
    #[arg(long)]
    hot: Option<usize>,
    /// How often all steps are done
    #[arg(long, default_value_t = 50)]
    rounds: usize,
}

#[cfg(feature = "mpi")]
#[derive(Clone, Debug, Args)]
struct Store {
    #[command(flatten)]
    rows: Rows,
    /// How ranks get their rows
    #[arg(long, value_enum, value_delimiter = ',', default_value = "partial,full")]
    ways: Vec<store::Way>,
    /// How often all ways are measured, in turns; the fastest counts
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Microseconds that a step computes
    #[arg(long, default_value_t = 0)]
    computing: u64,
    /// Rows that every rank has, in the way of that name
    #[arg(long, default_value_t = 1024)]
    hot: usize,
}

fn simulate(arguments: &Simulate) -> Result<()> {
    let measured = model::read(&arguments.calibration)?;
    let costs = Costs::fit(&measured)?;
    let (most, mean) = model::errors(&costs, &measured)?;
    println!(
        "At each end a message takes {:.2} us and a kilobyte {:.3} us, or {:.3} us where ranks share a core. Of the {} \
         measurements this model is off by {:.0} % in the mean, and by {:.0} % at most.\n",
        costs.message * 1e6,
        costs.byte * 1e9,
        costs.shared_byte * 1e9,
        measured.len(),
        100.0 * mean,
        100.0 * most
    );
    println!(
        "| ranks | ms a step | told before, ms | KB a rank | busiest rank / mean | hot rows | ms | KB | busiest / mean | \
         full model, ms |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let topology = Topology {
        ranks: arguments.ranks_per_machine.max(1),
        cores: arguments.cores,
        bandwidth: arguments.bandwidth * 1e9,
        latency: arguments.latency / 1e6,
    };
    let mut ranks = 1;
    while ranks <= arguments.ranks {
        let trace = arguments.rows.trace(ranks)?;
        let row_bytes = 4 * arguments.rows.columns;
        let [plain, hot] = simulate::best(&trace, row_bytes, &costs, &topology);
        // Each machine gets all rows, once for all of its ranks.
        let full = if ranks > 1 { (trace.rows * row_bytes) as f64 / topology.bandwidth } else { 0.0 };
        println!(
            "| {ranks} | {:.3} | {:.3} | {:.1} | {:.2} | {} | {:.3} | {:.1} | {:.2} | {:.1} |",
            plain.seconds * 1e3,
            simulate::ahead(&trace, row_bytes, &costs, &topology) * 1e3,
            plain.bytes / 1e3,
            plain.balance,
            hot.hot,
            hot.seconds * 1e3,
            hot.bytes / 1e3,
            hot.balance,
            full * 1e3
        );
        ranks *= 2;
    }
    Ok(())
}

#[cfg(feature = "mpi")]
fn steps(arguments: &Steps) -> Result<()> {
    use lacuna_runtime::exchange::Exchange;
    let exchange = measure::ranks()?;
    let costs = Costs::fit(&model::read(&arguments.calibration)?)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let topology = Topology { ranks: exchange.size(), cores, bandwidth: f64::INFINITY, latency: 0.0 };
    let (trace, row_bytes) = (arguments.rows.trace(exchange.size())?, 4 * arguments.rows.columns);
    let [plain, best] = simulate::best(&trace, row_bytes, &costs, &topology);
    let hot = match arguments.hot {
        Some(count) => simulate::step(&trace, row_bytes, &bytes::hottest(&trace, count), &costs, &topology),
        None => best,
    };
    let found = measure::replay(&exchange, &trace, row_bytes, hot.hot, arguments.rounds)?;
    if exchange.rank() == 0 {
        for (step, seconds) in [plain, hot].into_iter().zip(found) {
            println!(
                "{} ranks, {} hot rows: {:.1} us a step, by the model {:.1} us ({:+.0} %); {:.1} KB a rank, busiest / \
                 mean {:.2}",
                exchange.size(),
                step.hot,
                seconds * 1e6,
                step.seconds * 1e6,
                100.0 * (step.seconds / seconds - 1.0),
                step.bytes / 1e3,
                step.balance
            );
        }
    }
    Ok(())
}

#[cfg(feature = "mpi")]
fn store(arguments: &Store) -> Result<()> {
    use lacuna_runtime::exchange::Exchange;
    let exchange: std::sync::Arc<dyn Exchange> = std::sync::Arc::new(measure::ranks()?);
    let trace = arguments.rows.trace(exchange.size())?;
    let steps = store::Steps {
        ways: &arguments.ways,
        rounds: arguments.rounds,
        computing: std::time::Duration::from_micros(arguments.computing),
        hot: arguments.hot,
        columns: arguments.rows.columns,
    };
    let found = store::run(&exchange, &trace, steps)?;
    if exchange.rank() == 0 {
        println!("ranks,way,milliseconds,examples_per_second,bytes,messages");
        for (way, step) in found {
            println!(
                "{},{},{:.3},{:.0},{:.0},{:.1}",
                exchange.size(),
                format!("{way:?}").to_lowercase(),
                step.seconds * 1e3,
                (exchange.size() * arguments.rows.batch) as f64 / step.seconds,
                step.bytes,
                step.messages
            );
        }
    }
    Ok(())
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Simulate(arguments) => simulate(&arguments),
        #[cfg(feature = "mpi")]
        Command::Ping { plain } => {
            if plain {
                measure::plain_ping()
            } else {
                measure::ping()
            }
        }
        #[cfg(feature = "mpi")]
        Command::All { plain } => {
            if plain {
                measure::plain_all()
            } else {
                measure::all()
            }
        }
        #[cfg(feature = "mpi")]
        Command::Steps(arguments) => steps(&arguments),
        #[cfg(feature = "mpi")]
        Command::Store(arguments) => store(&arguments),
    }
}
