//! One training step on a large table, by Lacuna and by candle alone, timed in alternation:
//! `bench [ROWS,ROWS,... [ROUNDS]]`, by default `10000,100000,1000000 7`, which takes up to 1.8 GiB of memory.
//!
//! All three tables are trained on the same batches first, and must agree.
mod common;

use anyhow::{Context, Result, bail};
use candle_core::backprop::GradStore;
use candle_core::{Device, Tensor, Var};
use candle_nn::{Optimizer, SGD};
use common::shared::Random;
use common::{Classifier, Table, variable};
use lacuna_candle::{Bags, LazyOptimizer, Sgd, SparseEmbedding, Update};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// Values in a row.
const LENGTH: usize = 64;
/// Bags in a step.
const BATCH: usize = 256;
/// Random ids in a bag.
const IDS: usize = 32;
/// So large that a step moves what it touches by some 1e-4, a hundred times the difference that is allowed below.
const LEARNING_RATE: f64 = 1.0;
/// Steps that all contenders make on the same batches, after which their tables are compared.
const AGREEING_STEPS: usize = 2;
/// The tables of all contenders, with values around 0.1, may differ by their roundings of 1e-8 a step.
const MAX_DIFFERENCE: f32 = 1e-6;
/// Steps of one contender after each other that do not count, then steps that do: the first ones bring back into the
/// caches what the others have driven out, and a training run has no others. A step with a dense gradient passes over
/// all of the table anyway, and takes long.
const TURNS: [(usize, usize); 3] = [(10, 10), (10, 10), (1, 1)];

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let sizes = arguments.first().map_or("10000,100000,1000000", String::as_str);
    let sizes = sizes.split(',').map(|size| size.parse().with_context(|| format!("rows `{size}`")));
    let sizes = sizes.collect::<Result<Vec<usize>>>()?;
    let rounds = arguments.get(1).map_or(Ok(7), |text| text.parse().with_context(|| format!("rounds `{text}`")))?;
    // After this, the C library's allocator on Linux keeps blocks of up to 32 MB instead of giving them back to the
    // system, page by page to be had again: the many temporary tensors of the contenders without Lacuna then take a
    // third of the time.
    drop(black_box(vec![1_u8; 31 << 20]));
    println!("One step: {BATCH} bags of {IDS} random ids, rows of {LENGTH} f32, embedding and dense layer, plain SGD.");
    println!("Medians of {rounds} rounds, in each of which every contender has its turn.");
    println!("Threads: {}.\n", candle_core::utils::get_num_threads());
    println!(
        "{:>9}  {:>9}  {:>10}  {:>10}  {:>17}  {:>15}",
        "rows", "lacuna", "scatter", "dense", "scatter / lacuna", "dense / lacuna"
    );
    for rows in sizes {
        size(rows, rounds)?;
    }
    Ok(())
}

