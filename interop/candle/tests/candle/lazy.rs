//! Steps against candle's optimizers. That they are the formulas of each rule, `lacuna-interop` tests.
use crate::common::{bits, matrix_of, row_sparse, values};
use crate::rules::{Batch, batches, copy, loss, optimizer, train};
use crate::support::{BOUNDS, Random, Result, VOCABULARY, assert_close, dense};
use candle_core::{Storage, Tensor};
use candle_nn::{Optimizer, ParamsAdamW, SGD};
use lacuna_candle::{AdamW, Element, LazyAdamW, LazyOptimizer, LazySgd, Sgd, SparseEmbedding, Update};

/// The table that candle's optimizer makes of the same batches, by dense gradients.
pub fn by_candle<V: Element, O: Optimizer>(
    first: &Tensor,
    batches: &[Batch<V>],
    config: O::Config,
) -> Result<Vec<f64>> {
    let table = copy(first)?;
    let mut optimizer = O::new(vec![table.clone()], config)?;
    for batch in batches {
        let sums = matrix_of(&batch.bags, false)?.matmul(&table)?;
        optimizer.backward_step(&loss(&sums, &batch.direction)?)?;
    }
    values(&table)
}

pub const ADAMW: AdamW = AdamW { learning_rate: 0.05, beta1: 0.9, beta2: 0.99, epsilon: 1e-4, weight_decay: 0.1 };

pub fn candles_adamw() -> ParamsAdamW {
    ParamsAdamW { lr: 0.05, beta1: 0.9, beta2: 0.99, eps: 1e-4, weight_decay: 0.1 }
}

/// 40 steps of values around 1 in f64, each rounded a few times by 2^-53 of itself: 1e-13 with a wide margin, and
/// divisions by roots of small numbers make a hundred times that of it. In f32, 2^-24 for 2^-53.
#[test]
fn where_all_rows_occur_they_are_candles_optimizers() -> Result<()> {
    fn adamw<V: Element>(bound: f64) -> Result<()> {
        let mut lazy = optimizer::<AdamW, V, 3>(ADAMW, Update::Lazy, 3)?;
        let batches = batches::<V>(&mut Random::new(4), &BOUNDS, true)?;
        let expected = by_candle::<V, candle_nn::AdamW>(lazy.embedding().table(), &batches, candles_adamw())?;
        batches.iter().try_for_each(|batch| train(&mut lazy, batch).map(drop))?;
        assert_close(&values(lazy.embedding().table())?, &expected, |_| bound);
        Ok(())
    }
    adamw::<f64>(1e-11)?;
    adamw::<f32>(1e-4)?;
    // Without a decay, rows that do not occur stay as they are in candle's, too.
    let rule = Sgd { learning_rate: 0.1, weight_decay: 0.0 };
    let mut lazy = optimizer::<Sgd, f64, 1>(rule, Update::Lazy, 5)?;
    let batches = batches::<f64>(&mut Random::new(6), &BOUNDS, false)?;
    let expected = by_candle::<f64, SGD>(lazy.embedding().table(), &batches, 0.1)?;
    batches.iter().try_for_each(|batch| train(&mut lazy, batch).map(drop))?;
    assert_close(&values(lazy.embedding().table())?, &expected, |_| 1e-11);
    Ok(())
}

#[test]
fn adam_without_a_decay_is_adamw_without_one() -> Result<()> {
    let AdamW { learning_rate, beta1, beta2, epsilon, .. } = ADAMW;
    let adam = lacuna_candle::Adam { learning_rate, beta1, beta2, epsilon, weight_decay: 0.0 };
    let mut lazy = optimizer::<_, f64, 3>(adam, Update::Lazy, 3)?;
    let batches = batches::<f64>(&mut Random::new(4), &BOUNDS, true)?;
    let params = ParamsAdamW { weight_decay: 0.0, ..candles_adamw() };
    let expected = by_candle::<f64, candle_nn::AdamW>(lazy.embedding().table(), &batches, params)?;
    batches.iter().try_for_each(|batch| train(&mut lazy, batch).map(drop))?;
    assert_close(&values(lazy.embedding().table())?, &expected, |_| 1e-11);
    Ok(())
}

/// Where the values lie in memory.
fn place(tensor: &Tensor) -> Result<*const f64> {
    match &*tensor.storage_and_layout().0 {
        Storage::Cpu(storage) => Ok(storage.as_slice::<f64>()?.as_ptr()),
        _ => Err("not on the CPU".into()),
    }
}

/// A run that stops, and goes on from its table and states, is the run that did not stop; the table stays where it is.
#[test]
fn a_resumed_run_has_the_same_bits() -> Result<()> {
    let run = |stops: bool| -> Result<Vec<u64>> {
        let mut lazy: LazyAdamW<f64> = optimizer(ADAMW, Update::Exact, 10)?;
        let address = place(lazy.embedding().table())?;
        for (step, batch) in batches::<f64>(&mut Random::new(11), &BOUNDS[..12], false)?.iter().enumerate() {
            if step == 7 {
                assert_eq!(place(lazy.embedding().table())?, address);
                // This brings rows up to date: in both runs, as it rounds.
                let states: Vec<_> = lazy.states()?.into_iter().map(|(_, state)| state).collect();
                if stops {
                    let embedding = SparseEmbedding::new(copy(lazy.embedding().table())?)?;
                    lazy = LazyOptimizer::resume(&embedding, ADAMW, Update::Exact, lazy.steps(), &states)?;
                }
            }
            train(&mut lazy, batch)?;
        }
        let states = lazy.states()?;
        let mut all = bits(lazy.embedding().table())?;
        for (_, state) in states {
            all.extend(bits(&state)?);
        }
        Ok(all)
    };
    assert_eq!(run(true)?, run(false)?);
    Ok(())
}

/// A gradient that a caller has taken, and doubled, is twice the step of plain SGD: in powers of two, by bits.
#[test]
fn a_gradient_can_be_changed_before_it_is_applied() -> Result<()> {
    let rule = Sgd { learning_rate: 0.5, weight_decay: 0.0 };
    let mut lazy: LazySgd<f64> = optimizer(rule, Update::Lazy, 13)?;
    let batch = &batches::<f64>(&mut Random::new(14), &[VOCABULARY], false)?[0];
    loss(&lazy.embedding().sum_bags(batch.bags.clone())?, &batch.direction)?.backward()?;
    let mut gradient = row_sparse(lazy.embedding())?;
    let before = values(lazy.embedding().table())?;
    let slopes = dense(&gradient);
    let mut view = gradient.view_mut()?;
    view.data_mut().iter_mut().for_each(|value| *value *= 2.0);
    assert_eq!(lazy.apply(&gradient)?, gradient.indices().len());
    let expected: Vec<f64> = before.iter().zip(&slopes).map(|(before, slope)| before - slope).collect();
    assert_eq!(values(lazy.embedding().table())?, expected);
    Ok(())
}
