//! Optimizers on weights and gradients of 16 bits against those of `f32`.
use crate::operands::{Half, any, every_way, numbers, round, same, widen};
use crate::random_of::random_of;
use half::{bf16, f16};
use lacuna::error::Operand;
use lacuna::optim::{
    AdaGrad, Lamb, MixedRowStep, MixedStep, Nag, Rounding, RoundingStream, RowAdaGrad, RowAdam, RowLamb, RowRule, Rule,
    Sgd, SgdMomentum, Update, update, update_mixed, update_rows, update_rows_mixed,
};
use lacuna::{DenseMut, KernelError, RowSparse, RowSparseMut, RowsMut, Storage};
use lacuna_testing::Random;

const ROWS: usize = 40;

/// Dense, or of these stored rows.
fn rows_mut<'a, V: lacuna::Storage>(
    rows: usize,
    stored: Option<&'a [i32]>,
    length: usize,
    data: &'a mut [V],
) -> RowsMut<'a, V, i32> {
    match stored {
        None => DenseMut::new(rows, length, data).unwrap().into(),
        Some(ids) => RowSparseMut::new(rows, length, ids, data).unwrap().into(),
    }
}

fn steps_of<H: Half, R: Rule<f32, N> + std::fmt::Debug, const N: usize, const STATES: usize>(rule: R) {
    let random = &mut Random::seeded(6);
    let ids: Vec<i32> = (0..ROWS as i32).filter(|id| id % 3 == 1).collect();
    let some: Vec<i32> = (0..ROWS as i32).filter(|id| id % 3 != 0).collect();
    for length in [0, 1, 15, 16, 37, 64, 85] {
        for stored in [None, Some(&some[..])] {
            let elements = stored.map_or(ROWS, <[i32]>::len) * length;
            let gradient: Vec<H> = numbers(random, ids.len() * length);
            let weight: Vec<H> = numbers(random, elements);
            // Histories are not below zero.
            let states: [Vec<f32>; STATES] =
                std::array::from_fn(|_| widen(&numbers::<H>(random, elements)).iter().map(|x| x.abs()).collect());
            // What the master has beyond the weight.
            let master: Vec<f32> = weight.iter().map(|x| x.widen() * 1.000_1).collect();
            let gradient_wide = widen(&gradient);
            for with_master in [false, true] {
                let mut wide: [Vec<f32>; N] = std::array::from_fn(|n| match n.checked_sub(1) {
                    None if with_master => master.clone(),
                    None => widen(&weight),
                    Some(state) => states[state].clone(),
                });
                let arrays = wide.each_mut().map(|array| rows_mut(ROWS, stored, length, array));
                update(&rule, RowSparse::new(ROWS, length, &ids, &gradient_wide).unwrap(), arrays).unwrap();
                // A weight beside a master follows it where it is touched, and only there.
                let mut expected = round::<H>(&wide[0]);
                let is_touched = |k: usize| ids.contains(&stored.map_or(k as i32, |stored| stored[k]));
                if rule.common().update == Update::Lazy {
                    for k in (0..elements).filter(|k| !is_touched(k / length)) {
                        expected[k] = weight[k];
                    }
                }
                every_way(|way| {
                    let (mut found, mut found_master, mut found_states) =
                        (weight.clone(), master.clone(), states.clone());
                    way.run(MixedStep::<_, _, _, N, STATES> {
                        rule,
                        gradient: RowSparse::new(ROWS, length, &ids, &gradient).unwrap(),
                        weight: rows_mut(ROWS, stored, length, &mut found),
                        master: with_master.then(|| rows_mut(ROWS, stored, length, &mut found_master)),
                        states: found_states.each_mut().map(|state| rows_mut(ROWS, stored, length, state)),
                        rounding: Rounding::Nearest,
                    });
                    same(&expected, &found, &format!("{rule:?}, rows of {length}, master: {with_master}"));
                    let bits = |array: &[f32]| array.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                    assert_eq!(bits(&found_master), bits(if with_master { &wide[0] } else { &master }), "{rule:?}");
                    for (found, expected) in found_states.iter().zip(&wide[1..]) {
                        assert_eq!(bits(found), bits(expected), "{rule:?}");
                    }
                });
            }
        }
    }
}

