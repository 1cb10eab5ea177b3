//! One training step on a large table, by Lacuna and by candle alone, timed in alternation.
use crate::model::Table;
use crate::peers::{DenseTable, ScatterTable};
use crate::random::Random;
use crate::{Bags, Classifier, LazySgd, SparseEmbedding};
use anyhow::{Result, bail};
use candle_core::utils::get_num_threads;
use candle_core::{Device, Tensor, Var};
use lacuna::optim::SgdMomentum;
use std::hint::black_box;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// Steps of one contender after each other that do not count, then steps that do: the first ones bring back into the
/// caches what the others have driven out, and a training run has no others. A step with a dense gradient passes over
/// all of the table anyway, and takes long.
const IN_PLACE_TURN: (usize, usize) = (10, 10);
const DENSE_TURN: (usize, usize) = (1, 1);
/// Arrays of a table's size in memory at once: three tables, a momentum, and for the dense gradient itself, its product
/// with the rate and the new table.
const ARRAYS: usize = 7;
/// What they may take together.
const MAX_BYTES: usize = 4 << 30;
/// So large that a step moves what it touches by some 1e-4, a hundred times the difference that is allowed below.
const LEARNING_RATE: f32 = 1.0;
/// Steps that all contenders make on the same batches, after which their tables are compared.
const AGREEING_STEPS: usize = 2;
/// The tables of all contenders, with values around 0.1, may differ by their roundings of 1e-8 a step.
const MAX_DIFFERENCE: f32 = 1e-6;

/// What may be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Rows of the tables, one line of results each.
    pub sizes: Vec<usize>,
    /// Values in a row.
    pub dimension: usize,
    /// Bags in a step.
    pub batch: usize,
    /// Random ids in a bag.
    pub ids: usize,
    /// Turns of each contender.
    pub rounds: usize,
    /// Of tables and ids.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { sizes: vec![10_000, 100_000, 1_000_000], dimension: 64, batch: 256, ids: 32, rounds: 7, seed: 0 }
    }
}

impl Table for Box<dyn Table> {
    fn sum_bags(&mut self, bags: &Arc<Bags<f32>>) -> candle_core::Result<Tensor> {
        (**self).sum_bags(bags)
    }

    fn step(&mut self, gradients: &candle_core::backprop::GradStore) -> candle_core::Result<usize> {
        (**self).step(gradients)
    }

    fn values(&self) -> &Tensor {
        (**self).values()
    }
}

/// Times all sizes, and prints each to `out`.
pub fn bench(settings: &Settings, out: &mut dyn Write) -> Result<()> {
    let Settings { dimension, batch, ids, rounds, .. } = settings;
    // After this, the C library's allocator on Linux keeps blocks of up to 32 MB instead of giving them back to the
    // system, page by page to be had again: the many temporary tensors of the contenders without Lacuna then take a
    // third of the time.
    drop(black_box(vec![1_u8; 31 << 20]));
    writeln!(
        out,
        "One step: {batch} bags of {ids} random ids, rows of {dimension} f32, embedding and dense layer, plain SGD."
    )?;
    writeln!(
        out,
        "Medians of {rounds} rounds, in each of which every contender has its turn. Threads: Lacuna 1, candle {}.\n",
        get_num_threads()
    )?;
    writeln!(
        out,
        "{:>9}  {:>9}  {:>10}  {:>10}  {:>17}  {:>15}",
        "rows", "lacuna", "scatter", "dense", "scatter / lacuna", "dense / lacuna"
    )?;
    let mut making = Vec::new();
    for &rows in &settings.sizes {
        making.extend(size(settings, rows, out)?);
    }
    writeln!(
        out,
        "\nMaking the csr of a batch takes {} more, for all three; it is not in the table.",
        milliseconds(median(making))
    )?;
    Ok(())
}

