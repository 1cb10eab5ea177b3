//! Optimizers on codes: decoded, updated and encoded anew in every row that is touched, and nothing else.
use super::random_of::random_of;
use super::{Rows, WAYS, bits, run};
use lacuna::optim::{
    AdaGrad, Adam, Ftrl, QuantizedStep, Rounding, RoundingStream, Rule, Sgd, SgdMomentum, Update, update,
    update_quantized,
};
use lacuna::{DenseMut, RowSparse, RowSparseMut, RowsMut, Value};
use lacuna_testing::Random;

/// A state: of all rows, or of the touched ones.
fn state<'a, V: Value>(
    is_sparse: bool,
    rows: usize,
    columns: usize,
    ids: &'a [i32],
    data: &'a mut Vec<V>,
) -> RowsMut<'a, V, i32> {
    if is_sparse {
        data.truncate(ids.len() * columns);
        RowSparseMut::new(rows, columns, ids, data).unwrap().into()
    } else {
        DenseMut::new(rows, columns, data).unwrap().into()
    }
}

fn case<V: Value, R: Rule<V, N>, const N: usize, const STATES: usize>(draw: &mut Random, rule: impl Fn(Update) -> R) {
    let [rows, columns] = [1 + draw.below(60), draw.one_of(&[1, 5, 8, 16, 21, 40, 64])];
    let before = {
        let mut rows = Rows::<V>::new(draw, rows, columns);
        // Rows as they are encoded: a scale is not below 0.
        rows.scales.iter_mut().for_each(|number| *number = number.magnitude());
        rows
    };
    let ids: Vec<i32> = (0..rows as i32).filter(|_| draw.once_in(3)).collect();
    let gradient: Vec<V> = (0..ids.len() * columns).map(|_| draw.number()).collect();
    let gradient = RowSparse::new(rows, columns, &ids, &gradient).unwrap();
    let mode = draw.one_of(&[Update::Lazy, Update::Standard]);
    let is_sparse = mode == Update::Lazy && draw.once_in(2);
    let stream = RoundingStream { seed: 7, parameter: 1 << 40, step: 3, first_row: 5 << 33 };
    let rounding = if draw.once_in(2) { Rounding::Nearest } else { Rounding::Stochastic(stream) };
    let rule = rule(mode);
    let states: [Vec<V>; STATES] =
        [(); STATES].map(|()| (0..rows * columns).map(|_| draw.number::<V>().magnitude()).collect());

    let (mut weight, mut new_states) = (before.decoded(), states.clone());
    {
        let mut views = [(); N].map(|()| RowsMut::default());
        let (first, rest) = views.split_first_mut().unwrap();
        *first = DenseMut::new(rows, columns, &mut weight).unwrap().into();
        for (view, data) in rest.iter_mut().zip(&mut new_states) {
            *view = state(is_sparse, rows, columns, &ids, data);
        }
        update(&rule, gradient, views).unwrap();
    }
    let mut expected = before.clone();
    for row in 0..rows {
        if mode == Update::Standard || ids.contains(&(row as i32)) {
            let random = |column| match rounding {
                Rounding::Stochastic(stream) => Some(random_of(stream, row as u64, column)),
                _ => None,
            };
            expected.encode(row, &weight[row * columns..][..columns], random);
        }
    }
    for way in 0..WAYS.len() {
        let (mut found, mut found_states) = (before.clone(), states.clone());
        {
            let (codes, scales) = found.views();
            let mut views = [(); STATES].map(|()| RowsMut::default());
            for (view, data) in views.iter_mut().zip(&mut found_states) {
                *view = state(is_sparse, rows, columns, &ids, data);
            }
            run(QuantizedStep { rule, gradient, codes, scales, states: views, rounding }, way).unwrap();
        }
        assert_eq!(found.bits(), expected.bits(), "way {way}, {mode:?}, {rounding:?}, {rows} x {columns}");
        for (found, expected) in found_states.iter().zip(&new_states) {
            assert_eq!(bits(found), bits(expected), "way {way}");
        }
    }
}

fn cases<V: Value>() {
    for seed in 0..200 {
        let draw = &mut Random::seeded(seed);
        let [rate, decay] = [V::narrow(0.05), V::narrow(0.01)];
        let [beta1, beta2, epsilon] = [0.9, 0.999, 1e-8].map(V::narrow);
        case::<V, _, 1, 0>(draw, |update| Sgd { weight_decay: decay, update, ..Sgd::new(rate) });
        case::<V, _, 2, 1>(draw, |update| SgdMomentum {
            clip_gradient: Some(V::ONE),
            rescale_gradient: V::narrow(-0.5),
            update,
            ..SgdMomentum::new(rate, beta1)
        });
        case::<V, _, 2, 1>(draw, |update| AdaGrad { update, ..AdaGrad::new(rate, epsilon) });
        case::<V, _, 3, 2>(draw, |update| Adam {
            weight_decay: decay,
            update,
            ..Adam::new(rate, beta1, beta2, epsilon)
        });
        case::<V, _, 3, 2>(draw, |update| Ftrl { update, ..Ftrl::new(rate, decay, V::ONE) });
    }
}

#[test]
fn touched_rows_are_decoded_updated_and_encoded() {
    cases::<f32>();
    cases::<f64>();
}

/// 4,000 steps of a thousandth of the scale, in a row whose ends stay where they are.
#[test]
fn stochastic_rounding_keeps_the_mean_of_small_steps() {
    const COLUMNS: usize = 4_096;
    let mut codes = [[100_u8; COLUMNS].to_vec(), vec![100; COLUMNS]];
    let mut means = [0.0; 2];
    for (kind, codes) in codes.iter_mut().enumerate() {
        let mut scales = [1.0_f32, 0.0];
        let mut gradient = vec![-0.001_f32; COLUMNS];
        // The least and the greatest.
        (codes[0], codes[1], gradient[0], gradient[1]) = (0, 255, 0.0, 0.0);
        for step in 0..4_000 {
            let rounding = if kind == 0 {
                Rounding::Nearest
            } else {
                Rounding::Stochastic(RoundingStream { step, ..RoundingStream::default() })
            };
            let gradient = RowSparse::new(1, COLUMNS, &[0_i32], &gradient).unwrap();
            let (codes, scales) =
                (DenseMut::new(1, COLUMNS, codes).unwrap(), DenseMut::new(1, 2, &mut scales).unwrap());
            update_quantized(&Sgd::new(1.0), gradient, codes, scales, [], rounding).unwrap();
        }
        assert_eq!(scales, [1.0, 0.0]);
        means[kind] = codes[2..].iter().map(|&code| f64::from(code)).sum::<f64>() / (COLUMNS - 2) as f64;
    }
    // Each code has a variance of about 4; to 2^-16 a step, that is .06, the mean is right.
    assert_eq!(means[0], 100.0);
    assert!((means[1] - 104.0).abs() < 0.06 + 5.0 * (4.0 / COLUMNS as f64).sqrt(), "{}", means[1]);
}
