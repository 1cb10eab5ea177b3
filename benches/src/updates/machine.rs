//! The model: `y = b + sum of x_i w_i + 1/2 sum over f of ((sum of x_i v_if)^2 - sum of (x_i v_if)^2)`, and the
//! logistic loss.
use super::Table;
use anyhow::Result;
use lacuna_runtime::libsvm::CsrBatch;

/// The rows of a problem, in batches.
pub struct Batches<'a> {
    /// All rows.
    pub all: &'a CsrBatch<f32, i32>,
    /// Rows of a batch.
    pub rows: usize,
}

/// A model in training. A row of its table holds the weight of a feature, and its factors.
pub struct Machine<T> {
    table: T,
    factors: usize,
    bias: f32,
    /// The place of a feature among those of the batch.
    places: Vec<u32>,
    ids: Vec<i32>,
    local: Vec<f32>,
    gradient: Vec<f32>,
    sums: Vec<f32>,
}

impl<T: Table> Machine<T> {
    /// A model with so many factors: its table has one column more.
    pub fn new(table: T, features: usize, factors: usize) -> Self {
        Self {
            table,
            factors,
            bias: 0.0,
            places: vec![u32::MAX; features],
            ids: vec![],
            local: vec![],
            gradient: vec![],
            sums: vec![0.0; factors],
        }
    }

    /// Trains on every row once, and gives the mean loss, each batch measured before its step.
    pub fn epoch(&mut self, batches: &Batches) -> Result<f64> {
        let (mut loss, rows) = (0.0, batches.all.rows());
        for first in (0..rows).step_by(batches.rows) {
            loss += self.step(batches.all, first, rows.min(first + batches.rows))?;
        }
        Ok(loss / rows as f64)
    }

    /// Brings everything up to date, and gives the mean loss over rows that are not learnt from.
    pub fn evaluate(&mut self, all: &CsrBatch<f32, i32>) -> Result<f64> {
        self.table.flush()?;
        let mut loss = 0.0;
        for row in 0..all.rows() {
            self.gather(all, row, row + 1)?;
            loss += loss_of(self.score(all, row), all.labels[row]);
        }
        Ok(loss / all.rows() as f64)
    }

    /// The rows of the table that a batch needs, side by side.
    fn gather(&mut self, all: &CsrBatch<f32, i32>, first: usize, end: usize) -> Result<()> {
        for &id in &self.ids {
            self.places[id as usize] = u32::MAX;
        }
        self.ids.clear();
        self.ids.extend_from_slice(&all.indices[all.indptr[first] as usize..all.indptr[end] as usize]);
        self.ids.sort_unstable();
        self.ids.dedup();
        for (place, &id) in self.ids.iter().enumerate() {
            self.places[id as usize] = place as u32;
        }
        self.local.clear();
        self.local.resize(self.ids.len() * (self.factors + 1), 0.0);
        self.table.read(&self.ids, &mut self.local)
    }

    /// The score of a row, and the sums of its factors.
    fn score(&mut self, all: &CsrBatch<f32, i32>, row: usize) -> f32 {
        let columns = self.factors + 1;
        self.sums.fill(0.0);
        let (mut score, mut squares) = (self.bias, 0.0);
        for entry in all.indptr[row] as usize..all.indptr[row + 1] as usize {
            let (x, place) = (all.values[entry], self.places[all.indices[entry] as usize] as usize);
            let weights = &self.local[place * columns..(place + 1) * columns];
            score += x * weights[0];
            for (sum, v) in self.sums.iter_mut().zip(&weights[1..]) {
                *sum += x * v;
                squares += (x * v) * (x * v);
            }
        }
        score + 0.5 * (self.sums.iter().map(|sum| sum * sum).sum::<f32>() - squares)
    }

    fn step(&mut self, all: &CsrBatch<f32, i32>, first: usize, end: usize) -> Result<f64> {
        self.gather(all, first, end)?;
        let columns = self.factors + 1;
        self.gradient.clear();
        self.gradient.resize(self.local.len(), 0.0);
        let (mut loss, mut of_bias) = (0.0, 0.0);
        for row in first..end {
            let score = self.score(all, row);
            loss += loss_of(score, all.labels[row]);
            let slope = (1.0 / (1.0 + (-score).exp()) - all.labels[row]) / (end - first) as f32;
            of_bias += slope;
            for entry in all.indptr[row] as usize..all.indptr[row + 1] as usize {
                let (x, place) = (all.values[entry], self.places[all.indices[entry] as usize] as usize);
                let weights = &self.local[place * columns..(place + 1) * columns];
                let gradient = &mut self.gradient[place * columns..(place + 1) * columns];
                gradient[0] += slope * x;
                for ((gradient, v), sum) in gradient[1..].iter_mut().zip(&weights[1..]).zip(&self.sums) {
                    *gradient += slope * (x * sum - x * x * v);
                }
            }
        }
        self.bias -= 0.1 * of_bias;
        self.table.step(&self.ids, &self.gradient)?;
        Ok(loss)
    }
}

/// `log(1 + e^-y)` for a label of 1, and `log(1 + e^y)` for one of 0.
fn loss_of(score: f32, label: f32) -> f64 {
    let score = f64::from(if label > 0.0 { -score } else { score });
    score.max(0.0) + (-score.abs()).exp().ln_1p()
}
