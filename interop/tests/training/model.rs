//! An embedding on slices, the rules as formulas on one weight, written as papers have them, and steps of both.
use crate::support::{Batch, LENGTH, Random, Result, VOCABULARY};
use lacuna::{Dense, Value};
use lacuna_interop::training::{self, Beside, Embedding, Error, LazyOptimizer, Rule, Update};
use std::sync::{Arc, Mutex, PoisonError};

/// A table in memory; its states are values.
#[derive(Clone, Debug)]
pub struct Table<V> {
    values: Arc<Mutex<Vec<V>>>,
    shape: (usize, usize),
    beside: Arc<Beside<V>>,
}

pub type Optimizer<R, V, const N: usize> = LazyOptimizer<Table<V>, R, V, N>;

impl<V: Value> Table<V> {
    pub fn new(shape: (usize, usize), values: Vec<V>) -> Self {
        Self { values: Arc::new(Mutex::new(values)), shape, beside: Arc::default() }
    }

    /// The values as they lie there.
    pub fn values(&self) -> Vec<V> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sums of rows that are up to date.
    pub fn sums(&self, bags: &training::Bags<V>) -> training::Result<Vec<V>> {
        self.catch_up(bags.ids())?;
        bags.sums(Dense::new(self.shape.0, self.shape.1, &self.values())?)
    }

    /// Leaves the gradient of a batch's loss.
    pub fn train(&self, batch: &Batch<V>) -> training::Result<()> {
        let sums = self.sums(&batch.bags)?;
        let above: Vec<V> = sums.iter().zip(&batch.direction).map(|(&sum, &slope)| sum + V::narrow(slope)).collect();
        self.beside.leave(&batch.bags, Dense::new(batch.bags.len(), self.shape.1, &above)?)
    }
}

impl<V: Value> Embedding<V> for Table<V> {
    type State = Vec<V>;
    type Error = Error;

    fn shape(&self) -> (usize, usize) {
        self.shape
    }
    fn beside(&self) -> &Beside<V> {
        &self.beside
    }
    fn change(&self, change: impl Fn(&mut [V]) -> training::Result<()>) -> training::Result<()> {
        change(&mut self.values.lock().unwrap_or_else(PoisonError::into_inner))
    }
    fn to_state(&self, values: &[V]) -> training::Result<Vec<V>> {
        Ok(values.to_vec())
    }
    fn of_state(&self, _: &str, state: &Vec<V>) -> training::Result<Vec<V>> {
        Ok(state.clone())
    }
    fn refuse(error: Error) -> Error {
        error
    }
}

/// A table of values up to 1, and its optimizer.
pub fn optimizer<R: Rule<V, N>, V: Value, const N: usize>(
    rule: R,
    update: Update,
    seed: u64,
) -> Result<Optimizer<R, V, N>> {
    let values = Random::new(seed).values(VOCABULARY * LENGTH, 1.0).into_iter().map(V::narrow).collect();
    Ok(LazyOptimizer::new(&Table::new((VOCABULARY, LENGTH), values), rule, update)?)
}

/// One step of the optimizer on a batch.
pub fn train<R: Rule<V, N>, V: Value, const N: usize>(
    optimizer: &mut Optimizer<R, V, N>,
    batch: &Batch<V>,
) -> Result<usize> {
    optimizer.embedding().train(batch)?;
    Ok(optimizer.step()?)
}

/// All bits of numbers.
pub fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

pub fn sgd(_: f64, g: f64, w: &mut f64, _: &mut [f64; 2]) {
    *w -= 0.05 * (g + 0.1 * *w);
}

pub fn momentum(_: f64, g: f64, w: &mut f64, [m, _]: &mut [f64; 2]) {
    *m = 0.9 * *m - 0.05 * (g + 0.1 * *w);
    *w += *m;
}

pub fn adagrad(_: f64, g: f64, w: &mut f64, [n, _]: &mut [f64; 2]) {
    let h = g + 0.1 * *w;
    *n += h * h;
    *w -= 0.05 * h / (n.sqrt() + 1e-10);
}

fn moments(t: f64, g: f64, [m, v]: &mut [f64; 2]) -> f64 {
    *m = 0.9 * *m + 0.1 * g;
    *v = 0.99 * *v + 0.01 * g * g;
    (*m / (1.0 - 0.9_f64.powf(t))) / ((*v / (1.0 - 0.99_f64.powf(t))).sqrt() + 1e-4)
}

pub fn adam(t: f64, g: f64, w: &mut f64, states: &mut [f64; 2]) {
    *w -= 0.05 * moments(t, g + 0.1 * *w, states);
}

pub fn adamw(t: f64, g: f64, w: &mut f64, states: &mut [f64; 2]) {
    *w -= 0.05 * (moments(t, g, states) + 0.1 * *w);
}

pub fn ftrl(_: f64, g: f64, w: &mut f64, [z, n]: &mut [f64; 2]) {
    *z += g - ((*n + g * g).sqrt() - n.sqrt()) / 0.05 * *w;
    *n += g * g;
    *w = if z.abs() <= 0.02 { 0.0 } else { (z.signum() * 0.02 - *z) / ((1.0 + n.sqrt()) / 0.05 + 0.1) };
}

/// Calls a function with each rule and its formula.
macro_rules! each_rule {
    ($function:ident($($argument:expr),*)) => {{
        use crate::model;
        use lacuna_interop::training::{AdaGrad, Adam, AdamW, Ftrl, Sgd, SgdMomentum};
        let [learning_rate, weight_decay, beta1, beta2, epsilon] = [0.05, 0.1, 0.9, 0.99, 1e-4];
        $function::<_, 1>(Sgd { learning_rate, weight_decay }, model::sgd, $($argument),*)?;
        $function::<_, 2>(SgdMomentum { learning_rate, momentum: 0.9, weight_decay }, model::momentum, $($argument),*)?;
        $function::<_, 2>(AdaGrad { learning_rate, epsilon: 1e-10, weight_decay }, model::adagrad, $($argument),*)?;
        $function::<_, 3>(Adam { learning_rate, beta1, beta2, epsilon, weight_decay }, model::adam, $($argument),*)?;
        $function::<_, 3>(AdamW { learning_rate, beta1, beta2, epsilon, weight_decay }, model::adamw, $($argument),*)?;
        $function::<_, 3>(Ftrl { learning_rate, lambda1: 0.02, lambda2: 0.1, beta: 1.0 }, model::ftrl, $($argument),*)?;
    }};
}
pub(crate) use each_rule;