/// Rules that look at whole rows, beside those of `f32` on the widened weight.
fn row_steps_of<
    H: Half,
    R: RowRule<f32, N, M, S> + std::fmt::Debug,
    const N: usize,
    const STATES: usize,
    const M: usize,
    const S: usize,
>(
    rule: R,
) {
    let random = &mut Random::seeded(8);
    let stream = RoundingStream { seed: 77, parameter: 2, step: 9, first_row: 1 << 40 };
    // Of several pieces, and of several blocks of the order law. Where these end, a bound of the gradient has no part.
    let has_bound = rule.common().clip_gradient.is_some();
    for length in [0, 1, 3, 16, 37, 130, 1024, 1150, 2100].into_iter().filter(|&length| length < 1024 || !has_bound) {
        // Of long rows a few: they are not worked off in blocks of rows.
        let rows = if length < 1024 { ROWS } else { 7 };
        let ids: Vec<i32> = (0..rows as i32).filter(|id| id % 3 == 1).collect();
        let some: Vec<i32> = (0..rows as i32).filter(|id| id % 3 != 0).collect();
        for (stored, with_master) in [(None, false), (None, true), (Some(&some[..]), false), (Some(&some[..]), true)] {
            let stored_rows = stored.map_or(rows, <[i32]>::len);
            let elements = stored_rows * length;
            let gradient: Vec<H> = numbers(random, ids.len() * length);
            let weight: Vec<H> = numbers(random, elements);
            let positive = |random: &mut Random, count| {
                widen(&numbers::<H>(random, count)).iter().map(|x| x.abs()).collect::<Vec<f32>>()
            };
            let states: [Vec<f32>; STATES] = std::array::from_fn(|_| positive(random, elements));
            let numbers: [Vec<f32>; M] = std::array::from_fn(|_| positive(random, stored_rows));
            let master: Vec<f32> = weight.iter().map(|x| x.widen() * 1.000_1).collect();
            let gradient_wide = widen(&gradient);
            let mut wide: [Vec<f32>; N] = std::array::from_fn(|n| match n.checked_sub(1) {
                None if with_master => master.clone(),
                None => widen(&weight),
                Some(state) => states[state].clone(),
            });
            let mut wide_numbers = numbers.clone();
            let arrays = wide.each_mut().map(|array| rows_mut(rows, stored, length, array));
            let of_rows = wide_numbers.each_mut().map(|array| rows_mut(rows, stored, 1, array));
            update_rows(&rule, RowSparse::new(rows, length, &ids, &gradient_wide).unwrap(), arrays, of_rows).unwrap();
            for rounding in [Rounding::Nearest, Rounding::Stochastic(stream)] {
                let row_of = |k: usize| stored.map_or(k / length, |stored| stored[k / length] as usize);
                let expected: Vec<H> = (0..elements)
                    .map(|k| match rounding {
                        _ if rule.common().update == Update::Lazy && row_of(k) % 3 != 1 => weight[k],
                        Rounding::Stochastic(stream) => {
                            H::store_at_random(wide[0][k], random_of(stream, row_of(k) as u64, k % length))
                        }
                        _ => H::store(wide[0][k]),
                    })
                    .collect();
                every_way(|way| {
                    let (mut found, mut found_master, mut found_states) =
                        (weight.clone(), master.clone(), states.clone());
                    let mut found_numbers = numbers.clone();
                    way.run(MixedRowStep::<_, _, _, N, STATES, M, S> {
                        rule,
                        gradient: RowSparse::new(rows, length, &ids, &gradient).unwrap(),
                        weight: rows_mut(rows, stored, length, &mut found),
                        master: with_master.then(|| rows_mut(rows, stored, length, &mut found_master)),
                        states: found_states.each_mut().map(|state| rows_mut(rows, stored, length, state)),
                        numbers: found_numbers.each_mut().map(|array| rows_mut(rows, stored, 1, array)),
                        rounding,
                    });
                    same(
                        &expected,
                        &found,
                        &format!("{rule:?}, rows of {length}, master: {with_master}, {rounding:?}"),
                    );
                    let bits = |array: &[f32]| array.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                    assert_eq!(bits(&found_master), bits(if with_master { &wide[0] } else { &master }), "{rule:?}");
                    let others = found_states.iter().zip(&wide[1..]).chain(found_numbers.iter().zip(&wide_numbers));
                    others.for_each(|(found, expected)| {
                        assert_eq!(bits(found), bits(expected), "{rule:?}, rows of {length}")
                    });
                });
            }
        }
    }
}