/// Times one size, and gives the times that making the bags took.
fn size(settings: &Settings, rows: usize, out: &mut dyn Write) -> Result<Vec<f64>> {
    let &Settings { dimension, batch, ids, rounds, seed, .. } = settings;
    let bytes = rows.saturating_mul(dimension).saturating_mul(size_of::<f32>() * ARRAYS);
    if bytes > MAX_BYTES {
        bail!(
            "{ARRAYS} arrays of {rows} rows of {dimension} values are {bytes} bytes; the bench takes at most \
                {MAX_BYTES}"
        );
    }
    let mut random = Random::new(seed);
    let values = random.values(rows, dimension, 0.1)?;
    let variable = |values: Vec<f32>| Var::from_vec(values, (rows, dimension), &Device::Cpu);
    let rate = f64::from(LEARNING_RATE);
    // With a momentum of 0 the step does the same work as with any other. Its zeros are written, as they are after some
    // hundreds of steps: fresh pages of memory would come from the system one by one, during the steps that are timed.
    let momentum = values.iter().map(|_| black_box(0.0)).collect();
    let tables: [Box<dyn Table>; 3] = [
        Box::new(LazySgd::resume(
            SparseEmbedding::new(variable(values.clone())?)?,
            SgdMomentum::new(LEARNING_RATE, 0.0),
            momentum,
        )?),
        Box::new(ScatterTable::new(Tensor::from_vec(values.clone(), (rows, dimension), &Device::Cpu)?, rate)),
        Box::new(DenseTable::new(variable(values)?, rate)?),
    ];
    let mut models = Vec::new();
    for table in tables {
        models.push(Classifier::new(table, rate, &mut random.clone())?);
    }

    let mut making = Vec::new();
    let mut batch_of = |random: &mut Random| -> Result<_> {
        let raw: Vec<Vec<u32>> = (0..batch).map(|_| (0..ids).map(|_| random.below(rows) as u32).collect()).collect();
        let begun = Instant::now();
        let mut bags = Bags::new(rows);
        raw.iter().try_for_each(|ids| bags.push_sum(ids))?;
        making.push(begun.elapsed().as_secs_f64());
        Ok((Arc::new(bags), Tensor::from_iter((0..batch).map(|_| random.below(2) as f32), &Device::Cpu)?))
    };
    for _ in 0..AGREEING_STEPS {
        let (bags, labels) = batch_of(&mut random)?;
        models.iter_mut().try_for_each(|model| model.step(&bags, &labels).map(drop))?;
    }
    for model in &models[1..] {
        let difference =
            (models[0].table().values() - model.table().values())?.abs()?.flatten_all()?.max(0)?.to_scalar::<f32>()?;
        if difference.is_nan() || difference > MAX_DIFFERENCE {
            bail!("{rows} rows: tables that should be equal differ by {difference:e}, more than {MAX_DIFFERENCE:e}");
        }
    }

    let mut times = [const { Vec::new() }; 3];
    let turns = [IN_PLACE_TURN, IN_PLACE_TURN, DENSE_TURN];
    for _ in 0..rounds {
        let batches =
            (0..IN_PLACE_TURN.0 + IN_PLACE_TURN.1).map(|_| batch_of(&mut random)).collect::<Result<Vec<_>>>()?;
        for ((model, times), (warm, counted)) in models.iter_mut().zip(&mut times).zip(turns) {
            let mut steps = batches.iter().map(|(bags, labels)| model.step(bags, labels).map(drop));
            steps.by_ref().take(warm).collect::<candle_core::Result<()>>()?;
            let begun = Instant::now();
            steps.take(counted).collect::<candle_core::Result<()>>()?;
            times.push(begun.elapsed().as_secs_f64() / counted as f64);
        }
    }
    let ratio = |peer: &[f64]| {
        format!("{:.1}", median(peer.iter().zip(&times[0]).map(|(peer, lacuna)| peer / lacuna).collect()))
    };
    let [scatter_ratio, dense_ratio] = [ratio(&times[1]), ratio(&times[2])];
    let [lacuna, scatter, dense] = times.map(|times| milliseconds(median(times)));
    writeln!(out, "{rows:>9}  {lacuna:>9}  {scatter:>10}  {dense:>10}  {scatter_ratio:>17}  {dense_ratio:>15}")?;
    Ok(making)
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.2} ms", seconds * 1e3)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let (low, high) = (numbers.get(numbers.len().saturating_sub(1) / 2), numbers.get(numbers.len() / 2));
    low.zip(high).map_or(f64::NAN, |(low, high)| (low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_the_middle_or_the_mean_of_the_two() {
        assert_eq!((median(vec![3.0, 1.0, 2.0]), median(vec![4.0, 1.0, 3.0, 2.0])), (2.0, 2.5));
    }
}
