//! Batches, and steps on them.
use crate::common::{Draw, values};
use crate::support::{self, LENGTH, Random, Result, VOCABULARY};
use candle_core::{Device, Tensor, Var};
use lacuna_candle::{Bags, Element, LazyOptimizer, Rule, SparseEmbedding, Update};
use std::sync::Arc;

/// Bags of one batch, and the direction of their loss `sum of s^2 / 2 + s direction`.
pub struct Batch<V> {
    pub bags: Arc<Bags<V>>,
    pub direction: Tensor,
}

/// Batches; in each, ids lie below the bound, all of them if `every`.
pub fn batches<V: Element>(random: &mut Random, bounds: &[usize], every: bool) -> Result<Vec<Batch<V>>> {
    let batches = support::batches::<V>(random, bounds, every)?.into_iter().map(|batch| {
        let direction = Tensor::from_vec(batch.direction, (batch.bags.len(), LENGTH), &Device::Cpu)?;
        Ok(Batch { bags: Arc::new(batch.bags.into()), direction: direction.to_dtype(V::DTYPE)? })
    });
    batches.collect()
}

/// The loss of a batch in candle's graph.
pub fn loss(sums: &Tensor, direction: &Tensor) -> candle_core::Result<Tensor> {
    ((sums.sqr()? * 0.5)? + (sums * direction)?)?.sum_all()
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

/// The same tensor as another variable.
pub fn copy(table: &Tensor) -> Result<Var> {
    Ok(Var::from_tensor(&Tensor::from_vec(values(table)?, table.shape(), &Device::Cpu)?.to_dtype(table.dtype())?)?)
}
