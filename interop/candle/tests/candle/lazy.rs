//! Lazy steps: what they write, what they leave, and that they are the formulas.
use crate::common::{Random, assert_close, bits, row_sparse, values};
use crate::rules::{Formula, LENGTH, Plain, VOCABULARY, batches, copy, each_rule, loss, optimizer, states, train};
use anyhow::{Result, bail};
use candle_core::{Storage, Tensor};
use candle_nn::{Optimizer, ParamsAdamW, SGD};
use lacuna_candle::lacuna::optim::Nag;
use lacuna_candle::optim::Kernel;
use lacuna_candle::{
    AdamW, Element, LazyAdam, LazyOptimizer, LazySgd, LazySgdMomentum, Rule, Sgd, SgdMomentum, SparseEmbedding, Update,
};

/// Batches of rows that all occur, of which half occur, of few that do.
const BOUNDS: [usize; 40] = {
    let mut bounds = [VOCABULARY; 40];
    let mut step = 0;
    while step < 40 {
        bounds[step] = [VOCABULARY, VOCABULARY / 2, 4][step % 3];
        step += 1;
    }
    bounds
};

/// 40 steps of values around 1 in f64, each rounded a few times by 2^-53 of itself: 1e-13 with a wide margin, and
/// divisions by roots of small numbers make a hundred times that of it.
fn is_the_formula<R: Rule<f64, N>, const N: usize>(rule: R, formula: Formula, every: bool) -> Result<()> {
    let mut lazy = optimizer::<R, f64, N>(rule, Update::Lazy, 1)?;
    let mut plain = Plain::new(lazy.embedding().table())?;
    for batch in batches::<f64>(&mut Random::new(2), &BOUNDS, every)? {
        train(&mut lazy, &batch)?;
        plain.step(&batch, formula, every)?;
    }
    assert_close(&values(lazy.embedding().table())?, &plain.table, |place| 1e-11 * plain.table[place].abs().max(1.0));
    for (number, state) in states(&lazy)?.iter().enumerate() {
        let expected: Vec<f64> = plain.states.iter().map(|states| states[number]).collect();
        assert_close(state, &expected, |place| 1e-11 * expected[place].abs().max(1.0));
    }
    assert_eq!(lazy.steps(), 40);
    Ok(())
}

#[test]
fn a_step_is_the_formula_in_the_rows_that_occur() -> Result<()> {
    each_rule!(is_the_formula(false));
    Ok(())
}

#[test]
fn where_all_rows_occur_it_is_the_dense_optimizer() -> Result<()> {
    each_rule!(is_the_formula(true));
    Ok(())
}

/// The table that candle's optimizer makes of the same batches, by dense gradients.
pub fn by_candle<V: Element, O: Optimizer>(
    first: &Tensor,
    batches: &[crate::rules::Batch<V>],
    config: O::Config,
) -> Result<Vec<f64>> {
    let table = copy(first)?;
    let mut optimizer = O::new(vec![table.clone()], config)?;
    for batch in batches {
        let sums = crate::common::matrix_of(&batch.bags)?.matmul(&table)?;
        optimizer.backward_step(&loss(&sums, &batch.direction)?)?;
    }
    values(&table)
}

pub const ADAMW: AdamW = AdamW { learning_rate: 0.05, beta1: 0.9, beta2: 0.99, epsilon: 1e-4, weight_decay: 0.1 };

pub fn candles_adamw() -> ParamsAdamW {
    ParamsAdamW { lr: 0.05, beta1: 0.9, beta2: 0.99, eps: 1e-4, weight_decay: 0.1 }
}

/// As above; in f32, 2^-24 for 2^-53.
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
        _ => bail!("not on the CPU"),
    }
}

/// After a warm-up every row has states, so that a dense update would move every row.
fn leaves_others_alone<R: Rule<f64, N>, const N: usize>(rule: R, _: Formula) -> Result<()> {
    let mut lazy = optimizer::<R, f64, N>(rule, Update::Lazy, 7)?;
    for batch in batches::<f64>(&mut Random::new(8), &[VOCABULARY; 3], true)? {
        assert_eq!(train(&mut lazy, &batch)?, VOCABULARY);
    }
    let all = |lazy: &LazyOptimizer<R, f64, N>| -> Result<Vec<Vec<u64>>> {
        let states = lazy.states()?;
        [lazy.embedding().table().as_tensor()]
            .into_iter()
            .chain(states.iter().map(|(_, state)| state))
            .map(bits)
            .collect()
    };
    let (before, address) = (all(&lazy)?, place(lazy.embedding().table())?);
    let batch = &batches::<f64>(&mut Random::new(9), &[VOCABULARY / 2], false)?[0];
    let count = train(&mut lazy, batch)?;
    assert_eq!(place(lazy.embedding().table())?, address, "the table stays where it is");
    let after = all(&lazy)?;
    assert_eq!(after.len(), N);
    let mut changed = 0;
    for row in 0..VOCABULARY {
        let touched = batch.bags.ids().contains(&(row as u32));
        changed += usize::from(touched);
        for (before, after) in before.iter().zip(&after) {
            let places = row * LENGTH..(row + 1) * LENGTH;
            assert_eq!(before[places.clone()] != after[places], touched, "row {row}");
        }
    }
    assert_eq!(count, changed);
    assert!(0 < changed && changed <= VOCABULARY / 2);
    Ok(())
}

