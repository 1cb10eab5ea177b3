//! Random operands, comparisons, and models in plain loops. The tests of `lacuna-candle` and `lacuna-burn` have this
//! file, too.
#![allow(dead_code)]
use lacuna::Value;
use lacuna::random::{Stream, uniform};
use lacuna_interop::training::{Bags, RowSparseGradient};
use std::error::Error;

pub type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// Numbers of a seed, the same on every platform.
pub struct Random(Stream);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Stream::new(seed, 0))
    }

    /// Uniform on -bound..bound.
    pub fn values(&mut self, count: usize, bound: f64) -> Vec<f64> {
        let mut values = vec![0.0; count];
        uniform(self.0, -bound, bound, &mut values).unwrap_or_else(|error| panic!("{bound}: {error}"));
        self.0 = self.0.after(count as u64);
        values
    }

    /// Uniform on 0..bound.
    pub fn below(&mut self, bound: usize) -> usize {
        ((self.values(1, 0.5)[0] + 0.5) * bound as f64) as usize % bound.max(1)
    }

    /// Bags with weights, repeated ids and empty bags among them.
    pub fn bags<V: Value>(&mut self, bags: usize, vocabulary: usize) -> Result<Bags<V>> {
        let mut made = Bags::new(vocabulary);
        for bag in 0..bags {
            let length = if bag % 5 == 3 { 0 } else { 1 + self.below(8) };
            let weights = self.values(length, 2.0);
            let bag = weights.iter().map(|&weight| (self.below(vocabulary) as u32, V::narrow(weight)));
            made.push(&bag.collect::<Vec<_>>())?;
        }
        Ok(made)
    }

    /// A pattern of a csr with empty rows. Column 0 is in three rows of four: in a large matrix, more terms than a
    /// block has.
    pub fn pattern(&mut self, rows: usize, columns: usize) -> (Vec<u32>, Vec<u32>) {
        let (mut indptr, mut indices) = (vec![0], Vec::new());
        for row in 0..rows {
            let mut of_row: Vec<u32> = Vec::new();
            if row % 4 != 1 {
                of_row.push(0);
                for _ in 0..self.below(6) {
                    of_row.push(self.below(columns) as u32);
                }
            }
            of_row.sort_unstable();
            of_row.dedup();
            indices.extend(of_row);
            indptr.push(indices.len() as u32);
        }
        (indptr, indices)
    }
}

/// Row and column of each entry of a matrix that is not transposed.
pub fn places(indptr: &[u32], indices: &[u32]) -> Vec<(usize, usize)> {
    let rows = indptr.windows(2).enumerate().flat_map(|(row, bounds)| (bounds[0]..bounds[1]).map(move |_| row));
    rows.zip(indices.iter().map(|&column| column as usize)).collect()
}

/// The ids that occur, ascending.
pub fn distinct(ids: &[u32]) -> Vec<u32> {
    let mut distinct = ids.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// The gradient as a table.
pub fn dense<V: Value>(gradient: &RowSparseGradient<V>) -> Vec<f64> {
    let length = gradient.row_length();
    let mut dense = vec![0.0; gradient.rows() * length];
    for (&id, row) in gradient.indices().iter().zip(gradient.data().chunks(length)) {
        for (place, value) in dense[id as usize * length..].iter_mut().zip(row) {
            *place = value.widen();
        }
    }
    dense
}

/// The bags as a dense matrix: repeated ids are added, as they are or by their magnitudes.
pub fn dense_bags<V: Value>(bags: &Bags<V>, magnitudes: bool) -> Vec<f64> {
    let mut matrix = vec![0.0; bags.len() * bags.vocabulary()];
    for (bag, bounds) in bags.indptr().windows(2).enumerate() {
        for entry in bounds[0] as usize..bounds[1] as usize {
            let weight = bags.weights()[entry].widen();
            let place = bag * bags.vocabulary() + bags.ids()[entry] as usize;
            matrix[place] += if magnitudes { weight.abs() } else { weight };
        }
    }
    matrix
}

/// The unit of rounding.
pub fn unit<V: Value>() -> f64 {
    if size_of::<V>() == 4 { f64::from(f32::EPSILON) / 2.0 } else { f64::EPSILON / 2.0 }
}

#[track_caller]
pub fn assert_close(found: &[f64], expected: &[f64], bound: impl Fn(usize) -> f64) {
    assert_eq!(found.len(), expected.len());
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        let bound = bound(place);
        assert!((found - expected).abs() <= bound, "value {place}: {found}, expected {expected} within {bound:e}");
    }
}

