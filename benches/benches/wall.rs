//! Wall-clock benches of the workloads: `cargo bench -p lacuna-benches --bench wall [-- FILTER]`.
//!
//! `LACUNA_BENCH_DATA=DIR` takes the kit's files of that folder, in full size. Without it the same patterns are made
//! here, with dimensions divided by `LACUNA_BENCH_DIVISOR` (4): these times stand beside no others.
//! `LACUNA_BENCH_THREADS` is the number of threads (1).
use anyhow::{Context, Result};
use lacuna_benches::source::{Inputs, Source};
use lacuna_benches::workload::{ALL, Entry};
use lacuna_benches_operands::buffer::Pages;
use lacuna_benches_operands::seeded::Seeded;
use lacuna_runtime::Cpu;

fn number(variable: &str, default: usize) -> Result<usize> {
    let Some(text) = std::env::var_os(variable) else { return Ok(default) };
    text.to_str().and_then(|text| text.parse().ok()).with_context(|| format!("{variable} is not a number"))
}

fn source() -> Result<Source> {
    let inputs = match std::env::var_os("LACUNA_BENCH_DATA") {
        Some(folder) => Inputs::Kit(folder.into()),
        None => Inputs::Seeded(Seeded { divisor: number("LACUNA_BENCH_DIVISOR", 4)?.max(1) }),
    };
    Ok(Source { inputs, pages: Pages::Huge, backend: Cpu { threads: number("LACUNA_BENCH_THREADS", 1)? } })
}

/// The name under which divan lists a workload.
struct Named(&'static Entry);

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.0.name, self.0.peer)
    }
}

/// One run of all batches.
#[divan::bench(args = ALL.iter().map(Named), max_time = 0.5, sample_size = 1)]
fn workload(bencher: divan::Bencher, entry: &Named) {
    let mut bencher = Some(bencher);
    let mut bench = |source: &Source| {
        (entry.0.open)(source, &mut |workload| {
            workload.check()?;
            if let Some(bencher) = bencher.take() {
                bencher.counter(divan::counter::ItemsCount::new(entry.0.batches)).bench_local(|| workload.run());
            }
            Ok(())
        })
    };
    if let Err(error) = source().and_then(|source| bench(&source)) {
        eprintln!("{entry}: {error:#}");
        std::process::exit(1);
    }
}

fn main() -> Result<()> {
    Cpu::pool(source()?.backend.threads)?.install(divan::main);
    Ok(())
}
