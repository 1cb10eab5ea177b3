//! Exact updates: the model is that of dense gradients.
use crate::common::{Random, assert_close, bits, matrix_of, row_sparse, values};
use crate::lazy::{ADAMW, by_candle, candles_adamw};
use crate::rules::{Formula, LENGTH, Plain, VOCABULARY, batches, each_rule, loss, optimizer, states, train};
use anyhow::Result;
use candle_core::{Device, Module, Tensor};
use lacuna_candle::{
    AdamW, Bags, Element, LazyAdamW, LazyOptimizer, LazySgdMomentum, Rule, SgdMomentum, SparseEmbedding, Update,
};
use std::sync::Arc;

/// Steps with few rows, and now and then all: rows miss one step, some, or hundreds.
fn bounds(steps: usize) -> Vec<usize> {
    (0..steps)
        .map(|step| match step % 97 {
            0 => VOCABULARY,
            1..10 => VOCABULARY / 2,
            _ => 3,
        })
        .collect()
}

/// More steps than a row may miss, so that all rows are brought up to date on the way. Each of them pulls the table to
/// where the losses are least, so differences do not add up: roundings of 1e-16 a step, of numbers of up to 1e2, stay
/// below 1e-11. A lazy run is more than a thousandth off.
fn is_the_dense_optimizer<R: Rule<f64, N>, const N: usize>(rule: R, formula: Formula) -> Result<()> {
    let mut exact = optimizer::<R, f64, N>(rule.clone(), Update::Exact, 1)?;
    let mut lazy = optimizer::<R, f64, N>(rule, Update::Lazy, 1)?;
    let mut plain = Plain::new(exact.embedding().table())?;
    for (step, batch) in batches::<f64>(&mut Random::new(2), &bounds(1100), false)?.iter().enumerate() {
        train(&mut exact, batch)?;
        train(&mut lazy, batch)?;
        plain.step(batch, formula, true)?;
        // Reading is up to date, and changes nothing.
        if step % 50 == 7 {
            let ids = [VOCABULARY as u32 - 1, 0, 9];
            let found = values(&exact.embedding().forward(&Tensor::new(&ids, &Device::Cpu)?)?)?;
            let expected: Vec<f64> =
                ids.iter().flat_map(|&id| plain.table[id as usize * LENGTH..][..LENGTH].to_vec()).collect();
            assert_close(&found, &expected, |place| 1e-10 * expected[place].abs().max(1.0));
        }
    }
    exact.flush()?;
    let found = values(exact.embedding().table())?;
    assert_close(&found, &plain.table, |place| 1e-10 * plain.table[place].abs().max(1.0));
    for (number, state) in states(&exact)?.iter().enumerate() {
        let expected: Vec<f64> = plain.states.iter().map(|states| states[number]).collect();
        assert_close(state, &expected, |place| 1e-10 * expected[place].abs().max(1.0));
    }
    let lazily = values(lazy.embedding().table())?;
    assert!(found.iter().zip(&lazily).any(|(found, lazily)| (found - lazily).abs() > 1e-3), "another model");
    Ok(())
}

#[test]
fn they_are_the_dense_optimizer_up_to_rounding() -> Result<()> {
    each_rule!(is_the_dense_optimizer());
    Ok(())
}

/// As above; in f32, 2^-24 for 2^-53.
#[test]
fn they_are_candles_adamw_up_to_rounding() -> Result<()> {
    fn adamw<V: Element>(bound: f64) -> Result<()> {
        let mut exact: LazyAdamW<V> = optimizer(ADAMW, Update::Exact, 3)?;
        let batches = batches::<V>(&mut Random::new(4), &bounds(200), false)?;
        let expected = by_candle::<V, candle_nn::AdamW>(exact.embedding().table(), &batches, candles_adamw())?;
        batches.iter().try_for_each(|batch| train(&mut exact, batch).map(drop))?;
        exact.embedding().flush()?;
        assert_close(&values(exact.embedding().table())?, &expected, |_| bound);
        Ok(())
    }
    adamw::<f64>(1e-10)?;
    adamw::<f32>(1e-4)
}

/// The table's memory is written for the rows that are read, and no others, until all are brought up to date.
#[test]
fn reading_brings_up_to_date_the_rows_that_are_read() -> Result<()> {
    let rule = SgdMomentum { learning_rate: 0.05, momentum: 0.9, weight_decay: 0.1 };
    let mut exact: LazySgdMomentum<f32> = optimizer(rule, Update::Exact, 5)?;
    for batch in batches::<f32>(&mut Random::new(6), &[VOCABULARY, 4, 4], false)? {
        train(&mut exact, &batch)?;
    }
    let before = bits(exact.embedding().table())?;
    let ids = [20_u32, 25, 20];
    let read = bits(&exact.embedding().forward(&Tensor::new(&ids, &Device::Cpu)?)?)?;
    let after = bits(exact.embedding().table())?;
    for row in 0..VOCABULARY {
        let places = row * LENGTH..(row + 1) * LENGTH;
        assert_eq!(before[places.clone()] != after[places], ids.contains(&(row as u32)), "row {row}");
    }
    assert_eq!(read[..LENGTH], after[20 * LENGTH..21 * LENGTH]);
    exact.flush()?;
    let flushed = bits(exact.embedding().table())?;
    assert_eq!(flushed[20 * LENGTH..21 * LENGTH], after[20 * LENGTH..21 * LENGTH]);
    assert_ne!(flushed[21 * LENGTH..22 * LENGTH], after[21 * LENGTH..22 * LENGTH]);
    exact.flush()?;
    assert_eq!(bits(exact.embedding().table())?, flushed);
    Ok(())
}