/// The slopes of a loss at a place, by central differences.
///
/// With a step of 1e-5 they are off by about step^2 times the third derivative (some hundreds here: 1e-8) and the
/// rounding of the loss over the step (up to 1e3: 1e3 * 2^-53 / 1e-5 = 1e-8).
pub fn slopes<E>(
    middle: &[f64],
    loss: impl Fn(Vec<f64>) -> std::result::Result<f64, E>,
) -> std::result::Result<Vec<f64>, E> {
    let slope = |place: usize| {
        let moved = |step: f64| {
            let mut moved = middle.to_vec();
            moved[place] += step;
            loss(moved)
        };
        Ok((moved(1e-5)? - moved(-1e-5)?) / 2e-5)
    };
    (0..middle.len()).map(slope).collect()
}

#[track_caller]
pub fn refused<T: std::fmt::Debug, E: std::fmt::Display>(result: std::result::Result<T, E>, expected: &str) {
    let message = result.err().map_or_else(|| "nothing was refused".to_owned(), |error| error.to_string());
    assert!(message.contains(expected), "{message:?} does not have {expected:?}");
}

/// Rows of the tables that are trained, and their length.
pub const VOCABULARY: usize = 30;
pub const LENGTH: usize = 5;

/// Batches of rows that all occur, of which half occur, of few that do.
pub const BOUNDS: [usize; 40] = {
    let mut bounds = [VOCABULARY; 40];
    let mut step = 0;
    while step < 40 {
        bounds[step] = [VOCABULARY, VOCABULARY / 2, 4][step % 3];
        step += 1;
    }
    bounds
};

/// Steps with few rows, and now and then all: rows miss one step, some, or hundreds.
pub fn bounds(steps: usize) -> Vec<usize> {
    (0..steps)
        .map(|step| match step % 97 {
            0 => VOCABULARY,
            1..10 => VOCABULARY / 2,
            _ => 3,
        })
        .collect()
}

/// Bags of one batch, and the direction of their loss `sum of s^2 / 2 + s direction`.
pub struct Batch<V> {
    pub bags: Bags<V>,
    pub direction: Vec<f64>,
}

/// Batches; in each, ids lie below the bound, all of them if `every`.
pub fn batches<V: Value>(random: &mut Random, bounds: &[usize], every: bool) -> Result<Vec<Batch<V>>> {
    let one = |&bound: &usize| {
        let mut bags = Bags::new(VOCABULARY);
        for bag in random.bags::<V>(6, bound)?.indptr().windows(2) {
            let weights = random.values((bag[1] - bag[0]) as usize, 1.0);
            let entries = weights.iter().map(|&weight| (random.below(bound) as u32, V::narrow(weight)));
            bags.push(&entries.collect::<Vec<_>>())?;
        }
        if every {
            bags.push_mean(&(0..VOCABULARY as u32).collect::<Vec<_>>())?;
        }
        // The same number in every type.
        let direction = random.values(bags.len() * LENGTH, 1.0).into_iter().map(|value| V::narrow(value).widen());
        Ok(Batch { direction: direction.collect(), bags })
    };
    bounds.iter().map(one).collect()
}

/// Step, gradient, weight, states.
pub type Formula = fn(f64, f64, &mut f64, &mut [f64; 2]);

/// The table and its two states in plain loops.
pub struct Plain {
    pub table: Vec<f64>,
    pub states: Vec<[f64; 2]>,
    steps: u64,
}

impl Plain {
    pub fn new(table: Vec<f64>) -> Self {
        Self { states: vec![[0.0; 2]; table.len()], table, steps: 0 }
    }

    /// One step: of all rows, or of those that occur.
    pub fn step<V: Value>(&mut self, batch: &Batch<V>, formula: Formula, all: bool) {
        let mut gradient = vec![0.0; self.table.len()];
        let bags = &batch.bags;
        for (bag, bounds) in bags.indptr().windows(2).enumerate() {
            let entries = || {
                let entries = bounds[0] as usize..bounds[1] as usize;
                entries.map(|entry| (bags.ids()[entry] as usize * LENGTH, bags.weights()[entry].widen()))
            };
            for column in 0..LENGTH {
                let sum: f64 = entries().map(|(row, weight)| weight * self.table[row + column]).sum();
                for (row, weight) in entries() {
                    gradient[row + column] += weight * (sum + batch.direction[bag * LENGTH + column]);
                }
            }
        }
        self.steps += 1;
        for (place, gradient) in gradient.into_iter().enumerate() {
            if all || bags.ids().contains(&((place / LENGTH) as u32)) {
                formula(self.steps as f64, gradient, &mut self.table[place], &mut self.states[place]);
            }
        }
    }
}
