//! Ranks of `mpirun` that send each other what a training would.
use crate::bytes::{Messages, Table, hottest};
use crate::trace::Trace;
use anyhow::{Context, Result, ensure};
use lacuna_runtime::exchange::{Exchange, Mpi};
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Source};
use std::time::{Duration, Instant};

const SIZES: [usize; 6] = [0, 1 << 10, 32 << 10, 1 << 20, 16 << 20, 40 << 20];
const ALL_SIZES: [usize; 5] = [64, 1 << 10, 8 << 10, 64 << 10, 512 << 10];

fn start() -> Result<Mpi> {
    Ok(Mpi::start(Duration::from_secs(60))?)
}

const fn repetitions(bytes: usize) -> usize {
    if bytes > 300_000 { 60 } else { 3000 }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn timed(times: &mut Vec<f64>, run: impl FnOnce() -> Result<()>) -> Result<()> {
    let started = Instant::now();
    run()?;
    times.push(started.elapsed().as_secs_f64());
    Ok(())
}

fn show(what: &str, bytes: usize, seconds: f64) {
    println!("{what} {bytes:>9} bytes {:>10.2} us {:>6.2} GB/s", seconds * 1e6, bytes as f64 / seconds / 1e9);
}

/// Half of a round trip of two ranks.
pub fn ping() -> Result<()> {
    let exchange = start()?;
    ensure!(exchange.size() == 2, "{} ranks: mpirun -n 2", exchange.size());
    let other = 1 - exchange.rank();
    for bytes in SIZES {
        exchange.barrier()?;
        let (mut times, mut message) = (Vec::new(), vec![1; bytes]);
        for _ in 0..repetitions(bytes) {
            timed(&mut times, || {
                if exchange.rank() == 0 {
                    exchange.send(other, std::mem::take(&mut message))?;
                }
                message = exchange.receive(other)?;
                if exchange.rank() == 1 {
                    exchange.send(other, std::mem::take(&mut message))?;
                }
                Ok(())
            })?;
        }
        if exchange.rank() == 0 {
            show("exchange", bytes, median(times) / 2.0);
        }
    }
    Ok(())
}

/// The same by calls of MPI that wait, into memory that is used again.
pub fn plain_ping() -> Result<()> {
    let universe = mpi::initialize().context("MPI does not start")?;
    let world = universe.world();
    ensure!(world.size() == 2, "{} ranks: mpirun -n 2", world.size());
    let other = world.process_at_rank(1 - world.rank());
    for bytes in SIZES {
        world.barrier();
        let (mut times, mut message) = (Vec::new(), vec![1_u8; bytes]);
        for _ in 0..repetitions(bytes) {
            timed(&mut times, || {
                if world.rank() == 0 {
                    other.send(&message[..]);
                }
                other.receive_into(&mut message[..]);
                if world.rank() == 1 {
                    other.send(&message[..]);
                }
                Ok(())
            })?;
        }
        if world.rank() == 0 {
            show("plain MPI", bytes, median(times) / 2.0);
        }
    }
    Ok(())
}

fn row(ranks: usize, bytes: usize, times: Vec<f64>) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{cores},{ranks},{bytes},{:.2}", median(times) * 1e6);
}

/// `all_to_all` of messages of one size, as rows of a calibration.
pub fn all() -> Result<()> {
    let exchange = start()?;
    for bytes in ALL_SIZES {
        let mut times = Vec::new();
        for _ in 0..repetitions(bytes * exchange.size() / 4) {
            let messages = vec![vec![1; bytes]; exchange.size()];
            timed(&mut times, || exchange.all_to_all(messages).map(drop).map_err(Into::into))?;
        }
        if exchange.rank() == 0 {
            row(exchange.size(), bytes, times);
        }
    }
    Ok(())
}

/// The same by `MPI_Alltoall`.
pub fn plain_all() -> Result<()> {
    let universe = mpi::initialize().context("MPI does not start")?;
    let world = universe.world();
    let ranks = world.size().cast_unsigned() as usize;
    for bytes in ALL_SIZES {
        let (sent, mut received, mut times) = (vec![1_u8; bytes * ranks], vec![0_u8; bytes * ranks], Vec::new());
        for _ in 0..repetitions(bytes * ranks / 4) {
            timed(&mut times, || {
                world.all_to_all_into(&sent[..], &mut received[..]);
                Ok(())
            })?;
        }
        if world.rank() == 0 {
            row(ranks, bytes, times);
        }
    }
    Ok(())
}

/// The messages of a trace's steps. Seconds of a step without hot rows and with so many, in turns.
pub fn replay(exchange: &dyn Exchange, trace: &Trace, row_bytes: usize, hot: usize, rounds: usize) -> Result<[f64; 2]> {
    let hot = hottest(trace, hot);
    let steps = [&[][..], &hot].map(|hot| {
        let table = Table { trace, row_bytes, hot };
        (0..trace.steps.len()).map(|step| table.step(step)).collect::<Vec<_>>()
    });
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for (steps, times) in steps.iter().zip(&mut times) {
            // A store makes them while it sums up.
            let phases: Vec<_> = steps.iter().flatten().map(|phase| messages(exchange, phase)).collect();
            exchange.barrier()?;
            let all = |phase| exchange.all_to_all(phase).map(drop).map_err(Into::into);
            timed(times, || phases.into_iter().try_for_each(all))?;
        }
    }
    Ok(times.map(|times| median(times) / trace.steps.len() as f64))
}

fn messages(exchange: &dyn Exchange, phase: &Messages) -> Vec<Vec<u8>> {
    let mut messages = vec![Vec::new(); exchange.size()];
    for &(to, bytes) in &phase[exchange.rank()] {
        messages[to] = vec![1; bytes];
    }
    messages
}

/// Joins the other ranks.
pub fn ranks() -> Result<Mpi> {
    start()
}