/// Rows make up for steps of an optimizer that is gone, and of one that another has followed.
#[test]
fn steps_are_made_up_for_whoever_made_them() -> Result<()> {
    let rule = SgdMomentum { learning_rate: 0.05, momentum: 0.9, weight_decay: 0.1 };
    let mut first: LazySgdMomentum<f64> = optimizer(rule, Update::Exact, 7)?;
    let embedding = first.embedding().clone();
    let mut second: LazyAdamW<f64> = LazyOptimizer::new(&embedding, ADAMW, Update::Exact)?;
    let mut third: LazySgdMomentum<f64> = LazyOptimizer::new(&embedding, rule, Update::Lazy)?;
    let (mut plain, mut others) = (Plain::new(embedding.table())?, Plain::new(embedding.table())?);
    let turns = [&mut plain, &mut others];
    let formulas: [Formula; 2] = [crate::rules::momentum, crate::rules::adamw];
    let batches = batches::<f64>(&mut Random::new(8), &bounds(12), false)?;
    for (step, batch) in batches.iter().enumerate() {
        let turn = step / 3 % 2;
        match turn {
            0 => train(&mut first, batch)?,
            _ => train(&mut second, batch)?,
        };
        turns[turn].step(batch, formulas[turn], true)?;
        turns[1 - turn].table = turns[turn].table.clone();
    }
    drop(first);
    drop(second);
    // The first step of a lazy optimizer brings all rows up to date, though it has few of them itself.
    let batch = &batches[11];
    train(&mut third, batch)?;
    let mut lazily = Plain::new(embedding.table())?;
    lazily.table = plain.table;
    lazily.step(batch, crate::rules::momentum, false)?;
    assert_close(&values(embedding.table())?, &lazily.table, |_| 1e-10);
    Ok(())
}

/// A classifier's loss through the whole graph: two tables, one with exact updates, and a dense layer between.
#[test]
fn a_model_of_two_tables_is_that_of_dense_gradients() -> Result<()> {
    let mut random = Random::new(9);
    let (first, second) = (random.var::<f64>((12, 3))?, random.var::<f64>((8, 3))?);
    let dense = [crate::rules::copy(&first)?, crate::rules::copy(&second)?];
    let mut by_candle = candle_nn::AdamW::new(dense.to_vec(), candles_adamw())?;
    let embeddings = [SparseEmbedding::<f64>::new(first)?, SparseEmbedding::new(second)?];
    let mut optimizers = [
        LazyAdamW::new(&embeddings[0], ADAMW, Update::Exact)?,
        LazyAdamW::new(&embeddings[1], AdamW { ..ADAMW }, Update::Exact)?,
    ];
    use candle_nn::Optimizer;
    for _ in 0..60 {
        let bags = [bags(&mut random, 12)?, bags(&mut random, 8)?];
        let score =
            |sums: [Tensor; 2]| -> Result<Tensor> { Ok((sums[0].tanh()? * &sums[1])?.sum(1)?.sqr()?.mean_all()?) };
        let sums = [embeddings[0].sum_bags(bags[0].clone())?, embeddings[1].sum_bags(bags[1].clone())?];
        score(sums)?.backward()?;
        for optimizer in &mut optimizers {
            assert!(optimizer.step()? > 0);
        }
        let sums = [matrix_of(&bags[0])?.matmul(&dense[0])?, matrix_of(&bags[1])?.matmul(&dense[1])?];
        by_candle.backward_step(&score(sums)?)?;
    }
    for (embedding, dense) in embeddings.iter().zip(&dense) {
        embedding.flush()?;
        assert_close(&values(embedding.table())?, &values(dense)?, |_| 1e-9);
    }
    Ok(())
}

/// Four bags of two ids.
fn bags(random: &mut Random, vocabulary: usize) -> Result<Arc<Bags<f64>>> {
    let mut bags = Bags::new(vocabulary);
    for _ in 0..4 {
        bags.push_sum(&[random.below(vocabulary)? as u32, random.below(vocabulary)? as u32])?;
    }
    Ok(Arc::new(bags))
}

/// A loss that reads a table before and after a step of another one stays in the graph.
#[test]
fn a_graph_outlives_rows_that_are_brought_up_to_date() -> Result<()> {
    let rule = SgdMomentum { learning_rate: 0.05, momentum: 0.9, weight_decay: 0.1 };
    let mut exact: LazySgdMomentum<f64> = optimizer(rule, Update::Exact, 10)?;
    let batches = batches::<f64>(&mut Random::new(11), &[VOCABULARY, 4, VOCABULARY], false)?;
    train(&mut exact, &batches[0])?;
    train(&mut exact, &batches[1])?;
    let embedding = exact.embedding().clone();
    let early = loss(&embedding.sum_bags(batches[2].bags.clone())?, &batches[2].direction)?;
    embedding.forward(&Tensor::new(&[29_u32, 3], &Device::Cpu)?)?;
    early.backward()?;
    let gradient = row_sparse(&embedding)?;
    let again = loss(&embedding.sum_bags(batches[2].bags.clone())?, &batches[2].direction)?;
    again.backward()?;
    assert_eq!(row_sparse(&embedding)?, gradient);
    Ok(())
}
