//! Rows that ranks touch in their steps.
use anyhow::{Result, ensure};
use lacuna_runtime::libsvm::{CsrBatch, LibsvmOptions, read_all};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::path::Path;

/// Ids of rows, ascending, each once: of each step and each rank.
#[derive(Debug)]
pub struct Trace {
    pub rows: usize,
    pub steps: Vec<Vec<Vec<u32>>>,
}

/// How many examples a rank has in a step, and how many steps there are.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub ranks: usize,
    pub batch: usize,
    pub steps: usize,
}

/// Row `i` with a probability in proportion to `(i + 1)^-exponent`, `entries` times an example.
#[derive(Clone, Copy, Debug)]
pub struct PowerLaw {
    pub rows: usize,
    pub exponent: f64,
    pub entries: usize,
    /// Neighbours are not as frequent as each other, as with features that were hashed.
    pub is_scattered: bool,
}

/// A prime larger than any number of rows: what is multiplied by it, modulo these, is each of them once.
const PRIME: u64 = (1 << 61) - 1;

impl PowerLaw {
    /// The row at `u` of the distribution's integral, which goes from 0 to 1.
    fn row(&self, u: f64) -> u32 {
        let (end, power) = ((self.rows + 1) as f64, 1.0 - self.exponent);
        let x = if power.abs() < 1e-9 { end.powf(u) } else { (1.0 + u * (end.powf(power) - 1.0)).powf(1.0 / power) };
        let row = (x as usize).clamp(1, self.rows) as u64 - 1;
        let place = if self.is_scattered { row * (PRIME % self.rows as u64) % self.rows as u64 } else { row };
        place as u32
    }

    pub fn trace(&self, size: Size) -> Result<Trace> {
        ensure!(self.rows > 0 && u32::try_from(self.rows).is_ok(), "{} rows: they must fit into 32 bits", self.rows);
        let touched = |step: usize, rank: usize| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64((step as u64) << 32 | rank as u64);
            let uniform = |_| self.row((random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64);
            each_once((0..size.batch * self.entries).map(uniform).collect())
        };
        let step = |step| (0..size.ranks).map(|rank| touched(step, rank)).collect();
        Ok(Trace { rows: self.rows, steps: (0..size.steps).map(step).collect() })
    }
}

/// A file's examples, in its order, from its beginning again at its end.
pub fn of_file(path: &Path, size: Size) -> Result<Trace> {
    let batch: CsrBatch<f32, i32> = read_all(path, &LibsvmOptions::default())?;
    let rows = batch.features;
    ensure!(batch.rows() > 0, "{}: no examples", path.display());
    let mut next = 0;
    let mut touched = || {
        let mut ids = Vec::new();
        for _ in 0..size.batch {
            let [start, end] = [next, next + 1].map(|row| batch.indptr[row] as usize);
            ids.extend(batch.indices[start..end].iter().map(|&id| id as u32));
            next = (next + 1) % batch.rows();
        }
        each_once(ids)
    };
    let steps = (0..size.steps).map(|_| (0..size.ranks).map(|_| touched()).collect()).collect();
    Ok(Trace { rows, steps })
}

fn each_once(mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    ids.dedup();
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scattered_rows_are_the_same_ones_elsewhere() {
        for rows in [1, 2, 7, 1000, 65536, 999_983] {
            let law = PowerLaw { rows, exponent: 1.0, entries: 50, is_scattered: false };
            let scattered = PowerLaw { is_scattered: true, ..law };
            let mut places = vec![None; rows];
            for step in 0..5000 {
                let u = f64::from(step) / 5000.0;
                let (row, place) = (law.row(u), scattered.row(u));
                assert!(places[place as usize].replace(row).is_none_or(|other| other == row), "{rows}: {row}, {place}");
            }
        }
        let size = Size { ranks: 2, batch: 100, steps: 1 };
        let law = PowerLaw { rows: 1000, exponent: 1.1, entries: 30, is_scattered: true };
        let trace = law.trace(size).unwrap();
        let below = trace.steps[0][0].iter().filter(|&&row| row < 500).count() as f64 / trace.steps[0][0].len() as f64;
        assert!((0.4..0.6).contains(&below), "{below}");
    }
}
