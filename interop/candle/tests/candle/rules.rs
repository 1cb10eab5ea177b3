//! Each rule as a formula on one weight, written as papers have it, and a model in plain loops that is trained by it.
use crate::common::{Random, values};
use anyhow::Result;
use candle_core::{Device, Tensor, Var};
use lacuna_candle::{Bags, Element, LazyOptimizer, Rule, SparseEmbedding, Update};
use std::sync::Arc;

pub const VOCABULARY: usize = 30;
pub const LENGTH: usize = 5;

/// Step, gradient, weight, states.
pub type Formula = fn(f64, f64, &mut f64, &mut [f64; 2]);

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
        use crate::rules;
        use lacuna_candle::{AdaGrad, Adam, AdamW, Ftrl, Sgd, SgdMomentum};
        let [learning_rate, weight_decay, beta1, beta2, epsilon] = [0.05, 0.1, 0.9, 0.99, 1e-4];
        $function::<_, 1>(Sgd { learning_rate, weight_decay }, rules::sgd, $($argument),*)?;
        $function::<_, 2>(SgdMomentum { learning_rate, momentum: 0.9, weight_decay }, rules::momentum, $($argument),*)?;
        $function::<_, 2>(AdaGrad { learning_rate, epsilon: 1e-10, weight_decay }, rules::adagrad, $($argument),*)?;
        $function::<_, 3>(Adam { learning_rate, beta1, beta2, epsilon, weight_decay }, rules::adam, $($argument),*)?;
        $function::<_, 3>(AdamW { learning_rate, beta1, beta2, epsilon, weight_decay }, rules::adamw, $($argument),*)?;
        $function::<_, 3>(Ftrl { learning_rate, lambda1: 0.02, lambda2: 0.1, beta: 1.0 }, rules::ftrl, $($argument),*)?;
    }};
}
pub(crate) use each_rule;

/// Bags of one batch, and the direction of their loss `sum of s^2 / 2 + s direction`.
pub struct Batch<V> {
    pub bags: Arc<Bags<V>>,
    pub direction: Tensor,
}

/// Batches; in each, ids lie below the bound, all of them if `every`.
pub fn batches<V: Element>(random: &mut Random, bounds: &[usize], every: bool) -> Result<Vec<Batch<V>>> {
    let one = |&bound: &usize| {
        let mut bags = Bags::new(VOCABULARY);
        for bag in random.bags::<V>(6, bound)?.indptr().windows(2) {
            let length = (bag[1] - bag[0]) as usize;
            let weights = random.values(length, 1.0)?;
            let entries = weights.iter().map(|&weight| Ok((random.below(bound)? as u32, V::from_f64(weight))));
            bags.push(&entries.collect::<Result<Vec<_>>>()?)?;
        }
        if every {
            bags.push_mean(&(0..VOCABULARY as u32).collect::<Vec<_>>())?;
        }
        let direction = random.tensor::<V>((bags.len(), LENGTH))?;
        Ok(Batch { bags: Arc::new(bags), direction })
    };
    bounds.iter().map(one).collect()
}

/// The loss of a batch in candle's graph.
pub fn loss(sums: &Tensor, direction: &Tensor) -> candle_core::Result<Tensor> {
    ((sums.sqr()? * 0.5)? + (sums * direction)?)?.sum_all()
}

/// The table and its two states in plain loops.
pub struct Plain {
    pub table: Vec<f64>,
    pub states: Vec<[f64; 2]>,
    steps: u64,
}

impl Plain {
    pub fn new(table: &Tensor) -> Result<Self> {
        let table = values(table)?;
        Ok(Self { states: vec![[0.0; 2]; table.len()], table, steps: 0 })
    }

    /// One step: of all rows, or of those that occur.
    pub fn step<V: Element>(&mut self, batch: &Batch<V>, formula: Formula, all: bool) -> Result<()> {
        let direction = values(&batch.direction)?;
        let mut gradient = vec![0.0; self.table.len()];
        let bags = &batch.bags;
        for (bag, bounds) in bags.indptr().windows(2).enumerate() {
            let entries = || {
                let entries = bounds[0] as usize..bounds[1] as usize;
                entries.map(|entry| (bags.ids()[entry] as usize * LENGTH, bags.weights()[entry].to_f64()))
            };
            for column in 0..LENGTH {
                let sum: f64 = entries().map(|(row, weight)| weight * self.table[row + column]).sum();
                for (row, weight) in entries() {
                    gradient[row + column] += weight * (sum + direction[bag * LENGTH + column]);
                }
            }
        }
        self.steps += 1;
        for (place, gradient) in gradient.into_iter().enumerate() {
            if all || bags.ids().contains(&((place / LENGTH) as u32)) {
                formula(self.steps as f64, gradient, &mut self.table[place], &mut self.states[place]);
            }
        }
        Ok(())
    }
}

/// A table of values up to 1, and its optimizer.
pub fn optimizer<R: Rule<V, N>, V: Element, const N: usize>(
    rule: R,
    update: Update,
    seed: u64,
) -> Result<LazyOptimizer<R, V, N>> {
    let table: Var = Random::new(seed).var::<V>((VOCABULARY, LENGTH))?;
    Ok(LazyOptimizer::new(&SparseEmbedding::new(table)?, rule, update)?)
}

/// One step of the optimizer on a batch.
pub fn train<R: Rule<V, N>, V: Element, const N: usize>(
    optimizer: &mut LazyOptimizer<R, V, N>,
    batch: &Batch<V>,
) -> Result<usize> {
    loss(&optimizer.embedding().sum_bags(batch.bags.clone())?, &batch.direction)?.backward()?;
    Ok(optimizer.step()?)
}

/// The states of the optimizer, as [`Plain`] has them.
pub fn states<R: Rule<V, N>, V: Element, const N: usize>(optimizer: &LazyOptimizer<R, V, N>) -> Result<Vec<Vec<f64>>> {
    optimizer.states()?.iter().map(|(_, state)| values(state)).collect()
}

/// The same tensor as another variable.
pub fn copy(table: &Tensor) -> Result<Var> {
    Ok(Var::from_tensor(&Tensor::from_vec(values(table)?, table.shape(), &Device::Cpu)?.to_dtype(table.dtype())?)?)
}
