//! The functions of two numbers at every SIMD level: special values, numbers of few bits, where ties are, and a sample.
#![allow(clippy::unwrap_used)]
use lacuna::binary::{Binary, Hypot, Modulo, Power, pairs};
use lacuna::dispatch::{Level, force};
use lacuna::{Value, elementary::Elementary};
use lacuna_exact::FunctionOfTwo;

/// The results of a kernel at every level, and of the function on each pair alone.
fn results<F: Binary, V: Value>(function: F, x: &[V], y: &[V]) -> Vec<Vec<V>> {
    use std::sync::{Mutex, PoisonError};
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all = vec![x.iter().zip(y).map(|(&x, &y)| F::of(x, y)).collect()];
    for &level in Level::ALL.iter().filter(|level| level.is_available()) {
        force(Some(level)).unwrap();
        let mut out = vec![V::ZERO; x.len()];
        pairs(function, x, y, &mut out).unwrap();
        all.push(out);
    }
    force(None).unwrap();
    all
}

fn same(found: f64, expected: f64) -> bool {
    found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan()
}

/// Each number with each.
fn squared(numbers: &[f64]) -> (Vec<f64>, Vec<f64>) {
    numbers.iter().flat_map(|&x| numbers.iter().map(move |&y| (x, y))).unzip()
}

const SPECIAL: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    3.0,
    -3.0,
    -2.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e-40,
    1e30,
    -1e30,
    8_388_607.0,
    -8_388_608.0,
    16_777_215.0,
    150.0,
    -149.0,
    4_503_599_627_370_497.0,
    9_007_199_254_740_991.0,
];

#[test]
fn special_values_follow_the_standard_library() {
    let (x, y) = squared(&SPECIAL);
    let (narrow_x, narrow_y): (Vec<_>, Vec<_>) = x.iter().zip(&y).map(|(&x, &y)| (x as f32, y as f32)).unzip();
    fn check<F: Binary>(function: F, oracle: FunctionOfTwo, [x, y]: [&[f64]; 2], [narrow_x, narrow_y]: [&[f32]; 2]) {
        for found in results(function, x, y) {
            for ((&x, &y), found) in x.iter().zip(y).zip(found) {
                let expected = oracle.wide(x, y);
                let near = expected.is_finite() && expected != 0.0 && found.to_bits().abs_diff(expected.to_bits()) <= 1;
                assert!(near || same(found, expected), "{} of {x:e}, {y:e}: {found:e}, not {expected:e}", F::NAME);
            }
        }
        for found in results(function, narrow_x, narrow_y) {
            for ((&x, &y), found) in narrow_x.iter().zip(narrow_y).zip(found) {
                assert!(same(found.into(), oracle.exact(x, y).into()), "{} of {x:e}, {y:e}: {found:e}", F::NAME);
            }
        }
    }
    check(Power, FunctionOfTwo::Power, [&x, &y], [&narrow_x, &narrow_y]);
    check(Hypot, FunctionOfTwo::Hypot, [&x, &y], [&narrow_x, &narrow_y]);
}

/// Powers and lengths that an f32 or a tie between two holds.
#[test]
fn numbers_of_few_bits_are_rounded_once() {
    let (mut x, mut y) = (vec![], vec![]);
    for base in (1..9000_u16).step_by(2) {
        for scale in [1.0, 1.0 / 64.0, 1e-38, 2.0_f32.powi(-75)] {
            for exponent in [2.0, 3.0, 0.5, 1.5, 5.0, 2.25, 15.0, -1.0] {
                x.push(f32::from(base) * scale);
                y.push(exponent);
            }
        }
    }
    for found in results(Power, &x, &y) {
        for ((&x, &y), found) in x.iter().zip(&y).zip(found) {
            let expected = FunctionOfTwo::Power.exact(x, y);
            assert_eq!(found.to_bits(), expected.to_bits(), "{x:e}^{y}: {found:e}, not {expected:e}");
        }
    }
    // The length of (X, Y) is next to a tie where Y^2 is about 4^d (X + 1/4).
    let (x, y): (Vec<_>, Vec<_>) = (0..20_000_u32)
        .map(|n| {
            let (x, d) = (((1 << 23) + n * 401 % (1 << 23)) as f32, (n % 13) as i32);
            (x, ((4.0_f64.powi(d) * (f64::from(x) + 0.25)).sqrt().round() / 2.0_f64.powi(d)) as f32)
        })
        .unzip();
    for found in results(Hypot, &x, &y) {
        for ((&x, &y), found) in x.iter().zip(&y).zip(found) {
            assert_eq!(found.to_bits(), FunctionOfTwo::Hypot.exact(x, y).to_bits(), "{x:e}, {y:e}: {found:e}");
        }
    }
}