/// Subnormal, huge and infinite numbers and no numbers, in rows of a chunk of each length; every second row has numbers
/// only, the other ones nearly always one that is none.
fn steps_of_any_numbers<H: Half>() {
    const LENGTH: usize = 64 + 16 + 5;
    let random = &mut Random::seeded(10);
    let ids: Vec<i32> = (0..ROWS as i32).collect();
    let halves = |random: &mut Random| -> Vec<H> {
        let mut any: Vec<H> = any(random, ROWS * LENGTH);
        any.chunks_mut(LENGTH)
            .step_by(2)
            .flatten()
            .for_each(|x| *x = if x.widen().is_finite() { *x } else { H::of_bits(0) });
        any
    };
    let (weight, gradient) = (halves(random), halves(random));
    // Half way between two numbers of 16 bits, and beside it.
    let beside = |x: H| H::of_bits(x.to_bits().wrapping_add(1)).widen();
    let border = |(k, &x): (usize, &H)| {
        f32::from_bits(((x.widen() / 2.0 + beside(x) / 2.0).to_bits()).wrapping_add_signed(k as i32 % 3 - 1))
    };
    let master: Vec<f32> = halves(random).iter().enumerate().map(border).collect();
    for with_master in [false, true] {
        let old = if with_master { master.clone() } else { widen(&weight) };
        for rate in [0.0, 0.5] {
            let rule = Sgd::new(rate);
            let new: Vec<f32> = old.iter().zip(&gradient).map(|(w, g)| w - rate * g.widen()).collect();
            every_way(|way| {
                let (mut found, mut found_master) = (weight.clone(), master.clone());
                way.run(MixedStep::<_, _, _, 1, 0> {
                    rule,
                    gradient: RowSparse::new(ROWS, LENGTH, &ids, &gradient).unwrap(),
                    weight: rows_mut(ROWS, None, LENGTH, &mut found),
                    master: with_master.then(|| rows_mut(ROWS, None, LENGTH, &mut found_master)),
                    states: [],
                    rounding: Rounding::Nearest,
                });
                same(&round::<H>(&new), &found, &format!("rate {rate}, master: {with_master}"));
            });
        }
    }
}

#[test]
fn any_numbers_are_rounded_alike() {
    steps_of_any_numbers::<bf16>();
    steps_of_any_numbers::<f16>();
}

fn row_steps<H: Half>() {
    for update in [Update::Lazy, Update::Standard] {
        for (clip_gradient, rescale_gradient) in [(None, -0.75), (Some(0.5), 0.75)] {
            let weight_decay = 0.01;
            row_steps_of::<H, _, 1, 0, 1, 1>(RowAdaGrad {
                weight_decay,
                rescale_gradient,
                clip_gradient,
                update,
                ..RowAdaGrad::new(0.1, 1e-7)
            });
            let adam = RowAdam {
                weight_decay,
                rescale_gradient,
                clip_gradient,
                update,
                ..RowAdam::new(0.1, 0.9, 0.99, 1e-7, 0.1, 0.01)
            };
            row_steps_of::<H, _, 2, 1, 1, 1>(adam);
            let lamb = RowLamb {
                weight_decay,
                rescale_gradient,
                clip_gradient,
                update,
                ..RowLamb::new(0.1, 0.9, 0.99, 1e-7, 0.1, 0.01)
            };
            row_steps_of::<H, _, 2, 1, 1, 2>(lamb);
        }
    }
    // Without numbers of the rows, and with two sums.
    row_steps_of::<H, _, 3, 2, 0, 2>(Lamb::new(0.1, 0.9, 0.99, 1e-6, 0.1, 0.01, -1.0, 2.0));
}

