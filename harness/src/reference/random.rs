//! Random numbers: the generator of the words, with wide integers, and what becomes of them, one element at a time.
use super::{Arithmetic, Tracked};
use lacuna_exact::Function;

/// Where a draw takes its numbers from: seed, stream, and the first element.
pub type Source = [u64; 3];

/// Philox4x32 with 10 rounds, as its authors write it.
pub fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let half = |product: u64| ((product / (1 << 32)) as u32, (product % (1 << 32)) as u32);
    let ([mut a, mut b, mut c, mut d], [mut k, mut l]) = (counter, key);
    for _ in 0..10 {
        let (high_a, low_a) = half(0xd251_1f53 * u64::from(a));
        let (high_c, low_c) = half(0xcd9e_8d57 * u64::from(c));
        (a, b, c, d) = (high_c ^ b ^ k, low_c, high_a ^ d ^ l, low_a);
        k = k.wrapping_add(0x9e37_79b9);
        l = l.wrapping_add(0xbb67_ae85);
    }
    [a, b, c, d]
}

/// Word `number` of a stream.
fn word([seed, stream, _]: Source, number: u128) -> u32 {
    let halves = |number: u64| [(number % (1 << 32)) as u32, (number / (1 << 32)) as u32];
    let ([block, above], [low, high]) = (halves((number / 4) as u64), halves(stream));
    philox([block, above, low, high], halves(seed))[(number % 4) as usize]
}

/// Element `i` of a draw as a number from 0 to below 1: of 24 random bits, or of 53.
pub fn unit(source: Source, i: usize, single: bool) -> f64 {
    let element = u128::from(source[2].wrapping_add(i as u64));
    if single {
        f64::from(word(source, element) / 256) / f64::from(1 << 24)
    } else {
        let (high, low) = (word(source, 2 * element) / 32, word(source, 2 * element + 1) / 64);
        (f64::from(high) * f64::from(1 << 26) + f64::from(low)) / (1_u64 << 53) as f64
    }
}

/// A number between two bounds.
pub fn uniform<A: Arithmetic>(low: A, high: A, unit: A) -> A {
    low + (high - low) * unit
}

/// A value where the number is below a probability.
pub fn bernoulli(probability: f64, value: f64, unit: f64) -> f64 {
    if unit < probability { value } else { 0.0 }
}

/// The units of the pair that element `i` of a draw is in, the first of them taken from 1, and whether it is the second
/// of the pair.
pub fn pair([seed, stream, first]: Source, i: usize, single: bool) -> ([f64; 2], bool) {
    let element = first.wrapping_add(i as u64);
    let unit = |place: u64| unit([seed, stream, element / 2 * 2 + place], 0, single);
    ([1.0 - unit(0), unit(1)], element % 2 == 1)
}

/// One of the two numbers that Box and Muller make of a [`pair`]: with a mean and a standard deviation, and the angle
/// of a full turn.
pub fn normal<A: Arithmetic>([mean, deviation, turn]: [A; 3], ([share, unit], second): ([A; 2], bool)) -> A {
    let radius = (A::exact(-2.0) * share.elementary(Function::Ln)).root();
    let angle = turn * unit;
    mean + deviation * (radius * angle.elementary(if second { Function::Sin } else { Function::Cos }))
}

/// [`normal`] with its error. A full turn is rounded to the type.
pub fn tracked_normal([mean, deviation]: [f64; 2], (pair, second): ([f64; 2], bool)) -> Tracked {
    let turn = Tracked::new(1.0).in_double(|_| std::f64::consts::TAU);
    normal([Tracked::new(mean), Tracked::new(deviation), turn], (pair.map(Tracked::new), second))
}

/// [`uniform`] with its error.
pub fn tracked_uniform(low: f64, high: f64, unit: f64) -> Tracked {
    uniform(Tracked::new(low), Tracked::new(high), Tracked::new(unit))
}

/// Classes of the log-uniform distribution, in the order of drawing.
pub fn log_uniform([seed, stream, first]: Source, classes: usize) -> impl Iterator<Item = usize> {
    let log = (classes as f64 + 1.0).ln();
    (0..).map(move |i| {
        let power = (unit([seed, stream, first], i, false) * log).exp();
        (power.floor() as usize - 1).min(classes - 1)
    })
}

/// So many different classes, ascending, and the number of tries.
pub fn log_uniform_unique(source: Source, classes: usize, wanted: usize) -> (Vec<usize>, usize) {
    let (mut drawn, mut tries, mut classes) = (std::collections::BTreeSet::new(), 0, log_uniform(source, classes));
    while drawn.len() < wanted {
        tries += 1;
        drawn.extend(classes.next());
    }
    (drawn.into_iter().collect(), tries)
}

/// How often a class is expected in a number of tries: in the precision of a kernel that computes in double precision,
/// with some more roundings there.
pub fn expected_count(class: usize, classes: usize, tries: usize, unique: bool) -> Tracked {
    const ROUNDINGS: usize = 16;
    let share = (1.0 / (class as f64 + 1.0)).ln_1p() / (classes as f64).ln_1p();
    let count = match (unique, tries) {
        (_, 0) => 0.0,
        (true, _) => -(tries as f64 * (-share).ln_1p()).exp_m1(),
        (false, _) => tries as f64 * share,
    };
    (0..ROUNDINGS).fold(Tracked::new(count), |count, _| count * Tracked::new(1.0))
}

/// The columns that a row of a random pattern stores: those behind gaps that are geometrically distributed, drawn from
/// the row's own stream.
pub fn stored_columns([seed, stream, first]: Source, row: usize, columns: usize, density: f64) -> Vec<usize> {
    let halves = |number: u64| [(number % (1 << 32)) as u32, (number / (1 << 32)) as u32];
    let ([block, above], [low, high]) = (halves(first.wrapping_add(row as u64)), halves(stream));
    let words = philox([block, above, low, high], halves(seed)).map(u64::from);
    let own = [words[0] + words[1] * (1 << 32), words[2] + words[3] * (1 << 32), 0];
    let (mut stored, mut next) = (Vec::new(), 0.0);
    for i in 0.. {
        // The share of gaps that are longer falls by each place.
        let gap = if density == 0.0 {
            f64::INFINITY
        } else {
            ((1.0 - unit(own, i, false)).ln() / (-density).ln_1p()).floor()
        };
        next += gap;
        if next >= columns as f64 {
            break;
        }
        stored.push(next as usize);
        next += 1.0;
    }
    stored
}
