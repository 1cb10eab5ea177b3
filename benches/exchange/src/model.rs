//! What a step costs.
use crate::bytes::Messages;
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// Seconds of one machine, fitted to what was measured there.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// Of a message that a rank sends, or receives.
    pub message: f64,
    /// Of a byte that a rank sends, or receives.
    pub byte: f64,
    /// The same, of a rank that shares its core: memory is in no cache then.
    pub shared_byte: f64,
}

/// Where ranks are.
#[derive(Clone, Copy, Debug)]
pub struct Topology {
    /// Ranks of a machine.
    pub ranks: usize,
    /// Cores of a machine.
    pub cores: usize,
    /// Bytes a second in and out of a machine.
    pub bandwidth: f64,
    /// Seconds from one machine to another.
    pub latency: f64,
}

/// A measurement of `all_to_all` on one machine.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    pub cores: usize,
    pub ranks: usize,
    pub bytes: usize,
    pub seconds: f64,
}

/// Reads `cores,ranks,bytes,microseconds` behind a line of names.
pub fn read(path: &Path) -> Result<Vec<Measured>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let line = |(number, line): (usize, &str)| {
        let values: Vec<f64> = line.split(',').filter_map(|value| value.trim().parse().ok()).collect();
        let [cores, ranks, bytes, microseconds] = values[..] else {
            anyhow::bail!("{}:{}: not cores,ranks,bytes,microseconds", path.display(), number + 1);
        };
        Ok(Measured {
            cores: cores as usize,
            ranks: ranks as usize,
            bytes: bytes as usize,
            seconds: microseconds / 1e6,
        })
    };
    text.lines().enumerate().skip(1).map(line).collect()
}

/// Ranks that share a core take turns.
fn turns(ranks: usize, cores: usize) -> f64 {
    (ranks as f64 / cores.max(1) as f64).max(1.0)
}

impl Measured {
    /// How often each of the costs is in it.
    fn parts(&self) -> [f64; 3] {
        let (turns, others) = (turns(self.ranks, self.cores), (self.ranks - 1) as f64);
        let (messages, bytes) = (2.0 * others * turns, 2.0 * others * turns * self.bytes as f64);
        if turns > 1.0 { [messages, 0.0, bytes] } else { [messages, bytes, 0.0] }
    }
}

impl Costs {
    /// The costs whose relative errors have the least squares. None is below zero: one that would be is left out.
    pub fn fit(measured: &[Measured]) -> Result<Self> {
        let mut used = [true; 3];
        loop {
            let found = solve(measured, used).context("too few measurements")?;
            match (0..3).find(|&at| used[at] && found[at] < 0.0) {
                Some(at) => used[at] = false,
                None => return Ok(Self { message: found[0], byte: found[1], shared_byte: found[2] }),
            }
        }
    }

    pub fn predict(&self, measured: &Measured) -> f64 {
        let [messages, bytes, shared] = measured.parts();
        self.message * messages + self.byte * bytes + self.shared_byte * shared
    }

    /// An exchange of all with all: what the slowest rank computes, and what the busiest machine's network takes.
    pub fn seconds(&self, messages: &Messages, topology: &Topology) -> f64 {
        let ranks = messages.len();
        if ranks == 1 {
            return 0.0;
        }
        let machines = ranks.div_ceil(topology.ranks);
        let mut bytes = vec![0; ranks];
        let (mut out, mut into) = (vec![0; machines], vec![0; machines]);
        for (from, messages) in messages.iter().enumerate() {
            for &(to, count) in messages {
                bytes[from] += count;
                bytes[to] += count;
                let [source, target] = [from, to].map(|rank| rank / topology.ranks);
                if source != target {
                    out[source] += count;
                    into[target] += count;
                }
            }
        }
        let most = |all: &[usize]| all.iter().copied().max().unwrap_or(0) as f64;
        let byte = if turns(ranks.min(topology.ranks), topology.cores) > 1.0 { self.shared_byte } else { self.byte };
        let work = |&bytes: &usize| 2.0 * (ranks - 1) as f64 * self.message + bytes as f64 * byte;
        // The slowest rank of a machine, or all of its ranks on all of its cores.
        let machine = |bytes: &[usize]| {
            let (most, sum) =
                bytes.iter().map(work).fold((0.0, 0.0), |(most, sum), work| (f64::max(most, work), sum + work));
            most.max(sum / topology.cores.max(1) as f64)
        };
        let computed = bytes.chunks(topology.ranks).map(machine).fold(0.0, f64::max);
        let wire = most(&out).max(most(&into)) / topology.bandwidth;
        let latency = if machines > 1 { topology.latency } else { 0.0 };
        computed + wire + latency
    }
}