/// As Python has it, except for a divisor of 0.
fn modulo(x: f64, y: f64) -> f64 {
    let rest = x % y;
    if y == 0.0 {
        0.0
    } else if (x < 0.0) == (y < 0.0) {
        rest
    } else {
        rest + if rest == 0.0 { 0.0 } else { y }
    }
}

fn random(count: usize) -> impl Iterator<Item = u64> {
    let mut state = 1_u64;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    })
    .take(count)
}

#[test]
fn remainders_are_exact() {
    let (mut x, mut y) = squared(&[&SPECIAL[..], &[f64::MAX, -f64::MIN_POSITIVE, 5e-324, -1e300]].concat());
    let numbers: Vec<_> = random(40_000).map(f64::from_bits).collect();
    let near: Vec<_> =
        random(40_000).map(|bits| f64::from_bits(bits & !(0x7ff << 52) | (1000 + (bits >> 53) % 60) << 52)).collect();
    for pair in numbers.chunks(2).chain(near.chunks(2)) {
        x.push(pair[0]);
        y.push(pair[1]);
    }
    for found in results(Modulo, &x, &y) {
        for ((&x, &y), found) in x.iter().zip(&y).zip(found) {
            assert!(same(found, modulo(x, y)), "{x:e} mod {y:e}: {found:e}, not {:e}", modulo(x, y));
        }
    }
    let [x, y] = [x, y].map(|numbers| numbers.into_iter().map(|x| x as f32).collect::<Vec<_>>());
    for found in results(Modulo, &x, &y) {
        for ((&x, &y), found) in x.iter().zip(&y).zip(found) {
            let expected = modulo(x.into(), y.into()) as f32;
            assert!(same(found.into(), expected.into()), "{x:e} mod {y:e}: {found:e}, not {expected:e}");
        }
    }
}

#[test]
fn f64_at_every_level_and_near_the_standard_library() {
    let bits: Vec<_> = random(20_000).collect();
    let number = |bits: u64| f64::from_bits(bits & !(0x7ff << 52) | (1015 + (bits >> 53) % 16) << 52);
    let (x, y): (Vec<_>, Vec<_>) = bits.chunks(2).map(|pair| (number(pair[0]).magnitude(), number(pair[1]))).unzip();
    for (found, oracle) in
        [(results(Power, &x, &y), FunctionOfTwo::Power), (results(Hypot, &x, &y), FunctionOfTwo::Hypot)]
    {
        for (at, (&x, &y)) in x.iter().zip(&y).enumerate() {
            let (first, expected) = (found[0][at], oracle.wide(x, y));
            assert!(found.iter().all(|found| same(found[at], first)), "{oracle:?} of {x:e}, {y:e}");
            assert!(
                first.to_bits().abs_diff(expected.to_bits()) <= 2,
                "{oracle:?} of {x:e}, {y:e}: {first:e}, not {expected:e}"
            );
        }
    }
    assert_eq!(
        (Elementary::pow(3.0_f64, 2.0), Elementary::pow(4.0_f64, 1.5), Elementary::hypot(3.0_f64, 4.0)),
        (9.0, 8.0, 5.0)
    );
}
