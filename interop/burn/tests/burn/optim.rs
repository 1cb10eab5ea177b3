//! Steps against burn's optimizers. That they are the formulas of each rule, `lacuna-interop` tests.
use crate::common::{bits, device, gradient, row_sparse, table, tensor, values};
use crate::support::{BOUNDS, Batch, LENGTH, Random, Result, VOCABULARY, assert_close, batches, dense_bags};
use burn::optim::decay::WeightDecayConfig;
use burn::optim::{self as burns, Optimizer};
use burn::tensor::{Device, Int, Tensor};
use lacuna_burn::{
    AdaGrad, Adam, AdamW, Bags, Element, LazyAdamW, LazyOptimizer, Rule, Sgd, SgdMomentum, SparseEmbedding, Update,
};
use std::sync::Arc;

const RATE: f64 = 0.05;
/// Numbers of 32 bits, in which burn has them.
const DECAY: f32 = 0.125;
const BETA1: f32 = 0.875;
const BETA2: f32 = 0.96875;
const EPSILON: f32 = 1.0 / 8192.0;

fn loss<V: Element>(sums: Tensor<2>, batch: &Batch<V>) -> Tensor<1> {
    let direction = tensor::<V, 2>(&batch.direction, sums.dims(), &device());
    (sums.clone().square() * 0.5 + sums * direction).sum()
}

fn train<R: Rule<V, N>, V: Element, const N: usize>(
    optimizer: &mut LazyOptimizer<R, V, N>,
    batch: &Batch<V>,
) -> Result<usize> {
    loss(optimizer.embedding().sum_bags(Arc::new(batch.bags.clone()), &device())?, batch).backward();
    Ok(optimizer.step()?)
}

/// The table that burn's optimizer makes of the same batches, by dense gradients.
fn by_burn<V: Element>(first: Tensor<2>, batches: &[Batch<V>], optimizer: impl Optimizer) -> Result<Vec<f64>> {
    let (mut table, mut state) = (first, None);
    for batch in batches {
        let variable = table.detach().require_grad();
        let matrix = tensor::<V, 2>(&dense_bags(&batch.bags, false), [batch.bags.len(), VOCABULARY], &device());
        let gradients = loss(matrix.matmul(variable.clone()), batch).backward();
        let slope = variable.grad(&gradients).ok_or("no gradient")?;
        (table, state) = optimizer.step(RATE, variable.inner(), slope, state);
        table = table.autodiff();
    }
    Ok(values(&table))
}

/// Lazy where all rows occur, and exact where they do not: the tables of burn's optimizer.
fn is_burns<R: Rule<V, N>, V: Element, const N: usize>(rule: R, optimizer: impl Optimizer, bound: f64) -> Result<()> {
    for update in [Update::Lazy, Update::Exact] {
        let (embedding, first) = table::<V>(&mut Random::new(1), [VOCABULARY, LENGTH])?;
        let batches = batches::<V>(&mut Random::new(2), &BOUNDS, update == Update::Lazy)?;
        let mut ours = LazyOptimizer::new(&embedding, rule.clone(), update)?;
        for batch in &batches {
            train(&mut ours, batch)?;
        }
        let expected = by_burn(first, &batches, optimizer.clone())?;
        assert_close(&values(&embedding.table(&Device::flex())?), &expected, |_| bound);
    }
    Ok(())
}

/// 40 steps of values around 1 in f64, each rounded some times by 2^-53 of itself.
#[test]
fn sgd_and_adagrad_are_burns() -> Result<()> {
    let (weight_decay, decay) = (f64::from(DECAY), Some(WeightDecayConfig::new(DECAY)));
    let sgd = burns::SgdConfig::new().with_weight_decay(decay.clone()).build();
    is_burns::<_, f64, 1>(Sgd { learning_rate: RATE, weight_decay }, sgd, 1e-11)?;
    let adagrad = burns::AdaGradConfig::new().with_epsilon(EPSILON).with_weight_decay(decay).build();
    is_burns::<_, f64, 2>(AdaGrad { learning_rate: RATE, epsilon: f64::from(EPSILON), weight_decay }, adagrad, 1e-11)
}

/// burn makes the corrections of the moments in f32: each step, which is up to the rate of 0.05, is off by some 2^-23
/// of itself. 40 of them are off by 1e-6; a wrong term by a thousand times as much.
#[test]
fn adam_and_adamw_are_burns() -> Result<()> {
    let [weight_decay, beta1, beta2, epsilon] = [DECAY, BETA1, BETA2, EPSILON].map(f64::from);
    let learning_rate = RATE;
    let adam = burns::AdamConfig::new().with_beta_1(BETA1).with_beta_2(BETA2).with_epsilon(EPSILON);
    let adam = adam.with_weight_decay(Some(WeightDecayConfig::new(DECAY))).build();
    is_burns::<_, f64, 3>(Adam { learning_rate, beta1, beta2, epsilon, weight_decay }, adam, 1e-5)?;
    let adamw = burns::AdamWConfig::new().with_beta_1(BETA1).with_beta_2(BETA2).with_epsilon(EPSILON);
    let adamw = adamw.with_weight_decay(DECAY).build();
    let rule = AdamW { learning_rate, beta1, beta2, epsilon, weight_decay };
    is_burns::<_, f64, 3>(rule, adamw.clone(), 1e-5)?;
    is_burns::<_, f32, 3>(rule, adamw, 1e-4)
}