/// Times one size.
fn size(rows: usize, rounds: usize) -> Result<()> {
    let mut random = Random::new(0);
    let first = variable(&mut random, rows, LENGTH, 0.1)?;
    let rule = Sgd { learning_rate: LEARNING_RATE, weight_decay: 0.0 };
    let copy = || Var::from_tensor(&first.as_tensor().copy()?.detach());
    let tables: [Box<dyn Table>; 3] = [
        Box::new(LazyOptimizer::new(&SparseEmbedding::new(copy()?)?, rule, Update::Lazy)?),
        Box::new(ScatterTable { table: copy()?.as_detached_tensor(), gathered: None }),
        Box::new(DenseTable { table: first.clone(), sgd: SGD::new(vec![first.clone()], LEARNING_RATE)? }),
    ];
    let mut models = Vec::new();
    for table in tables {
        models.push(Classifier::new(table, LEARNING_RATE, &mut random.clone())?);
    }
    let mut batch = || -> Result<(Arc<Bags<f32>>, Tensor)> {
        let mut bags = Bags::new(rows);
        for _ in 0..BATCH {
            bags.push_sum(&(0..IDS).map(|_| Ok(random.below(rows)? as u32)).collect::<Result<Vec<_>>>()?)?;
        }
        let labels = (0..BATCH).map(|_| Ok(random.below(2)? as f32)).collect::<Result<Vec<_>>>()?;
        Ok((Arc::new(bags), Tensor::new(labels, &Device::Cpu)?))
    };
    for _ in 0..AGREEING_STEPS {
        let (bags, labels) = batch()?;
        models.iter_mut().try_for_each(|model| model.step(&bags, &labels).map(drop))?;
    }
    for model in &models[1..] {
        let difference = (models[0].table.values() - model.table.values())?.abs()?.flatten_all()?.max(0)?;
        let difference = difference.to_scalar::<f32>()?;
        if difference.is_nan() || difference > MAX_DIFFERENCE {
            bail!("{rows} rows: tables that should be equal differ by {difference:e}, more than {MAX_DIFFERENCE:e}");
        }
    }

    let mut times = [const { Vec::new() }; 3];
    for _ in 0..rounds {
        let batches = (0..TURNS[0].0 + TURNS[0].1).map(|_| batch()).collect::<Result<Vec<_>>>()?;
        for ((model, times), (warm, counted)) in models.iter_mut().zip(&mut times).zip(TURNS) {
            let mut steps = batches.iter().map(|(bags, labels)| model.step(bags, labels).map(drop));
            steps.by_ref().take(warm).collect::<Result<()>>()?;
            let begun = Instant::now();
            steps.take(counted).collect::<Result<()>>()?;
            times.push(begun.elapsed().as_secs_f64() / counted as f64);
        }
    }
    let ratio = |others: &[f64]| median(others.iter().zip(&times[0]).map(|(other, lacuna)| other / lacuna).collect());
    let [scatter_ratio, dense_ratio] = [ratio(&times[1]), ratio(&times[2])];
    let [lacuna, scatter, dense] = times.map(|times| format!("{:.2} ms", median(times) * 1e3));
    println!("{rows:>9}  {lacuna:>9}  {scatter:>10}  {dense:>10}  {scatter_ratio:>17.1}  {dense_ratio:>15.1}");
    Ok(())
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let (low, high) = (numbers.get(numbers.len().saturating_sub(1) / 2), numbers.get(numbers.len() / 2));
    low.zip(high).map_or(f64::NAN, |(low, high)| (low + high) / 2.0)
}

/// Sums the rows of all ids, one row an id, by bag.
fn sum_rows(rows: &Tensor, bags: &Bags<f32>) -> Result<Tensor> {
    let bag_of_row = bags.indptr().windows(2).zip(0_u32..);
    let bag_of_row: Vec<u32> = bag_of_row.flat_map(|(bounds, bag)| (bounds[0]..bounds[1]).map(move |_| bag)).collect();
    let zeros = Tensor::zeros((bags.len(), LENGTH), rows.dtype(), &Device::Cpu)?;
    Ok(zeros.index_add(&Tensor::new(bag_of_row, &Device::Cpu)?, rows, 0)?)
}

fn ids(bags: &Bags<f32>) -> Result<Tensor> {
    Ok(Tensor::from_slice(bags.ids(), bags.ids().len(), &Device::Cpu)?)
}

/// candle's standard way: the table is a variable with a dense gradient.
struct DenseTable {
    table: Var,
    sgd: SGD,
}

impl Table for DenseTable {
    fn sum_bags(&mut self, bags: &Arc<Bags<f32>>) -> Result<Tensor> {
        sum_rows(&self.table.index_select(&ids(bags)?, 0)?, bags)
    }

    fn step(&mut self, gradients: &GradStore) -> Result<usize> {
        self.sgd.step(gradients)?;
        Ok(self.table.dim(0)?)
    }

    fn values(&self) -> &Tensor {
        &self.table
    }
}

/// The quickest that we know of without another crate, for plain SGD alone: the graph is cut at the gathered rows, and
/// their gradients, one for each id, are added into the table in place.
struct ScatterTable {
    table: Tensor,
    /// The gathered rows of the last forward pass, and the ids that they were gathered by.
    gathered: Option<(Var, Tensor)>,
}

impl Table for ScatterTable {
    fn sum_bags(&mut self, bags: &Arc<Bags<f32>>) -> Result<Tensor> {
        let ids = ids(bags)?;
        let rows = Var::from_tensor(&self.table.index_select(&ids, 0)?)?;
        let sums = sum_rows(&rows, bags)?;
        self.gathered = Some((rows, ids));
        Ok(sums)
    }

    fn step(&mut self, gradients: &GradStore) -> Result<usize> {
        let (rows, ids) = self.gathered.take().context("a step before a forward pass")?;
        let gradient = gradients.get(&rows).context("the rows have no gradient")?;
        let ids = ids.unsqueeze(1)?.broadcast_as(gradient.shape())?.contiguous()?;
        self.table.scatter_add_set(&ids, &(gradient * -LEARNING_RATE)?, 0)?;
        Ok(ids.dim(0)?)
    }

    fn values(&self) -> &Tensor {
        &self.table
    }
}