#[test]
fn of_rows_of_f16() {
    row_steps::<f16>();
}

#[test]
fn of_rows_of_bf16() {
    row_steps::<bf16>();
}

#[test]
fn what_does_not_fit_a_row_rule_is_refused() {
    let gradient_data = [bf16::ONE; 2];
    let gradient = RowSparse::new(3, 2, &[1], &gradient_data).unwrap();
    let rule = RowAdam { update: Update::Standard, ..RowAdam::new(0.1_f32, 0.9, 0.99, 1e-7, 1.0, 1.0) };
    let (mut weight, mut master, mut mean, mut variance) = ([bf16::ONE; 8], [1.0_f32; 8], [1.0_f32; 8], [1.0_f32; 8]);
    let mut call = |[weight_rows, master_rows, mean_rows, variance_rows]: [usize; 4], columns, stored: &[i32]| {
        let weight = DenseMut::new(weight_rows, 2, &mut weight).unwrap().into();
        let master = DenseMut::new(master_rows, 2, &mut master).unwrap().into();
        let mean = DenseMut::new(mean_rows, 2, &mut mean).unwrap().into();
        let variance = match stored {
            [] => DenseMut::new(variance_rows, columns, &mut variance).unwrap().into(),
            _ => RowSparseMut::new(variance_rows, columns, stored, &mut variance[..columns * stored.len()])
                .unwrap()
                .into(),
        };
        update_rows_mixed(&rule, gradient, weight, Some(master), [mean], [variance], Rounding::Nearest)
    };
    let shape = |operand, axis, expected, found| Err(KernelError::Shape { operand, axis, expected, found });
    assert_eq!(call([2, 3, 3, 3], 1, &[]), shape(Operand::Weight, 0, 3, 2));
    assert_eq!(call([3, 4, 3, 3], 1, &[]), shape(Operand::State(3), 0, 3, 4));
    assert_eq!(call([3, 3, 2, 3], 1, &[]), shape(Operand::State(1), 0, 3, 2));
    assert_eq!(call([3, 3, 3, 4], 1, &[]), shape(Operand::State(2), 0, 3, 4));
    assert_eq!(call([3, 3, 3, 3], 2, &[]), shape(Operand::State(2), 1, 1, 2));
    assert_eq!(call([3, 3, 3, 3], 1, &[0, 2]), Err(KernelError::MissingRow { operand: Operand::State(2), row: 1 }));
    assert_eq!(call([3, 3, 3, 3], 1, &[1, 2]), Err(KernelError::MissingRow { operand: Operand::State(2), row: 0 }));
    assert_eq!((weight, master, mean, variance), ([bf16::ONE; 8], [1.0; 8], [1.0; 8], [1.0; 8]));
}

