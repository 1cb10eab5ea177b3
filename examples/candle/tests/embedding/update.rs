//! The lazy optimizer step: what it writes, what it leaves, and that it is candle's own step where both are defined.
use anyhow::{Result, bail};
use candle_core::{Device, Storage, Tensor, Var};
use lacuna::optim::SgdMomentum;
use sparse_embedding::peers::DenseTable;
use sparse_embedding::random::Random;
use sparse_embedding::{Bags, Classifier, LazySgd, SparseEmbedding, Table};
use std::sync::Arc;

const VOCABULARY: usize = 60;
const DIMENSION: usize = 7;

/// Bags of weighted ids below `vocabulary`, and labels.
fn batch(random: &mut Random, vocabulary: usize) -> Result<(Arc<Bags<f32>>, Tensor)> {
    let mut bags = Bags::new(VOCABULARY);
    for _ in 0..9 {
        let bag: Vec<_> =
            (0..1 + random.below(6)).map(|_| (random.below(vocabulary) as u32, random.uniform(1.0))).collect();
        bags.push(&bag)?;
    }
    Ok((Arc::new(bags), Tensor::from_iter((0..9).map(|_| random.below(2) as f32), &Device::Cpu)?))
}

fn lazy(random: &mut Random, momentum: f32) -> Result<LazySgd<f32>> {
    Ok(LazySgd::new(
        SparseEmbedding::new(random.matrix(VOCABULARY, DIMENSION, 1.0)?)?,
        SgdMomentum::new(0.25, momentum),
    ))
}

fn bits(tensor: &Tensor) -> Result<Vec<u32>> {
    Ok(tensor.flatten_all()?.to_vec1::<f32>()?.into_iter().map(f32::to_bits).collect())
}

/// Where the values lie in memory.
fn place(tensor: &Tensor) -> Result<*const f32> {
    match &*tensor.storage_and_layout().0 {
        Storage::Cpu(storage) => Ok(storage.as_slice::<f32>()?.as_ptr()),
        _ => bail!("not on the CPU"),
    }
}

/// Without momentum lazy and standard SGD are the same function, and both runs differ by roundings alone: 40 steps of
/// values up to 2, each rounded a few times by 2^-24 of itself, give some 1e-5 where errors only add up. The steps
/// themselves move the table by more than a thousand times that.
#[test]
fn without_momentum_training_is_that_of_candles_dense_table() -> Result<()> {
    let mut random = Random::new(5);
    let first = random.clone().matrix(VOCABULARY, DIMENSION, 1.0)?;
    let mut sparse = Classifier::new(lazy(&mut random.clone(), 0.0)?, 0.25, &mut Random::new(6))?;
    let mut dense =
        Classifier::new(DenseTable::new(Var::from_tensor(&first.copy()?)?, 0.25)?, 0.25, &mut Random::new(6))?;
    for _ in 0..40 {
        let (bags, labels) = batch(&mut random, VOCABULARY)?;
        let (sparse, dense) = (sparse.step(&bags, &labels)?, dense.step(&bags, &labels)?);
        assert!((sparse.loss - dense.loss).abs() <= 1e-5, "losses {} and {}", sparse.loss, dense.loss);
        assert_eq!(dense.rows, VOCABULARY);
    }
    let largest = |left: &Tensor, right: &Tensor| -> candle_core::Result<f32> {
        (left - right)?.abs()?.flatten_all()?.max(0)?.to_scalar::<f32>()
    };
    assert!(largest(sparse.table().values(), dense.table().values())? <= 1e-5);
    assert!(largest(sparse.layer().weight(), dense.layer().weight())? <= 1e-5);
    assert!(largest(sparse.table().values(), &first)? >= 1e-2);
    Ok(())
}

