//! A classifier: an embedding of bags, ReLU, and a dense layer with a logistic loss. All but the table is candle's own.
use crate::random::Random;
use crate::{Bags, LazySgd};
use candle_core::backprop::GradStore;
use candle_core::{Device, Module, Result, Tensor, Var};
use candle_nn::{Linear, Optimizer, SGD};
use std::sync::Arc;

/// A table of rows with the optimizer that trains it.
pub trait Table {
    /// The sums of rows by bag, in candle's graph.
    fn sum_bags(&mut self, bags: &Arc<Bags<f32>>) -> Result<Tensor>;
    /// Updates the table after a backward pass, and gives the number of rows that it has written.
    fn step(&mut self, gradients: &GradStore) -> Result<usize>;
    /// The table.
    fn values(&self) -> &Tensor;
}

impl Table for LazySgd<f32> {
    fn sum_bags(&mut self, bags: &Arc<Bags<f32>>) -> Result<Tensor> {
        self.embedding().sum_bags(bags.clone())
    }

    fn step(&mut self, _: &GradStore) -> Result<usize> {
        self.apply()
    }

    fn values(&self) -> &Tensor {
        self.embedding().table()
    }
}

/// What a training step returns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The mean loss of the batch, before the step.
    pub loss: f32,
    /// Rows of the table that were written.
    pub rows: usize,
}

/// The model.
pub struct Classifier<T> {
    table: T,
    layer: Linear,
    layer_sgd: SGD,
}

impl<T: Table> Classifier<T> {
    /// A model with a random dense layer, trained by candle's SGD.
    pub fn new(table: T, learning_rate: f64, random: &mut Random) -> anyhow::Result<Self> {
        let (_, dimension) = table.values().dims2()?;
        let weight = random.matrix(1, dimension, 1.0 / (dimension as f32).sqrt())?;
        let bias = Var::from_vec(vec![0.0_f32], 1, &Device::Cpu)?;
        let layer = Linear::new(weight.as_tensor().clone(), Some(bias.as_tensor().clone()));
        Ok(Self { table, layer, layer_sgd: SGD::new(vec![weight, bias], learning_rate)? })
    }

    /// The embedding's table.
    pub fn table(&self) -> &T {
        &self.table
    }

    /// The dense layer.
    pub fn layer(&self) -> &Linear {
        &self.layer
    }

    /// One logit for each bag: above 0 where label 1 is the more likely.
    pub fn logits(&mut self, bags: &Arc<Bags<f32>>) -> Result<Tensor> {
        self.layer.forward(&self.table.sum_bags(bags)?.relu()?)?.squeeze(1)
    }

    /// One step on a batch.
    pub fn step(&mut self, bags: &Arc<Bags<f32>>, labels: &Tensor) -> Result<Step> {
        let loss = logistic_loss(&self.logits(bags)?, labels)?;
        let gradients = loss.backward()?;
        self.layer_sgd.step(&gradients)?;
        Ok(Step { loss: loss.to_scalar()?, rows: self.table.step(&gradients)? })
    }

    /// The share of bags whose label is the logit's sign.
    pub fn accuracy(&mut self, bags: &Arc<Bags<f32>>, labels: &[f32]) -> Result<f64> {
        let logits = self.logits(bags)?.to_vec1::<f32>()?;
        let right = logits.iter().zip(labels).filter(|&(&logit, &label)| (logit > 0.0) == (label == 1.0)).count();
        Ok(right as f64 / labels.len() as f64)
    }
}

/// The mean of `log(1 + exp(logit)) - label * logit`.
pub fn logistic_loss(logits: &Tensor, labels: &Tensor) -> Result<Tensor> {
    // With the larger of 0 and the logit taken out, no exponential overflows. It cancels, so it takes no part in the
    // gradient.
    let larger = logits.relu()?.detach();
    let log_sum = (larger.neg()?.exp()? + (logits - &larger)?.exp()?)?.log()?;
    ((larger + log_sum)? - (labels * logits)?)?.mean_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Loss and gradient from the formulas, in f64 with `ln_1p`, for logits on both sides of every branch.
    #[test]
    fn loss_and_gradient_are_the_formulas_even_for_large_logits() {
        for label in [0.0_f64, 1.0] {
            for logit in [-800.0_f64, -3.5, -1e-3, 0.0, 1e-3, 2.0, 800.0] {
                let variable = Var::from_vec(vec![logit], 1, &Device::Cpu).unwrap();
                let loss = logistic_loss(variable.as_tensor(), &Tensor::new(&[label], &Device::Cpu).unwrap()).unwrap();
                let expected = logit.max(0.0) + (-logit.abs()).exp().ln_1p() - label * logit;
                // Values up to 800 pass through a few roundings of 2^-53.
                assert!((loss.to_scalar::<f64>().unwrap() - expected).abs() <= 1e-12, "logit {logit}, label {label}");
                let gradients = loss.backward().unwrap();
                let gradient = gradients.get(variable.as_tensor()).unwrap().to_vec1::<f64>().unwrap()[0];
                assert!(
                    (gradient - (1.0 / (1.0 + (-logit).exp()) - label)).abs() <= 1e-12,
                    "logit {logit}, label {label}"
                );
            }
        }
    }
}