#[test]
fn rows_without_a_gradient_have_one_of_zero_that_is_not_rescaled() {
    let rule = SgdMomentum {
        weight_decay: 0.5,
        rescale_gradient: f32::INFINITY,
        update: Update::Standard,
        ..SgdMomentum::new(0.5, 0.5)
    };
    let gradient = RowSparse::new(2, 1, &[1], &[bf16::ONE]).unwrap();
    let (mut weight, mut momentum) = ([bf16::from_f32(2.0); 2], [0.0_f32; 2]);
    let states = [DenseMut::new(2, 1, &mut momentum).unwrap().into()];
    let rows = DenseMut::new(2, 1, &mut weight).unwrap().into();
    update_mixed(&rule, gradient, rows, None, states, Rounding::Nearest).unwrap();
    assert_eq!(weight.map(bf16::to_f32), [1.5, f32::NEG_INFINITY]);
    assert_eq!(momentum, [-0.5, f32::NEG_INFINITY]);

    let (mut weight, mut history) = ([bf16::from_f32(2.0); 2], [1.0_f32; 2]);
    let rule = RowAdaGrad {
        weight_decay: 0.5,
        rescale_gradient: f32::INFINITY,
        update: Update::Standard,
        ..RowAdaGrad::new(0.5, 0.0)
    };
    let numbers = [DenseMut::new(2, 1, &mut history).unwrap().into()];
    let rows = DenseMut::new(2, 1, &mut weight).unwrap().into();
    update_rows_mixed(&rule, gradient, rows, None, [], numbers, Rounding::Nearest).unwrap();
    assert_eq!((weight[0].to_f32().is_finite(), history[0].is_finite()), (true, true));
    assert_eq!(history[1], f32::INFINITY);
}

fn steps<H: Half>() {
    for update in [Update::Lazy, Update::Standard] {
        for (clip_gradient, rescale_gradient) in [(None, -0.75), (Some(0.5), 0.75)] {
            let weight_decay = 0.01;
            steps_of::<H, _, 1, 0>(Sgd { weight_decay, rescale_gradient, clip_gradient, update, ..Sgd::new(0.1) });
            steps_of::<H, _, 2, 1>(SgdMomentum {
                weight_decay,
                rescale_gradient,
                clip_gradient,
                update,
                ..SgdMomentum::new(0.1, 0.9)
            });
            steps_of::<H, _, 2, 1>(Nag { weight_decay, rescale_gradient, clip_gradient, update, ..Nag::new(0.1, 0.9) });
            steps_of::<H, _, 2, 1>(AdaGrad {
                weight_decay,
                rescale_gradient,
                clip_gradient,
                update,
                ..AdaGrad::new(0.1, 1e-7)
            });
        }
    }
    steps_of::<H, _, 1, 0>(Sgd::new(0.1));
}

#[test]
fn of_f16() {
    steps::<f16>();
}

#[test]
fn of_bf16() {
    steps::<bf16>();
}

#[test]
fn a_master_keeps_small_steps() {
    // As MXNet's mp_sgd_update: 1,000 steps of 2^-12 from 1, each less than half the last digit.
    let gradient = RowSparse::new(1, 1, &[0], &[f16::ONE]).unwrap();
    let hyper = Sgd::new(2.0_f32.powi(-12) * 0.5);
    let (mut alone, mut weight, mut master) = ([f16::ONE], [f16::ONE], [1.0_f32]);
    for _ in 0..1_000 {
        update_mixed(&hyper, gradient, DenseMut::new(1, 1, &mut alone).unwrap().into(), None, [], Rounding::Nearest)
            .unwrap();
        let master = Some(DenseMut::new(1, 1, &mut master).unwrap().into());
        update_mixed(&hyper, gradient, DenseMut::new(1, 1, &mut weight).unwrap().into(), master, [], Rounding::Nearest)
            .unwrap();
    }
    assert_eq!((alone, master), ([f16::ONE], [1.0 - 1_000.0 / 8_192.0]));
    assert_eq!(weight, [f16::from_f32(1.0 - 1_000.0 / 8_192.0)]);
}