#[test]
fn rows_that_do_not_occur_keep_their_bits() -> Result<()> {
    each_rule!(leaves_others_alone());
    Ok(())
}

/// A run that stops, and goes on from its table and states, is the run that did not stop.
fn resumes<R: Rule<f64, N>, const N: usize>(rule: R, _: Formula, update: Update) -> Result<()> {
    let run = |stops: bool| -> Result<Vec<u64>> {
        let mut lazy = optimizer::<R, f64, N>(rule.clone(), update, 10)?;
        for (step, batch) in batches::<f64>(&mut Random::new(11), &BOUNDS[..12], false)?.iter().enumerate() {
            if step == 7 {
                // Of exact updates this brings rows up to date: in both runs, as it rounds.
                let states: Vec<_> = lazy.states()?.into_iter().map(|(_, state)| state).collect();
                if stops {
                    let embedding = SparseEmbedding::new(copy(lazy.embedding().table())?)?;
                    lazy = LazyOptimizer::resume(&embedding, rule.clone(), update, lazy.steps(), &states)?;
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

#[test]
fn a_resumed_run_has_the_same_bits() -> Result<()> {
    each_rule!(resumes(Update::Lazy));
    each_rule!(resumes(Update::Exact));
    Ok(())
}

#[test]
fn a_step_without_a_gradient_is_none() -> Result<()> {
    let mut lazy = optimizer::<SgdMomentum, f32, 2>(SgdMomentum::default(), Update::Lazy, 12)?;
    let before = bits(lazy.embedding().table())?;
    assert_eq!((lazy.step()?, lazy.steps()), (0, 0));
    assert_eq!(bits(lazy.embedding().table())?, before);
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
    let slopes = crate::common::dense(&gradient);
    let mut view = gradient.view_mut()?;
    view.data_mut().iter_mut().for_each(|value| *value *= 2.0);
    assert_eq!(lazy.apply(&gradient)?, gradient.indices().len());
    let expected: Vec<f64> = before.iter().zip(&slopes).map(|(before, slope)| before - slope).collect();
    assert_eq!(values(lazy.embedding().table())?, expected);
    Ok(())
}

/// The rate of each step is that of the formula with this rate.
#[test]
fn the_learning_rate_can_follow_a_schedule() -> Result<()> {
    let mut lazy: LazySgdMomentum<f64> = optimizer(SgdMomentum::default(), Update::Lazy, 15)?;
    *lazy.rule_mut() = SgdMomentum { learning_rate: 0.05, momentum: 0.9, weight_decay: 0.1 };
    let mut plain = Plain::new(lazy.embedding().table())?;
    let half: Formula = |_, g, w, [m, _]| {
        *m = 0.9 * *m - 0.025 * (g + 0.1 * *w);
        *w += *m;
    };
    for (step, batch) in batches::<f64>(&mut Random::new(16), &BOUNDS[..10], false)?.iter().enumerate() {
        if step == 5 {
            lazy.rule_mut().learning_rate = 0.025;
        }
        train(&mut lazy, batch)?;
        plain.step(batch, if step < 5 { crate::rules::momentum } else { half }, false)?;
    }
    assert_close(&values(lazy.embedding().table())?, &plain.table, |_| 1e-11);
    Ok(())
}

/// Nesterov's momentum, of which there is no rule here: MXNet's `nag_mom_update`.
#[test]
fn any_rule_of_the_kernels_can_be_taken() -> Result<()> {
    let mut lazy = optimizer::<_, f64, 2>(Kernel(Nag::new(0.05, 0.9)), Update::Lazy, 17)?;
    let mut plain = Plain::new(lazy.embedding().table())?;
    let nag: Formula = |_, g, w, [m, _]| {
        let before = *m;
        *m = 0.9 * *m - 0.05 * g;
        *w += 1.9 * *m - 0.9 * before;
    };
    for batch in batches::<f64>(&mut Random::new(18), &BOUNDS[..10], false)? {
        train(&mut lazy, &batch)?;
        plain.step(&batch, nag, false)?;
    }
    assert_close(&values(lazy.embedding().table())?, &plain.table, |_| 1e-11);
    assert_eq!(lazy.states()?[0].0, "state1");
    Ok(())
}

/// So large that threads share the steps.
#[test]
fn bits_do_not_depend_on_threads() -> Result<()> {
    let run = |threads: usize, update: Update| -> Result<Vec<u64>> {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(|| {
            let mut random = Random::new(19);
            let embedding = SparseEmbedding::<f32>::new(random.var::<f32>((4000, 40))?)?;
            let mut lazy =
                LazyAdam::new(&embedding, lacuna_candle::Adam { weight_decay: 0.1, ..Default::default() }, update)?;
            for _ in 0..4 {
                let mut bags = lacuna_candle::Bags::new(4000);
                let ids = (0..3000).map(|_| Ok(random.below(4000)? as u32)).collect::<Result<Vec<_>>>()?;
                bags.push_mean(&ids)?;
                embedding.sum_bags(std::sync::Arc::new(bags))?.sqr()?.sum_all()?.backward()?;
                lazy.step()?;
            }
            lazy.flush()?;
            bits(embedding.table())
        })
    };
    for update in [Update::Lazy, Update::Exact] {
        assert_eq!(run(1, update)?, run(3, update)?);
    }
    Ok(())
}