/// A gradient that a caller has taken, and doubled, is twice the step of plain SGD: in powers of two, by bits.
#[test]
fn a_gradient_can_be_changed_before_it_is_applied() -> Result<()> {
    let (embedding, first) = table::<f64>(&mut Random::new(13), [VOCABULARY, LENGTH])?;
    let mut optimizer = LazyOptimizer::new(&embedding, Sgd { learning_rate: 0.5, weight_decay: 0.0 }, Update::Lazy)?;
    let mut bags = Bags::new(VOCABULARY);
    bags.push_sum(&[3, 7])?;
    let bags = Arc::new(bags);
    embedding.sum_bags(bags, &device())?.sum().backward();
    let mut slopes = row_sparse(&embedding)?;
    slopes.view_mut()?.data_mut().iter_mut().for_each(|value| *value *= 2.0);
    assert_eq!((optimizer.apply(&slopes)?, optimizer.step()?, optimizer.steps()), (2, 0, 1));
    let expected = values(&first).into_iter().enumerate();
    let expected = expected.map(|(place, value)| if [3, 7].contains(&(place / LENGTH)) { value - 1.0 } else { value });
    assert_eq!(values(&embedding.table(&Device::flex())?), expected.collect::<Vec<_>>());
    Ok(())
}

/// A run that stops, and goes on from its table and states as tensors, is the run that did not stop.
#[test]
fn a_resumed_run_has_the_same_bits() -> Result<()> {
    let rule = AdamW { weight_decay: 0.1, ..AdamW::default() };
    let run = |stops: bool| -> Result<Vec<u64>> {
        let (mut embedding, _) = table::<f32>(&mut Random::new(10), [VOCABULARY, LENGTH])?;
        let mut optimizer = LazyAdamW::new(&embedding, rule, Update::Exact)?;
        for (step, batch) in batches::<f32>(&mut Random::new(11), &BOUNDS[..12], false)?.iter().enumerate() {
            if step == 7 {
                let states: Vec<_> = optimizer.states()?.into_iter().map(|(_, state)| state).collect();
                if stops {
                    embedding = SparseEmbedding::new(embedding.table(&device())?)?;
                    optimizer = LazyAdamW::resume(&embedding, rule, Update::Exact, optimizer.steps(), &states)?;
                }
            }
            train(&mut optimizer, batch)?;
        }
        let mut all = bits(&embedding.table(&Device::flex())?);
        optimizer.states()?.iter().for_each(|(_, state)| all.extend(bits(state)));
        Ok(all)
    };
    assert_eq!(run(true)?, run(false)?);
    Ok(())
}

/// A loss that reads a table before rows of it are brought up to date stays in the graph.
#[test]
fn a_graph_outlives_rows_that_are_brought_up_to_date() -> Result<()> {
    let rule = SgdMomentum { learning_rate: 0.05, momentum: 0.9, weight_decay: 0.1 };
    let (embedding, _) = table::<f64>(&mut Random::new(10), [VOCABULARY, LENGTH])?;
    let mut optimizer = LazyOptimizer::new(&embedding, rule, Update::Exact)?;
    let batches = batches::<f64>(&mut Random::new(11), &[VOCABULARY, 4, VOCABULARY], false)?;
    train(&mut optimizer, &batches[0])?;
    train(&mut optimizer, &batches[1])?;
    let forward = || -> Result<Tensor<1>> {
        Ok(loss(embedding.sum_bags(Arc::new(batches[2].bags.clone()), &device())?, &batches[2]))
    };
    let early = forward()?;
    embedding.forward(Tensor::<2, Int>::from_data([[29, 3]], &device()))?;
    early.backward();
    let found = row_sparse(&embedding)?;
    forward()?.backward();
    assert_eq!(row_sparse(&embedding)?, found);
    Ok(())
}

/// The dense gradient of a look-up twice, for a table that burn trains itself, beside one that it does not.
#[test]
fn what_burn_trains_is_not_touched() -> Result<()> {
    let (embedding, table) = table::<f32>(&mut Random::new(21), [5, 2])?;
    let ids = Tensor::<2, Int>::from_data([[1, 4]], &device());
    let own = table.clone().select(0, ids.clone().reshape([2])).reshape([1, 2, 2]);
    let gradients = (embedding.forward(ids)? * own).sum().backward();
    let rows = values(&embedding.table(&device())?);
    let expected = [0.0, 0.0, rows[2], rows[3], 0.0, 0.0, 0.0, 0.0, rows[8], rows[9]];
    assert_eq!(gradient(&gradients, &table)?, expected);
    Ok(())
}