#[test]
fn what_does_not_fit_is_refused() {
    let gradient_data = [f16::ONE; 2];
    let gradient = RowSparse::new(3, 2, &[1], &gradient_data).unwrap();
    let hyper = SgdMomentum { update: Update::Standard, ..SgdMomentum::new(0.1_f32, 0.9) };
    let (mut weight, mut master, mut momentum) = ([f16::ONE; 8], [1.0_f32; 8], [1.0_f32; 8]);
    let mut call = |[weight_rows, master_rows, momentum_rows]: [usize; 3], stored: &[i32]| {
        let weight = DenseMut::new(weight_rows, 2, &mut weight).unwrap().into();
        let master = DenseMut::new(master_rows, 2, &mut master).unwrap().into();
        let momentum = match stored {
            [] => DenseMut::new(momentum_rows, 2, &mut momentum).unwrap().into(),
            _ => RowSparseMut::new(momentum_rows, 2, stored, &mut momentum[..2 * stored.len()]).unwrap().into(),
        };
        update_mixed(&hyper, gradient, weight, Some(master), [momentum], Rounding::Nearest)
    };
    let shape = |operand, found| Err(KernelError::Shape { operand, axis: 0, expected: 3, found });
    assert_eq!(call([2, 3, 3], &[]), shape(Operand::Weight, 2));
    assert_eq!(call([3, 4, 3], &[]), shape(Operand::State(2), 4));
    assert_eq!(call([3, 3, 2], &[]), shape(Operand::State(1), 2));
    assert_eq!(call([3, 3, 3], &[0, 2]), Err(KernelError::MissingRow { operand: Operand::State(1), row: 1 }));
    assert_eq!(call([3, 3, 3], &[1, 2]), Err(KernelError::MissingRow { operand: Operand::State(1), row: 0 }));
    let bad = SgdMomentum { clip_gradient: Some(-1.0), ..hyper };
    let refused = update_mixed(&bad, gradient, RowsMut::default(), None, [RowsMut::default()], Rounding::Nearest);
    assert!(matches!(refused, Err(KernelError::Parameter { .. })));
    assert_eq!((weight, master, momentum), ([f16::ONE; 8], [1.0; 8], [1.0; 8]));
}

/// The number of 16 bits below and the one above, in magnitude, and the share of the way between them.
fn neighbours<H: Half>(value: f32) -> (H, H, f64) {
    let sign = if value < 0.0 { 0x8000 } else { 0 };
    // Magnitudes ascend with their bits.
    let of_bits = |bits: u16| f64::from(H::of_bits(bits).widen());
    let below = (0..=0x7f80_u16).rev().find(|&bits| of_bits(bits) <= f64::from(value.abs())).unwrap();
    let [low, high] = [of_bits(below), of_bits(below + 1)];
    let share = if high.is_finite() { (f64::from(value.abs()) - low) / (high - low) } else { 0.0 };
    (H::of_bits(sign | below), H::of_bits(sign | (below + 1)), share)
}

/// Each number is rounded to its neighbours, to the further one for its share of all 2^16 random numbers, to 2^-16.
fn shares<H: Half>(values: &[f32]) {
    for &value in values {
        let (below, above, share) = neighbours::<H>(value);
        let mut ups = 0;
        for random in 0..=u16::MAX {
            let stored = H::store_at_random(value, random).to_bits();
            assert!(stored == below.to_bits() || stored == above.to_bits(), "{value} became {stored:#x}");
            ups += u32::from(stored == above.to_bits());
        }
        assert!((f64::from(ups) - share * 65_536.0).abs() <= 1.0, "{value}: {ups} of 65,536 for {share}");
    }
}

#[test]
fn numbers_are_rounded_by_their_shares() {
    shares::<bf16>(&[1.0, 1.001, -1.001, 3.2109, -2.7e-30, 1e-40, 65_504.0, 1.5e38]);
    shares::<f16>(&[
        1.0, 1.0001, -1.001, 3.2109, 65_000.0, -65_503.0, 6.2e-5, 6.1e-5, 6.103e-5, 6e-5, -1.234e-6, 3e-8, 1e-9, 0.0,
    ]);
    for random in [0, 1, u16::MAX] {
        for value in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -0.0] {
            assert_eq!(f16::store_at_random(value, random).to_bits(), f16::from_f32(value).to_bits(), "{value}");
            assert_eq!(bf16::store_at_random(value, random).to_bits(), bf16::from_f32(value).to_bits(), "{value}");
        }
    }
}