/// After a warm-up every row has momentum, so that a standard update would move every row.
#[test]
fn after_a_warm_up_the_touched_rows_alone_change() -> Result<()> {
    let mut random = Random::new(7);
    let mut model = Classifier::new(lazy(&mut random, 0.9)?, 0.25, &mut random)?;
    for _ in 0..20 {
        let (bags, labels) = batch(&mut random, VOCABULARY)?;
        model.step(&bags, &labels)?;
    }
    assert!(model.table().momentum().chunks(DIMENSION).all(|row| row.iter().any(|&value| value != 0.0)));

    let (table, momentum) = (bits(model.table().values())?, model.table().momentum().to_vec());
    let address = place(model.table().values())?;
    let (bags, labels) = batch(&mut random, VOCABULARY / 2)?;
    let step = model.step(&bags, &labels)?;
    let (table_after, momentum_after) = (bits(model.table().values())?, model.table().momentum());
    assert_eq!(place(model.table().values())?, address, "the table stays where it is");
    let mut changed = 0;
    for row in 0..VOCABULARY {
        let values = row * DIMENSION..(row + 1) * DIMENSION;
        let touched = bags.ids().contains(&(row as u32));
        assert_eq!(table[values.clone()] != table_after[values.clone()], touched, "row {row} of the table");
        assert_eq!(momentum[values.clone()] != momentum_after[values], touched, "row {row} of the momentum");
        changed += usize::from(touched);
    }
    assert_eq!(step.rows, changed);
    assert!(0 < changed && changed < VOCABULARY / 2 + 1);
    Ok(())
}

/// The formula in plain f32 arithmetic, each operation rounded by itself: equal by bits.
#[test]
fn the_step_is_sgd_with_momentum() -> Result<()> {
    let mut random = Random::new(8);
    let mut sgd = lazy(&mut random, 0.75)?;
    let embedding = sgd.embedding().clone();
    let mut table = embedding.table().flatten_all()?.to_vec1::<f32>()?;
    let mut momentum = vec![0.0_f32; table.len()];
    for _ in 0..3 {
        let (bags, _) = batch(&mut random, VOCABULARY)?;
        let direction = random.matrix(bags.len(), DIMENSION, 1.0)?.as_detached_tensor();
        let loss = (embedding.sum_bags(bags)? * &direction)?.sum_all()?;
        loss.backward()?;
        let gradient = embedding.take_gradient()?.unwrap();
        for (&id, row) in gradient.ids().iter().zip(gradient.data().chunks(DIMENSION)) {
            for (column, &slope) in row.iter().enumerate() {
                let place = id as usize * DIMENSION + column;
                momentum[place] = 0.75 * momentum[place] - 0.25 * slope;
                table[place] += momentum[place];
            }
        }
        // The same backward pass again, for the optimizer.
        loss.backward()?;
        assert_eq!(sgd.apply()?, gradient.ids().len());
        assert_eq!(embedding.table().flatten_all()?.to_vec1::<f32>()?, table);
        assert_eq!(sgd.momentum(), momentum);
    }
    assert_eq!(sgd.apply()?, 0, "there is no gradient left");
    Ok(())
}

/// A run that stops, and goes on from its table and momentum, is the run that did not stop.
#[test]
fn a_resumed_run_has_the_same_bits() -> Result<()> {
    let hyper = SgdMomentum::new(0.25, 0.9);
    let run = |stop_after: usize| -> Result<(Vec<u32>, Vec<f32>)> {
        let mut random = Random::new(9);
        let mut sgd = lazy(&mut random, 0.9)?;
        for step in 0..10 {
            if step == stop_after {
                let table = Var::from_tensor(&sgd.embedding().table().copy()?)?;
                sgd = LazySgd::resume(SparseEmbedding::new(table)?, hyper, sgd.momentum().to_vec())?;
            }
            let (bags, _) = batch(&mut random, VOCABULARY)?;
            sgd.embedding().sum_bags(bags)?.sqr()?.mean_all()?.backward()?;
            sgd.apply()?;
        }
        Ok((bits(sgd.embedding().table())?, sgd.momentum().to_vec()))
    };
    assert_eq!(run(4)?, run(usize::MAX)?);
    let error = LazySgd::resume(lazy(&mut Random::new(0), 0.0)?.embedding().clone(), hyper, vec![0.0; 3]).unwrap_err();
    let expected = format!("the momentum should have {} values, as the table has, and has 3", VOCABULARY * DIMENSION);
    assert!(error.to_string().starts_with(&expected), "{error}");
    Ok(())
}
