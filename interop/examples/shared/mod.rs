//! Which mushrooms are poisonous, learned from LibSVM text by a model of any framework: the examples `agaricus` of
//! `lacuna-candle` and `lacuna-burn` have this file.
use anyhow::{Result, bail};
use lacuna::random::{Stream, uniform};
use lacuna_interop::training::{Bags, SgdMomentum};
use lacuna_libsvm::{CsrBatch, IndexBase, LibsvmOptions, read_all};
use std::path::{Path, PathBuf};

/// Values in a row of the table.
pub const LENGTH: usize = 16;
pub const LEARNING_RATE: f64 = 0.05;
const EPOCHS: usize = 5;
const BATCH: usize = 64;

/// What the table learns by.
pub fn rule() -> SgdMomentum {
    SgdMomentum { learning_rate: LEARNING_RATE, ..SgdMomentum::default() }
}

/// Random numbers of a seed, the same on every platform and in every framework.
#[derive(Clone)]
pub struct Random(Stream);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Stream::new(seed, 0))
    }

    /// Uniform on -bound..bound.
    pub fn values(&mut self, count: usize, bound: f32) -> Result<Vec<f32>> {
        let mut values = vec![0.0; count];
        uniform(self.0, -bound, bound, &mut values)?;
        self.0 = self.0.after(count as u64);
        Ok(values)
    }

    /// Uniform on 0..bound.
    pub fn below(&mut self, bound: usize) -> Result<usize> {
        let mut unit = [0.0_f64];
        uniform(self.0, 0.0, 1.0, &mut unit)?;
        self.0 = self.0.after(1);
        Ok((unit[0] * bound as f64) as usize)
    }
}

/// Sums of embedded features, ReLU, a dense layer, logistic loss.
pub trait Model {
    /// One step on a batch: its mean loss before, and the rows of the table that were written.
    fn step(&mut self, bags: Bags<f32>, labels: Vec<f32>) -> Result<(f32, usize)>;
    /// One logit for each bag: above 0 where label 1 is the more likely.
    fn logits(&mut self, bags: Bags<f32>) -> Result<Vec<f32>>;
    /// The table's values.
    fn table(&self) -> Result<Vec<f32>>;
}

/// Trains the model that `make` gives for a number of features, and tells how: `agaricus [TRAIN TEST]`, by default the
/// repository's `data/agaricus.*.libsvm`.
pub fn learn<M: Model>(make: impl FnOnce(usize, &mut Random) -> Result<M>) -> Result<()> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let mut file = |name: &str| arguments.next().unwrap_or_else(|| data.join(name));
    let training = read(&file("agaricus.train.libsvm"))?;
    let test = read(&file("agaricus.test.libsvm"))?;
    let vocabulary = training.features.max(test.features);
    println!("{} examples to train on, {} to test on", training.rows(), test.rows());
    println!("table of {vocabulary} rows of {LENGTH} values\n");

    let (labels, test_labels) = (training.labels.clone(), test.labels.clone());
    let (bags, test_bags) = (bags_of(vocabulary, training)?, bags_of(vocabulary, test)?);
    let mut random = Random::new(0);
    let mut model = make(vocabulary, &mut random)?;
    let mut order: Vec<usize> = (0..bags.len()).collect();
    let mut accuracy = 0.0;
    println!("epoch      loss  test accuracy  rows written a step");
    for epoch in 1..=EPOCHS {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1)?);
        }
        let (mut loss, mut rows) = (0.0, 0);
        for chosen in order.chunks(BATCH) {
            let of_batch = chosen.iter().map(|&example| labels[example]).collect();
            let step = model.step(bags.select(chosen)?, of_batch)?;
            loss += f64::from(step.0) * chosen.len() as f64;
            rows += step.1;
        }
        let logits = model.logits(test_bags.clone())?;
        let right = logits.iter().zip(&test_labels).filter(|&(&logit, &label)| (logit > 0.0) == (label == 1.0)).count();
        accuracy = right as f64 / test_labels.len() as f64;
        let (loss, rows) = (loss / order.len() as f64, rows as f64 / order.len().div_ceil(BATCH) as f64);
        println!("{epoch:>5}  {loss:>8.6}  {accuracy:>13.4}  {rows:>19.1}");
    }
    println!("\ntest accuracy {accuracy:.4}\ntable hash {:016x}", hash(&model.table()?));
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