/// Every way of running it rounds every element by the number of its row and column.
fn stochastic<H: Half>(update: Update) {
    let random = &mut Random::seeded(9);
    let ids: Vec<i32> = (0..ROWS as i32).filter(|id| id % 3 == 1).collect();
    let stream = RoundingStream { seed: 0x1234_5678_9abc_def0, parameter: 1 << 40, step: 3, first_row: 5 << 33 };
    for length in [1, 7, 16, 37, 128, 150, 300] {
        let weight: Vec<H> = numbers(random, ROWS * length);
        let gradient: Vec<H> = numbers(random, ids.len() * length);
        let rule = Sgd { weight_decay: 0.01, update, ..Sgd::new(0.001) };
        let mut wide = widen(&weight);
        let wide_gradient = widen(&gradient);
        let gradient_rows = RowSparse::new(ROWS, length, &ids, &wide_gradient).unwrap();
        lacuna::optim::update(&rule, gradient_rows, [DenseMut::new(ROWS, length, &mut wide).unwrap().into()]).unwrap();
        let expected: Vec<H> = (0..ROWS * length)
            .map(|k| {
                let (row, column) = (k / length, k % length);
                let is_touched = update == Update::Standard || row % 3 == 1;
                if is_touched { H::store_at_random(wide[k], random_of(stream, row as u64, column)) } else { weight[k] }
            })
            .collect();
        every_way(|way| {
            let mut found = weight.clone();
            way.run(MixedStep::<_, _, _, 1, 0> {
                rule,
                gradient: RowSparse::new(ROWS, length, &ids, &gradient).unwrap(),
                weight: rows_mut(ROWS, None, length, &mut found),
                master: None,
                states: [],
                rounding: Rounding::Stochastic(stream),
            });
            same(&expected, &found, &format!("rows of {length}"));
        });
    }
}

#[test]
fn stochastic_rounding_is_a_function_of_row_and_column() {
    for update in [Update::Lazy, Update::Standard] {
        stochastic::<f16>(update);
        stochastic::<bf16>(update);
    }
}

#[test]
fn small_steps_count_on_average() {
    // 4,096 steps of 2^-16 from 1 in bf16, whose last digit is 2^-7 there: to the nearest, nothing moves.
    const COLUMNS: usize = 512;
    let gradient_data = [bf16::from_f32(-1.0); COLUMNS];
    let gradient = RowSparse::new(1, COLUMNS, &[0], &gradient_data).unwrap();
    let rule = Sgd::new(2.0_f32.powi(-16));
    let (mut nearest, mut random) = ([bf16::ONE; COLUMNS], [bf16::ONE; COLUMNS]);
    for step in 0..4096 {
        let stream = RoundingStream { seed: 11, parameter: 0, step, first_row: 0 };
        update_mixed(
            &rule,
            gradient,
            DenseMut::new(1, COLUMNS, &mut nearest).unwrap().into(),
            None,
            [],
            Rounding::Nearest,
        )
        .unwrap();
        update_mixed(
            &rule,
            gradient,
            DenseMut::new(1, COLUMNS, &mut random).unwrap().into(),
            None,
            [],
            Rounding::Stochastic(stream),
        )
        .unwrap();
    }
    assert_eq!(nearest, [bf16::ONE; COLUMNS]);
    let mean = random.iter().map(|w| f64::from(w.to_f32())).sum::<f64>() / COLUMNS as f64;
    // The steps of a column are 4,096 draws of one digit with a probability of 2^-9: a variance of 8 digits squared;
    // five standard deviations of the mean.
    let bound = 5.0 * (8.0 / COLUMNS as f64).sqrt() * 2.0_f64.powi(-7);
    assert!((mean - (1.0 + 4096.0 / 65_536.0)).abs() < bound, "{mean}");
}
