//! Lazy steps: what they write, what they leave, and that they are the formulas.
use crate::model::{Optimizer, Table, bits, each_rule, momentum, optimizer, train};
use crate::support::{BOUNDS, Batch, Formula, LENGTH, Plain, Random, Result, VOCABULARY, assert_close, batches, dense};
use lacuna::optim::Nag;
use lacuna_interop::training::{
    Adam, Bags, Embedding, Kernel, LazyAdam, LazyOptimizer, Rule, Sgd, SgdMomentum, Update,
};

/// 40 steps of values around 1 in f64, each rounded a few times by 2^-53 of itself: 1e-13 with a wide margin, and
/// divisions by roots of small numbers make a hundred times that of it.
fn is_the_formula<R: Rule<f64, N>, const N: usize>(rule: R, formula: Formula, every: bool) -> Result<()> {
    let mut lazy = optimizer::<R, f64, N>(rule, Update::Lazy, 1)?;
    let mut plain = Plain::new(lazy.embedding().values());
    for batch in batches::<f64>(&mut Random::new(2), &BOUNDS, every)? {
        train(&mut lazy, &batch)?;
        plain.step(&batch, formula, every);
    }
    assert_close(&lazy.embedding().values(), &plain.table, |place| 1e-11 * plain.table[place].abs().max(1.0));
    for (number, (_, state)) in lazy.states()?.iter().enumerate() {
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

/// After a warm-up every row has states, so that a dense update would move every row.
fn leaves_others_alone<R: Rule<f64, N>, const N: usize>(rule: R, _: Formula) -> Result<()> {
    let mut lazy = optimizer::<R, f64, N>(rule, Update::Lazy, 7)?;
    for batch in batches::<f64>(&mut Random::new(8), &[VOCABULARY; 3], true)? {
        assert_eq!(train(&mut lazy, &batch)?, VOCABULARY);
    }
    let all = |lazy: &Optimizer<R, f64, N>| -> Result<Vec<Vec<u64>>> {
        let states = lazy.states()?.into_iter().map(|(_, state)| bits(&state));
        Ok([bits(&lazy.embedding().values())].into_iter().chain(states).collect())
    };
    let before = all(&lazy)?;
    let batch = &batches::<f64>(&mut Random::new(9), &[VOCABULARY / 2], false)?[0];
    let count = train(&mut lazy, batch)?;
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
                    let embedding = Table::new((VOCABULARY, LENGTH), lazy.embedding().values());
                    lazy = LazyOptimizer::resume(&embedding, rule.clone(), update, lazy.steps(), &states)?;
                }
            }
            train(&mut lazy, batch)?;
        }
        let mut all = bits(&lazy.embedding().values());
        lazy.states()?.iter().for_each(|(_, state)| all.extend(bits(state)));
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
    let before = lazy.embedding().values();
    assert_eq!((lazy.step()?, lazy.steps()), (0, 0));
    assert_eq!(lazy.embedding().values(), before);
    Ok(())
}

/// A gradient that a caller has taken, and doubled, is twice the step of plain SGD: in powers of two, by bits.
#[test]
fn a_gradient_can_be_changed_before_it_is_applied() -> Result<()> {
    let rule = Sgd { learning_rate: 0.5, weight_decay: 0.0 };
    let mut lazy: Optimizer<Sgd, f64, 1> = optimizer(rule, Update::Lazy, 13)?;
    let batch = &batches::<f64>(&mut Random::new(14), &[VOCABULARY], false)?[0];
    lazy.embedding().train(batch)?;
    let mut gradient = lazy.embedding().take_gradient_sum()?.ok_or("no gradient")?;
    let before = lazy.embedding().values();
    let slopes = dense(&gradient);
    let mut view = gradient.view_mut()?;
    view.data_mut().iter_mut().for_each(|value| *value *= 2.0);
    assert_eq!(lazy.apply(&gradient)?, gradient.indices().len());
    let expected: Vec<f64> = before.iter().zip(&slopes).map(|(before, slope)| before - slope).collect();
    assert_eq!(lazy.embedding().values(), expected);
    Ok(())
}

/// The rate of each step is that of the formula with this rate.
#[test]
fn the_learning_rate_can_follow_a_schedule() -> Result<()> {
    let mut lazy: Optimizer<SgdMomentum, f64, 2> = optimizer(SgdMomentum::default(), Update::Lazy, 15)?;
    *lazy.rule_mut() = SgdMomentum { learning_rate: 0.05, momentum: 0.9, weight_decay: 0.1 };
    let mut plain = Plain::new(lazy.embedding().values());
    let half: Formula = |_, g, w, [m, _]| {
        *m = 0.9 * *m - 0.025 * (g + 0.1 * *w);
        *w += *m;
    };
    for (step, batch) in batches::<f64>(&mut Random::new(16), &BOUNDS[..10], false)?.iter().enumerate() {
        if step == 5 {
            lazy.rule_mut().learning_rate = 0.025;
        }
        train(&mut lazy, batch)?;
        plain.step(batch, if step < 5 { momentum } else { half }, false);
    }
    assert_close(&lazy.embedding().values(), &plain.table, |_| 1e-11);
    Ok(())
}

/// Nesterov's momentum, of which there is no rule here: MXNet's `nag_mom_update`.
#[test]
fn any_rule_of_the_kernels_can_be_taken() -> Result<()> {
    let mut lazy = optimizer::<_, f64, 2>(Kernel(Nag::new(0.05, 0.9)), Update::Lazy, 17)?;
    let mut plain = Plain::new(lazy.embedding().values());
    let nag: Formula = |_, g, w, [m, _]| {
        let before = *m;
        *m = 0.9 * *m - 0.05 * g;
        *w += 1.9 * *m - 0.9 * before;
    };
    for batch in batches::<f64>(&mut Random::new(18), &BOUNDS[..10], false)? {
        train(&mut lazy, &batch)?;
        plain.step(&batch, nag, false);
    }
    assert_close(&lazy.embedding().values(), &plain.table, |_| 1e-11);
    assert_eq!(lazy.states()?[0].0, "state1");
    Ok(())
}

/// So large that threads share the steps.
#[test]
fn bits_do_not_depend_on_threads() -> Result<()> {
    let run = |threads: usize, update: Update| -> Result<Vec<u32>> {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(|| {
            let mut random = Random::new(19);
            let values = random.values(4000 * 40, 1.0).into_iter().map(|value| value as f32).collect();
            let rule = Adam { weight_decay: 0.1, ..Adam::default() };
            let mut lazy = LazyAdam::new(&Table::new((4000, 40), values), rule, update)?;
            for _ in 0..4 {
                let mut bags = Bags::new(4000);
                bags.push_mean(&(0..3000).map(|_| random.below(4000) as u32).collect::<Vec<_>>())?;
                lazy.embedding().train(&Batch { bags, direction: random.values(40, 1.0) })?;
                lazy.step()?;
            }
            lazy.flush()?;
            Ok(lazy.embedding().values().iter().map(|value| value.to_bits()).collect())
        })
    };
    for update in [Update::Lazy, Update::Exact] {
        assert_eq!(run(1, update)?, run(3, update)?);
    }
    Ok(())
}