/// Least squares of relative errors, by the normal equations.
fn solve(measured: &[Measured], used: [bool; 3]) -> Option<[f64; 3]> {
    let places: Vec<usize> = (0..3).filter(|&at| used[at]).collect();
    let count = places.len();
    let mut rows = vec![vec![0.0; count + 1]; count];
    for measured in measured {
        let parts = measured.parts().map(|part| part / measured.seconds);
        for (row, &left) in rows.iter_mut().zip(&places) {
            for (sum, &right) in row.iter_mut().zip(&places) {
                *sum += parts[left] * parts[right];
            }
            row[count] += parts[left];
        }
    }
    for at in 0..count {
        let pivot = (at..count).max_by(|&a, &b| rows[a][at].abs().total_cmp(&rows[b][at].abs()))?;
        rows.swap(at, pivot);
        let (lead, row) = (rows[at][at], rows[at].clone());
        if lead == 0.0 {
            return None;
        }
        for other in (0..count).filter(|&other| other != at) {
            let factor = rows[other][at] / lead;
            rows[other].iter_mut().zip(&row).for_each(|(value, lead)| *value -= factor * lead);
        }
    }
    let mut found = [0.0; 3];
    for (at, &place) in places.iter().enumerate() {
        found[place] = rows[at][count] / rows[at][at];
    }
    Some(found)
}

/// The largest of the relative errors, and their mean.
pub fn errors(costs: &Costs, measured: &[Measured]) -> Result<(f64, f64)> {
    ensure!(!measured.is_empty(), "no measurements");
    let errors = measured.iter().map(|measured| (costs.predict(measured) / measured.seconds - 1.0).abs());
    Ok((errors.clone().fold(0.0, f64::max), errors.sum::<f64>() / measured.len() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_found_again() {
        let known = Costs { message: 1e-6, byte: 2e-10, shared_byte: 5e-10 };
        let mut measured = Vec::new();
        for (ranks, bytes) in [(2, 64), (2, 1 << 20), (4, 1024), (4, 65536), (8, 64), (8, 65536)] {
            let one = Measured { cores: 2, ranks, bytes, seconds: 0.0 };
            measured.push(Measured { seconds: known.predict(&one), ..one });
        }
        let found = Costs::fit(&measured).unwrap();
        assert!((found.message / known.message - 1.0).abs() < 1e-6, "{found:?}");
        assert!((found.byte / known.byte - 1.0).abs() < 1e-6, "{found:?}");
        assert!((found.shared_byte / known.shared_byte - 1.0).abs() < 1e-6, "{found:?}");
        assert!(errors(&found, &measured).unwrap().0 < 1e-6);
    }

    #[test]
    fn the_busiest_network_counts() {
        let costs = Costs { message: 0.0, byte: 0.0, shared_byte: 0.0 };
        let topology = Topology { ranks: 2, cores: 2, bandwidth: 100.0, latency: 1.0 };
        // 50 bytes stay on the first machine; the second one gets 300 and sends 10.
        let messages = vec![vec![(1, 50), (2, 100)], vec![(3, 200)], vec![(0, 10)], vec![]];
        assert_eq!(costs.seconds(&messages, &topology), 4.0);
        // On one machine with a core for each: rank 2 sends and gets 110 bytes, rank 3 200, and 0 and 1 160 and 250.
        let costs = Costs { byte: 1.0, ..costs };
        assert_eq!(costs.seconds(&messages, &Topology { ranks: 4, cores: 4, ..topology }), 250.0);
        // All of them on two cores.
        let costs = Costs { shared_byte: 1.0, ..costs };
        assert_eq!(costs.seconds(&messages, &Topology { ranks: 4, ..topology }), 360.0);
    }
}
