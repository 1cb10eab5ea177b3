//! Optimizers, on dense weights.
use super::{Matrix, StoredRows, Sum, Sums};

/// Hyper-parameters of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hyper {
    /// lr.
    pub learning_rate: f64,
    /// wd.
    pub weight_decay: f64,
    /// The gradient is multiplied by it first.
    pub rescale: f64,
    /// The rescaled gradient is limited to minus and plus this.
    pub clip: Option<f64>,
    /// mu.
    pub momentum: f64,
    /// Only rows of the gradient are touched.
    pub lazy: bool,
}

impl Hyper {
    /// The gradient that a row is updated with; `None` where it is left alone.
    fn gradient(&self, gradient: &StoredRows, row: usize) -> Option<Vec<f64>> {
        match gradient.find(row) {
            Some(stored) => Some(stored.iter().map(|g| self.clipped(self.rescale * g)).collect()),
            None if self.lazy => None,
            None => Some(vec![0.0; gradient.data.columns]),
        }
    }

    fn clipped(&self, value: f64) -> f64 {
        match self.clip {
            Some(bound) if value > bound => bound,
            Some(bound) if value < -bound => -bound,
            _ => value,
        }
    }
}

/// A value that is not computed.
fn unchanged(value: f64) -> Sum {
    Sum { value, magnitude: 0.0, terms: 0 }
}

fn sum_of(terms: &[f64]) -> Sum {
    let mut sum = Sum::default();
    terms.iter().for_each(|&term| sum.add(term));
    sum
}

/// The new weight: `w - lr wd w - lr clip(rescale g)`.
pub fn sgd(hyper: &Hyper, gradient: &StoredRows, weight: &Matrix) -> Sums {
    let mut new = Sums::new(weight.rows, weight.columns);
    for row in 0..weight.rows {
        let gradient = hyper.gradient(gradient, row);
        for (j, &w) in weight.row(row).iter().enumerate() {
            new.data[row * weight.columns + j] = match &gradient {
                None => unchanged(w),
                Some(g) => sum_of(&[w, -hyper.learning_rate * hyper.weight_decay * w, -hyper.learning_rate * g[j]]),
            };
        }
    }
    new
}

/// The new weight and momentum: `m = mu m - lr wd w - lr clip(rescale g)`, `w = w + m`.
pub fn sgd_momentum(hyper: &Hyper, gradient: &StoredRows, weight: &Matrix, momentum: &Matrix) -> (Sums, Sums) {
    let (mut new_weight, mut new_momentum) = (Sums::new(weight.rows, weight.columns), Sums::new(weight.rows, weight.columns));
    for row in 0..weight.rows {
        let gradient = hyper.gradient(gradient, row);
        for (j, (&w, &m)) in weight.row(row).iter().zip(momentum.row(row)).enumerate() {
            let at = row * weight.columns + j;
            (new_weight.data[at], new_momentum.data[at]) = match &gradient {
                None => (unchanged(w), unchanged(m)),
                Some(g) => {
                    let terms = [hyper.momentum * m, -hyper.learning_rate * hyper.weight_decay * w, -hyper.learning_rate * g[j]];
                    (sum_of(&[w, terms[0], terms[1], terms[2]]), sum_of(&terms))
                }
            };
        }
    }
    (new_weight, new_momentum)
}
