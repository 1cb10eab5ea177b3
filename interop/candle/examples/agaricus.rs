//! Learns which mushrooms are poisonous, from LibSVM text: `agaricus [TRAIN TEST]`, by default the repository's
//! `data/agaricus.*.libsvm`. Two runs print the same text, with the same hash of the table's bits.
mod common;

use anyhow::{Result, bail};
use candle_core::{Device, Tensor};
use common::{Classifier, Random};
use lacuna_candle::{Bags, LazyOptimizer, SgdMomentum, SparseEmbedding, Update};
use lacuna_libsvm::{CsrBatch, IndexBase, LibsvmOptions, read_all};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const LENGTH: usize = 16;
const EPOCHS: usize = 5;
const BATCH: usize = 64;
const LEARNING_RATE: f64 = 0.05;

fn main() -> Result<()> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let mut file = |name: &str| arguments.next().unwrap_or_else(|| data.join(name));
    let training = read(&file("agaricus.train.libsvm"))?;
    let test = read(&file("agaricus.test.libsvm"))?;
    let vocabulary = training.features.max(test.features);
    println!("{} examples to train on, {} to test on", training.rows(), test.rows());
    println!("table of {vocabulary} rows of {LENGTH} values\n");

    let (labels, test_labels) = (training.labels.clone(), test.labels.clone());
    let (bags, test_bags) = (bags_of(vocabulary, training)?, Arc::new(bags_of(vocabulary, test)?));
    let mut random = Random::new(0);
    let embedding = SparseEmbedding::new(random.variable(vocabulary, LENGTH, 0.1)?)?;
    let rule = SgdMomentum { learning_rate: LEARNING_RATE, ..SgdMomentum::default() };
    let table = LazyOptimizer::new(&embedding, rule, Update::Lazy)?;
    let mut model = Classifier::new(Box::new(table), LEARNING_RATE, &mut random)?;

    let mut order: Vec<usize> = (0..bags.len()).collect();
    let mut accuracy = 0.0;
    println!("epoch      loss  test accuracy  rows written a step");
    for epoch in 1..=EPOCHS {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1)?);
        }
        let (mut loss, mut rows) = (0.0, 0);
        for chosen in order.chunks(BATCH) {
            let of_batch: Vec<f32> = chosen.iter().map(|&example| labels[example]).collect();
            let step = model.step(&Arc::new(bags.select(chosen)?), &Tensor::new(of_batch, &Device::Cpu)?)?;
            loss += f64::from(step.0) * chosen.len() as f64;
            rows += step.1;
        }
        let logits = model.logits(&test_bags)?.to_vec1::<f32>()?;
        let right = logits.iter().zip(&test_labels).filter(|&(&logit, &label)| (logit > 0.0) == (label == 1.0)).count();
        accuracy = right as f64 / test_labels.len() as f64;
        let (loss, rows) = (loss / order.len() as f64, rows as f64 / order.len().div_ceil(BATCH) as f64);
        println!("{epoch:>5}  {loss:>8.6}  {accuracy:>13.4}  {rows:>19.1}");
    }
    println!("\ntest accuracy {accuracy:.4}\ntable hash {:016x}", hash(&embedding.table().flatten_all()?.to_vec1()?));
    Ok(())
}

fn read(path: &Path) -> Result<CsrBatch<f32, u32>> {
    let options = LibsvmOptions { base: IndexBase::One, positive: Some(1.0), ..LibsvmOptions::default() };
    let examples: CsrBatch<f32, u32> = read_all(path, &options)?;
    if examples.rows() == 0 {
        bail!("{}: no examples", path.display());
    }
    Ok(examples)
}

fn bags_of(vocabulary: usize, examples: CsrBatch<f32, u32>) -> Result<Bags<f32>> {
    Ok(Bags::from_csr(vocabulary, examples.indptr, examples.indices, examples.values)?)
}

/// FNV-1a of the values' bytes.
fn hash(values: &[f32]) -> u64 {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
