//! Exact updates: the model is that of dense gradients.
use crate::common::{Draw, matrix_of, row_sparse, values};
use crate::lazy::{ADAMW, by_candle, candles_adamw};
use crate::rules::{batches, copy, loss, optimizer, train};
use crate::support::{Random, Result, VOCABULARY, assert_close, bounds};
use candle_core::{Device, Module, Tensor};
use lacuna_candle::{AdamW, Bags, Element, LazyAdamW, LazySgdMomentum, SgdMomentum, SparseEmbedding, Update};
use std::sync::Arc;

/// Each step pulls the table to where the losses are least, so differences do not add up: roundings of 1e-16 a step, of
/// numbers of up to 1e2, stay below 1e-11. In f32, 2^-24 for 2^-53.
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

/// A classifier's loss through the whole graph: two tables, one with exact updates, and a dense layer between.
#[test]
fn a_model_of_two_tables_is_that_of_dense_gradients() -> Result<()> {
    let mut random = Random::new(9);
    let (first, second) = (random.var::<f64>((12, 3))?, random.var::<f64>((8, 3))?);
    let dense = [copy(&first)?, copy(&second)?];
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
        let sums = [matrix_of(&bags[0], false)?.matmul(&dense[0])?, matrix_of(&bags[1], false)?.matmul(&dense[1])?];
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
        bags.push_sum(&[random.below(vocabulary) as u32, random.below(vocabulary) as u32])?;
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
