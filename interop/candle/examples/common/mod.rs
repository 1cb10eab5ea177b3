//! A classifier: sums of a table's rows, ReLU, and a dense layer with a logistic loss. All but the table is candle's
//! own.
#[allow(dead_code)]
#[path = "../../../examples/shared/mod.rs"]
pub mod shared;

use anyhow::Result;
use candle_core::backprop::GradStore;
use candle_core::{Device, Module, Tensor, Var};
use candle_nn::{Linear, Optimizer, SGD};
use lacuna_candle::{Bags, LazyOptimizer, Rule};
use shared::Random;
use std::sync::Arc;

/// A random variable, uniform on -bound..bound: candle's generator on the CPU cannot be seeded.
pub fn variable(random: &mut Random, rows: usize, columns: usize, bound: f32) -> Result<Var> {
    Ok(Var::from_vec(random.values(rows * columns, bound)?, (rows, columns), &Device::Cpu)?)
}

/// A table of rows with the optimizer that trains it.
pub trait Table {
    /// The sums of rows by bag, in candle's graph.
    fn sum_bags(&mut self, bags: &Arc<Bags<f32>>) -> Result<Tensor>;
    /// Updates the table after a backward pass, and gives the number of rows that it has written.
    fn step(&mut self, gradients: &GradStore) -> Result<usize>;
    fn values(&self) -> &Tensor;
}

impl<R: Rule<f32, N>, const N: usize> Table for LazyOptimizer<R, f32, N> {
    fn sum_bags(&mut self, bags: &Arc<Bags<f32>>) -> Result<Tensor> {
        Ok(self.embedding().sum_bags(bags.clone())?)
    }

    fn step(&mut self, _: &GradStore) -> Result<usize> {
        Ok(LazyOptimizer::step(self)?)
    }

    fn values(&self) -> &Tensor {
        self.embedding().table()
    }
}

pub struct Classifier {
    pub table: Box<dyn Table>,
    layer: Linear,
    layer_sgd: SGD,
}

impl Classifier {
    /// A model with a random dense layer, trained by candle's SGD.
    pub fn new(table: Box<dyn Table>, learning_rate: f64, random: &mut Random) -> Result<Self> {
        let length = table.values().dim(1)?;
        let weight = variable(random, 1, length, 1.0 / (length as f32).sqrt())?;
        let bias = Var::from_vec(vec![0.0_f32], 1, &Device::Cpu)?;
        let layer = Linear::new(weight.as_tensor().clone(), Some(bias.as_tensor().clone()));
        Ok(Self { table, layer, layer_sgd: SGD::new(vec![weight, bias], learning_rate)? })
    }

    /// One logit for each bag: above 0 where label 1 is the more likely.
    pub fn logits(&mut self, bags: &Arc<Bags<f32>>) -> Result<Tensor> {
        Ok(self.layer.forward(&self.table.sum_bags(bags)?.relu()?)?.squeeze(1)?)
    }

    /// One step on a batch: its mean loss before, and the rows of the table that were written.
    pub fn step(&mut self, bags: &Arc<Bags<f32>>, labels: &Tensor) -> Result<(f32, usize)> {
        let loss = logistic_loss(&self.logits(bags)?, labels)?;
        let gradients = loss.backward()?;
        self.layer_sgd.step(&gradients)?;
        Ok((loss.to_scalar()?, self.table.step(&gradients)?))
    }
}

/// The mean of `log(1 + exp(logit)) - label * logit`.
fn logistic_loss(logits: &Tensor, labels: &Tensor) -> candle_core::Result<Tensor> {
    // With the larger of 0 and the logit taken out, no exponential overflows. It cancels, so it takes no part in the
    // gradient.
    let larger = logits.relu()?.detach();
    let log_sum = (larger.neg()?.exp()? + (logits - &larger)?.exp()?)?.log()?;
    ((larger + log_sum)? - (labels * logits)?)?.mean_all()
}
