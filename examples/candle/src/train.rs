//! Training and testing the classifier, the same bits every time.
use crate::libsvm::Examples;
use crate::random::Random;
use crate::{Classifier, LazySgd, SparseEmbedding, Table};
use anyhow::Result;
use candle_core::{Device, Tensor};
use lacuna::optim::SgdMomentum;
use std::io::Write;
use std::sync::Arc;

/// What may be chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Values in a row of the table.
    pub dimension: usize,
    /// Passes over the training examples.
    pub epochs: usize,
    /// Examples in a step.
    pub batch: usize,
    /// Of the table and of the dense layer.
    pub learning_rate: f32,
    /// Of the table.
    pub momentum: f32,
    /// First weights and order of examples.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { dimension: 16, epochs: 5, batch: 64, learning_rate: 0.05, momentum: 0.9, seed: 0 }
    }
}

/// What has come out.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The mean loss of each epoch's steps.
    pub losses: Vec<f64>,
    /// The share of test examples predicted right, after the last epoch.
    pub accuracy: f64,
    /// Of the table's bits.
    pub hash: u64,
}

/// Trains on some examples and tests on others, and prints a line of each epoch to `out`.
pub fn train(settings: &Settings, training: &Examples, test: &Examples, out: &mut dyn Write) -> Result<Outcome> {
    let Settings { dimension, epochs, batch, learning_rate, momentum, seed } = *settings;
    let vocabulary = training.vocabulary().max(test.vocabulary());
    let (bags, test_bags) = (training.to_bags(vocabulary)?, Arc::new(test.to_bags(vocabulary)?));
    for (name, examples) in [("training", training), ("test", test)] {
        writeln!(out, "{name:<8}  {} examples, {} features in all", examples.labels.len(), examples.features())?;
    }
    writeln!(out, "table     {vocabulary} rows of {dimension} values\n")?;

    let mut random = Random::new(seed);
    let embedding = SparseEmbedding::new(random.matrix(vocabulary, dimension, 0.1)?)?;
    let mut model = Classifier::new(
        LazySgd::new(embedding, SgdMomentum::new(learning_rate, momentum)),
        f64::from(learning_rate),
        &mut random,
    )?;

    let mut order: Vec<_> = (0..bags.len()).collect();
    let (mut losses, mut accuracy) = (Vec::new(), 0.0);
    writeln!(out, "epoch      loss  test accuracy  rows written a step")?;
    for epoch in 1..=epochs {
        random.shuffle(&mut order);
        let (mut loss, mut rows) = (0.0, 0);
        for chosen in order.chunks(batch) {
            let labels: Vec<_> = chosen.iter().map(|&example| training.labels[example]).collect();
            let step = model.step(&Arc::new(bags.select(chosen)?), &Tensor::new(labels, &Device::Cpu)?)?;
            loss += f64::from(step.loss) * chosen.len() as f64;
            rows += step.rows;
        }
        losses.push(loss / order.len() as f64);
        accuracy = model.accuracy(&test_bags, &test.labels)?;
        let rows = rows as f64 / order.len().div_ceil(batch) as f64;
        writeln!(out, "{epoch:>5}  {:>8.6}  {accuracy:>13.4}  {rows:>19.1}", loss / order.len() as f64)?;
    }
    let hash = hash(&model.table().values().flatten_all()?.to_vec1()?);
    writeln!(out, "\ntest accuracy {accuracy:.4}\ntable hash {hash:016x}")?;
    Ok(Outcome { losses, accuracy, hash })
}

/// FNV-1a of the values' bytes.
pub fn hash(values: &[f32]) -> u64 {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
