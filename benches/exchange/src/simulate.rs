//! Steps of thousands of ranks, by numbers of messages and bytes.
use crate::bytes::{Table, hottest};
use crate::model::{Costs, Topology};
use crate::trace::Trace;

/// Numbers of hot rows that are tried.
const HOT: [usize; 7] = [0, 16, 64, 256, 1024, 4096, 16384];

/// Means of the steps of a trace.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    pub hot: usize,
    pub seconds: f64,
    /// That a rank sends.
    pub bytes: f64,
    /// What the rank that sends or receives most does, over the mean.
    pub balance: f64,
}

/// A mean step of ranks that tell a step before which rows they need.
pub fn ahead(trace: &Trace, row_bytes: usize, costs: &Costs, topology: &Topology) -> f64 {
    let table = Table { trace, row_bytes, hot: &[] };
    let steps = 0..trace.steps.len();
    let seconds = steps.clone().flat_map(|step| table.step_ahead(step)).map(|phase| costs.seconds(&phase, topology));
    seconds.sum::<f64>() / steps.len() as f64
}

pub fn step(trace: &Trace, row_bytes: usize, hot: &[u32], costs: &Costs, topology: &Topology) -> Step {
    let table = Table { trace, row_bytes, hot };
    let (steps, mut sum) = (trace.steps.len() as f64, Step { hot: hot.len(), ..Step::default() });
    for number in 0..trace.steps.len() {
        let phases = table.step(number);
        let ranks = phases[0].len();
        let (mut sent, mut received) = (vec![0; ranks], vec![0; ranks]);
        for phase in &phases {
            sum.seconds += costs.seconds(phase, topology) / steps;
            for (from, messages) in phase.iter().enumerate() {
                for &(to, bytes) in messages {
                    sent[from] += bytes;
                    received[to] += bytes;
                }
            }
        }
        let mean = sent.iter().sum::<usize>() as f64 / ranks as f64;
        let most = sent.iter().chain(&received).copied().max().unwrap_or(0) as f64;
        sum.bytes += mean / steps;
        sum.balance += if mean > 0.0 { most / mean / steps } else { 1.0 / steps };
    }
    sum
}

/// Without hot rows, and with as many as take the least time.
pub fn best(trace: &Trace, row_bytes: usize, costs: &Costs, topology: &Topology) -> [Step; 2] {
    let steps = HOT.map(|count| {
        let hot = hottest(trace, count);
        (hot.len() == count).then(|| step(trace, row_bytes, &hot, costs, topology))
    });
    let plain = steps[0].unwrap_or_default();
    let better = |best: Step, other: Step| if other.seconds < best.seconds { other } else { best };
    [plain, steps.into_iter().flatten().fold(plain, better)]
}
