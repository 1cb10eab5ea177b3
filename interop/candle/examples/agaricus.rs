//! Learns which mushrooms are poisonous, from LibSVM text: `agaricus [TRAIN TEST]`. Two runs print the same text, with
//! the same hash of the table's bits.
mod common;

use anyhow::Result;
use candle_core::{Device, Tensor};
use common::{Classifier, shared, variable};
use lacuna_candle::{LazyOptimizer, SparseEmbedding, Update};
use lacuna_interop::training::Bags;
use shared::{LEARNING_RATE, LENGTH, Model, Random, learn, rule};
use std::sync::Arc;

fn main() -> Result<()> {
    learn(|vocabulary, random: &mut Random| {
        let embedding = SparseEmbedding::new(variable(random, vocabulary, LENGTH, 0.1)?)?;
        let table = LazyOptimizer::new(&embedding, rule(), Update::Lazy)?;
        Classifier::new(Box::new(table), LEARNING_RATE, random)
    })
}

impl Model for Classifier {
    fn step(&mut self, bags: Bags<f32>, labels: Vec<f32>) -> Result<(f32, usize)> {
        Classifier::step(self, &Arc::new(bags.into()), &Tensor::new(labels, &Device::Cpu)?)
    }

    fn logits(&mut self, bags: Bags<f32>) -> Result<Vec<f32>> {
        Ok(Classifier::logits(self, &Arc::new(bags.into()))?.to_vec1()?)
    }

    fn table(&self) -> Result<Vec<f32>> {
        Ok(self.table.values().flatten_all()?.to_vec1()?)
    }
}
