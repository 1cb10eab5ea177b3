//! Exact updates: the model is that of dense gradients.
use crate::model::{Optimizer, bits, each_rule, optimizer, train};
use crate::support::{Formula, LENGTH, Plain, Random, Result, VOCABULARY, assert_close, batches, bounds};
use lacuna_interop::training::{AdamW, Bags, LazyOptimizer, Rule, SgdMomentum, Update};

/// More steps than a row may miss, so that all rows are brought up to date on the way. Each of them pulls the table to
/// where the losses are least, so differences do not add up: roundings of 1e-16 a step, of numbers of up to 1e2, stay
/// below 1e-11. A lazy run is more than a thousandth off.
fn is_the_dense_optimizer<R: Rule<f64, N>, const N: usize>(rule: R, formula: Formula) -> Result<()> {
    let mut exact = optimizer::<R, f64, N>(rule.clone(), Update::Exact, 1)?;
    let mut lazy = optimizer::<R, f64, N>(rule, Update::Lazy, 1)?;
    let mut plain = Plain::new(exact.embedding().values());
    for (step, batch) in batches::<f64>(&mut Random::new(2), &bounds(1100), false)?.iter().enumerate() {
        train(&mut exact, batch)?;
        train(&mut lazy, batch)?;
        plain.step(batch, formula, true);
        // Reading is up to date, and changes nothing.
        if step % 50 == 7 {
            let ids = [VOCABULARY as u32 - 1, 0, 9];
            let found = exact.embedding().sums(&Bags::lookup(VOCABULARY, ids.to_vec())?)?;
            let expected: Vec<f64> =
                ids.iter().flat_map(|&id| plain.table[id as usize * LENGTH..][..LENGTH].to_vec()).collect();
            assert_close(&found, &expected, |place| 1e-10 * expected[place].abs().max(1.0));
        }
    }
    exact.flush()?;
    let found = exact.embedding().values();
    assert_close(&found, &plain.table, |place| 1e-10 * plain.table[place].abs().max(1.0));
    for (number, (_, state)) in exact.states()?.iter().enumerate() {
        let expected: Vec<f64> = plain.states.iter().map(|states| states[number]).collect();
        assert_close(state, &expected, |place| 1e-10 * expected[place].abs().max(1.0));
    }
    let lazily = lazy.embedding().values();
    assert!(found.iter().zip(&lazily).any(|(found, lazily)| (found - lazily).abs() > 1e-3), "another model");
    Ok(())
}

#[test]
fn they_are_the_dense_optimizer_up_to_rounding() -> Result<()> {
    each_rule!(is_the_dense_optimizer());
    Ok(())
}

/// The table's memory is written for the rows that are read, and no others, until all are brought up to date.
#[test]
fn reading_brings_up_to_date_the_rows_that_are_read() -> Result<()> {
    let rule = SgdMomentum { learning_rate: 0.05, momentum: 0.9, weight_decay: 0.1 };
    let mut exact: Optimizer<SgdMomentum, f64, 2> = optimizer(rule, Update::Exact, 5)?;
    for batch in batches::<f64>(&mut Random::new(6), &[VOCABULARY, 4, 4], false)? {
        train(&mut exact, &batch)?;
    }
    let before = bits(&exact.embedding().values());
    let ids = [20_u32, 25, 20];
    let read = bits(&exact.embedding().sums(&Bags::lookup(VOCABULARY, ids.to_vec())?)?);
    let after = bits(&exact.embedding().values());
    for row in 0..VOCABULARY {
        let places = row * LENGTH..(row + 1) * LENGTH;
        assert_eq!(before[places.clone()] != after[places], ids.contains(&(row as u32)), "row {row}");
    }
    assert_eq!(read[..LENGTH], after[20 * LENGTH..21 * LENGTH]);
    exact.flush()?;
    let flushed = bits(&exact.embedding().values());
    assert_eq!(flushed[20 * LENGTH..21 * LENGTH], after[20 * LENGTH..21 * LENGTH]);
    assert_ne!(flushed[21 * LENGTH..22 * LENGTH], after[21 * LENGTH..22 * LENGTH]);
    exact.flush()?;
    assert_eq!(bits(&exact.embedding().values()), flushed);
    Ok(())
}

/// Rows make up for steps of an optimizer that is gone, and of one that another has followed.
#[test]
fn steps_are_made_up_for_whoever_made_them() -> Result<()> {
    let rule = SgdMomentum { learning_rate: 0.05, momentum: 0.9, weight_decay: 0.1 };
    let mut first: Optimizer<SgdMomentum, f64, 2> = optimizer(rule, Update::Exact, 7)?;
    let embedding = first.embedding().clone();
    let adamw = AdamW { learning_rate: 0.05, beta1: 0.9, beta2: 0.99, epsilon: 1e-4, weight_decay: 0.1 };
    let mut second = LazyOptimizer::new(&embedding, adamw, Update::Exact)?;
    let mut third: Optimizer<SgdMomentum, f64, 2> = LazyOptimizer::new(&embedding, rule, Update::Lazy)?;
    let (mut plain, mut others) = (Plain::new(embedding.values()), Plain::new(embedding.values()));
    let turns = [&mut plain, &mut others];
    let formulas: [Formula; 2] = [crate::model::momentum, crate::model::adamw];
    let batches = batches::<f64>(&mut Random::new(8), &bounds(12), false)?;
    for (step, batch) in batches.iter().enumerate() {
        let turn = step / 3 % 2;
        match turn {
            0 => train(&mut first, batch)?,
            _ => train(&mut second, batch)?,
        };
        turns[turn].step(batch, formulas[turn], true);
        turns[1 - turn].table = turns[turn].table.clone();
    }
    drop(first);
    drop(second);
    // The first step of a lazy optimizer brings all rows up to date, though it has few of them itself.
    let batch = &batches[11];
    train(&mut third, batch)?;
    let mut lazily = Plain::new(embedding.values());
    lazily.table = plain.table;
    lazily.step(batch, crate::model::momentum, false);
    assert_close(&embedding.values(), &lazily.table, |_| 1e-10);
    Ok(())
}
