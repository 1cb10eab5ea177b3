//! Repeated timing on a machine that others use too: waits for quiet, and says how much of a CPU others took.
use anyhow::Result;
use lacuna_benches_operands::times::{least, median};
use rustix::time::{ClockId, clock_gettime};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The CPU time of other processes, since it was made.
struct Others {
    since: Instant,
    busy: f64,
    own: f64,
}

/// Seconds for which any CPU was busy since boot, where the system reports it.
fn busy_seconds() -> Option<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    // user nice system idle iowait irq softirq steal
    let ticks = text
        .lines()
        .next()?
        .split_whitespace()
        .skip(1)
        .take(8)
        .map(|field| field.parse().ok())
        .collect::<Option<Vec<f64>>>()?;
    Some((ticks.iter().sum::<f64>() - ticks.get(3)? - ticks.get(4)?) / TICKS_PER_SECOND)
}

fn own_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

impl Others {
    fn start() -> Self {
        Self { since: Instant::now(), busy: busy_seconds().unwrap_or(f64::NAN), own: own_seconds() }
    }

    /// As a share of one CPU; NaN where the system does not report it.
    fn share(&self) -> f64 {
        let busy = busy_seconds().unwrap_or(f64::NAN) - self.busy;
        (busy - (own_seconds() - self.own)) / self.since.elapsed().as_secs_f64().max(1e-9)
    }
}

/// Waits until others take less than 15 % of a CPU, for 5 s at most.
fn wait_for_quiet() {
    for _ in 0..50 {
        let others = Others::start();
        sleep(Duration::from_millis(100));
        // The share is NaN where it is not known; `max` makes it 0.
        if others.share().max(0.0) < 0.15 {
            return;
        }
    }
}

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Milliseconds of the fastest run.
    pub min_ms: f64,
    /// Milliseconds of the median run.
    pub median_ms: f64,
    /// Number of runs.
    pub runs: usize,
    /// CPU that others took in the last series of runs.
    pub others: f64,
}

/// Times `run` for `budget`, at least 3 times, up to 3 series if others took more than 10 % of a CPU. Each time is
/// divided by `divisor`.
pub fn measure(budget: Duration, divisor: usize, mut run: impl FnMut() -> Result<()>) -> Result<Timing> {
    const LEAST: usize = 3;
    const MOST: usize = 2000;
    const SERIES: usize = 3;
    const LONG: Duration = Duration::from_secs(4);
    run()?;
    run()?;
    let mut times = Vec::with_capacity(MOST * SERIES);
    let mut share = f64::NAN;
    for _ in 0..SERIES {
        wait_for_quiet();
        let others = Others::start();
        let mut runs = 0;
        while runs < LEAST || (others.since.elapsed() < budget && runs < MOST) {
            let start = Instant::now();
            run()?;
            times.push(start.elapsed().as_secs_f64() * 1e3 / divisor as f64);
            runs += 1;
        }
        share = others.share();
        if share.max(0.0) < 0.1 || others.since.elapsed() > LONG {
            break;
        }
    }
    Ok(Timing { min_ms: least(&times), median_ms: median(&mut times), runs: times.len(), others: share })
}
