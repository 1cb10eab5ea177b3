//! The slow, obvious computation of every kernel in `f64`: what the fast ones are compared with in tests.
//!
//! It shares no line with the kernels crate. Arrays are plain vectors, a sum is one loop, and each result knows how
//! large its terms were, so that a test can say how far a kernel may be from it.
mod arithmetic;
mod binary;
mod cast;
mod dot;
mod embedding;
mod graph;
mod loss;
mod map;
mod optim;
mod random;
mod reduce;
mod row_optim;
mod rows;
mod slice;
mod slopes;
mod sparse_products;

pub use arithmetic::{Arithmetic, Tracked};
pub use binary::*;
pub use cast::*;
pub use dot::*;
pub use embedding::*;
pub use graph::*;
pub use loss::*;
pub use map::*;
pub use optim::*;
pub use random::*;
pub use reduce::*;
pub use row_optim::*;
pub use rows::*;
pub use slice::*;
pub use slopes::*;
pub use sparse_products::*;

/// A dense matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Row by row, without gaps.
    pub data: Vec<f64>,
}

impl Matrix {
    /// All zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, data: vec![0.0; rows * columns] }
    }

    /// Row `row`.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.data[row * self.columns..(row + 1) * self.columns]
    }

    /// Row `row`, to be written.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.data[row * self.columns..(row + 1) * self.columns]
    }
}

/// A sparse matrix: (row, column, value), by row, then in storage order.
#[derive(Clone, Debug, PartialEq)]
pub struct Triplets {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The stored entries.
    pub entries: Vec<(usize, usize, f64)>,
}

/// Stored rows: row `ids[k]` is row `k` of `data`.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRows {
    /// Number of rows, stored or not.
    pub rows: usize,
    /// The numbers of the stored rows.
    pub ids: Vec<usize>,
    /// The stored rows.
    pub data: Matrix,
}

impl StoredRows {
    /// The values of row `row`, if it is stored.
    pub fn find(&self, row: usize) -> Option<&[f64]> {
        self.ids.binary_search(&row).ok().map(|k| self.data.row(k))
    }
}

/// A sum, and what bounds the error of any other way to compute it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// The sum of the terms.
    pub value: f64,
    /// The sum of their absolute values.
    pub magnitude: f64,
    /// Their number.
    pub terms: usize,
    /// The largest number on the way, where there is more than a sum.
    pub peak: f64,
}

impl Sum {
    /// Adds a term.
    pub fn add(&mut self, term: f64) {
        self.value += term;
        self.magnitude += term.abs();
        self.terms += 1;
    }

    /// How far a sum of the same terms may be from this one, in any order, where `epsilon` is the distance from 1 to
    /// the next number of its type and `tiny` its smallest positive one.
    pub fn bound(&self, epsilon: f64, tiny: f64) -> f64 {
        (self.terms + 2) as f64 * (epsilon * self.magnitude + tiny)
    }
}

/// A formula's value, as if it were a sum whose error is bounded alike.
impl From<Tracked> for Sum {
    fn from(tracked: Tracked) -> Self {
        // What underflow takes away may be magnified so far that no number of terms says how much.
        const MOST: f64 = 1e9;
        let terms = tracked.tiny.min(MOST).ceil() as usize;
        let peak = if tracked.tiny > MOST { f64::INFINITY } else { tracked.peak };
        Self { value: tracked.value, magnitude: 1.001 * tracked.error / (terms + 2) as f64, terms, peak }
    }
}

/// One [`Sum`] for each element of a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Row by row.
    pub data: Vec<Sum>,
}

impl Sums {
    /// No terms yet.
    pub fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, data: vec![Sum::default(); rows * columns] }
    }

    /// Adds `factor * row[j]` to element `j` of row `row`, for all `j`.
    pub fn add_row(&mut self, row: usize, factor: f64, terms: &[f64]) {
        for (sum, term) in self.data[row * self.columns..(row + 1) * self.columns].iter_mut().zip(terms) {
            sum.add(factor * term);
        }
    }
}
