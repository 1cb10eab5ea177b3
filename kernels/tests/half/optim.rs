//! Optimizers on weights and gradients of 16 bits against those of `f32`.
use crate::operands::{Draw, Half, every_way, round, same, widen};
use half::{bf16, f16};
use lacuna::error::Operand;
use lacuna::optim::{AdaGrad, MixedStep, Nag, Rule, Sgd, SgdMomentum, Update, update, update_mixed};
use lacuna::{DenseMut, KernelError, RowSparse, RowSparseMut, RowsMut};

const ROWS: usize = 40;

/// Dense, or of these stored rows.
fn rows_mut<'a, V: lacuna::Storage>(stored: Option<&'a [i32]>, length: usize, data: &'a mut [V]) -> RowsMut<'a, V, i32> {
    match stored {
        None => DenseMut::new(ROWS, length, data).unwrap().into(),
        Some(ids) => RowSparseMut::new(ROWS, length, ids, data).unwrap().into(),
    }
}

fn steps_of<H: Half, R: Rule<f32, N> + std::fmt::Debug, const N: usize, const STATES: usize>(rule: R) {
    let mut draw = Draw(6);
    let ids: Vec<i32> = (0..ROWS as i32).filter(|id| id % 3 == 1).collect();
    let some: Vec<i32> = (0..ROWS as i32).filter(|id| id % 3 != 0).collect();
    for length in [0, 1, 15, 16, 37, 64] {
        for stored in [None, Some(&some[..])] {
            let elements = stored.map_or(ROWS, <[i32]>::len) * length;
            let gradient: Vec<H> = draw.values(ids.len() * length);
            let weight: Vec<H> = draw.values(elements);
            // Histories are not below zero.
            let states: [Vec<f32>; STATES] = std::array::from_fn(|_| widen(&draw.values::<H>(elements)).iter().map(|x| x.abs()).collect());
            // What the master has beyond the weight.
            let master: Vec<f32> = weight.iter().map(|x| x.widen() * 1.000_1).collect();
            let gradient_wide = widen(&gradient);
            for with_master in [false, true] {
                let mut wide: [Vec<f32>; N] = std::array::from_fn(|n| match n.checked_sub(1) {
                    None if with_master => master.clone(),
                    None => widen(&weight),
                    Some(state) => states[state].clone(),
                });
                let arrays = wide.each_mut().map(|array| rows_mut(stored, length, array));
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
                    let (mut found, mut found_master, mut found_states) = (weight.clone(), master.clone(), states.clone());
                    way.run(MixedStep::<_, _, _, N, STATES> {
                        rule,
                        gradient: RowSparse::new(ROWS, length, &ids, &gradient).unwrap(),
                        weight: rows_mut(stored, length, &mut found),
                        master: with_master.then(|| rows_mut(stored, length, &mut found_master)),
                        states: found_states.each_mut().map(|state| rows_mut(stored, length, state)),
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

fn steps<H: Half>() {
    for update in [Update::Lazy, Update::Standard] {
        for clip_gradient in [None, Some(0.5)] {
            let (weight_decay, rescale_gradient) = (0.01, 0.75);
            steps_of::<H, _, 1, 0>(Sgd { weight_decay, rescale_gradient, clip_gradient, update, ..Sgd::new(0.1) });
            steps_of::<H, _, 2, 1>(SgdMomentum { weight_decay, rescale_gradient, clip_gradient, update, ..SgdMomentum::new(0.1, 0.9) });
            steps_of::<H, _, 2, 1>(Nag { weight_decay, rescale_gradient, clip_gradient, update, ..Nag::new(0.1, 0.9) });
            steps_of::<H, _, 2, 1>(AdaGrad { weight_decay, rescale_gradient, clip_gradient, update, ..AdaGrad::new(0.1, 1e-7) });
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
    // As the peer's mp_sgd_update: 1,000 steps of 2^-12 from 1, each less than half the last digit.
    let gradient = RowSparse::new(1, 1, &[0], &[f16::ONE]).unwrap();
    let hyper = Sgd::new(2.0_f32.powi(-12) * 0.5);
    let (mut alone, mut weight, mut master) = ([f16::ONE], [f16::ONE], [1.0_f32]);
    for _ in 0..1_000 {
        update_mixed(&hyper, gradient, DenseMut::new(1, 1, &mut alone).unwrap().into(), None, []).unwrap();
        let master = Some(DenseMut::new(1, 1, &mut master).unwrap().into());
        update_mixed(&hyper, gradient, DenseMut::new(1, 1, &mut weight).unwrap().into(), master, []).unwrap();
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
        update_mixed(&hyper, gradient, weight, Some(master), [momentum])
    };
    let shape = |operand, found| Err(KernelError::Shape { operand, axis: 0, expected: 3, found });
    assert_eq!(call([2, 3, 3], &[]), shape(Operand::Weight, 2));
    assert_eq!(call([3, 4, 3], &[]), shape(Operand::State(2), 4));
    assert_eq!(call([3, 3, 2], &[]), shape(Operand::State(1), 2));
    assert_eq!(call([3, 3, 3], &[0, 2]), Err(KernelError::MissingRow { operand: Operand::State(1), row: 1 }));
    assert_eq!(call([3, 3, 3], &[1, 2]), Err(KernelError::MissingRow { operand: Operand::State(1), row: 0 }));
    let bad = SgdMomentum { clip_gradient: Some(-1.0), ..hyper };
    let refused = update_mixed(&bad, gradient, RowsMut::default(), None, [RowsMut::default()]);
    assert!(matches!(refused, Err(KernelError::Parameter { .. })));
    assert_eq!((weight, master, momentum), ([f16::ONE; 8], [1.0; 8], [1.0; 8]));
}
