//! Random numbers, sizes and values.
use quickcheck::{Arbitrary, Gen, QuickCheck, Testable};
use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::Location;

/// Random cases of a property, if nothing else is asked for: three times as many as find planted faults (`benches/results/random-cases.md`).
const CASES: u64 = 200;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Runs `property` on `LACUNA_CASES` random cases (200 if not set), the same ones in every run; `LACUNA_SEED` gives others.
pub fn check(property: impl Testable) {
    check_cases(number("LACUNA_CASES", CASES), property);
}

/// As [`check`], where a case takes long: of more than 200 cases, a fiftieth.
pub fn check_slow(property: impl Testable) {
    let cases = number("LACUNA_CASES", CASES);
    check_cases(cases.min(CASES.max(cases / 50)), property);
}

fn check_cases(cases: u64, property: impl Testable) {
    let cases = cases.max(1);
    let random = Gen::from_size_and_seed(100, number("LACUNA_SEED", 0));
    QuickCheck::new().rng(random).tests(cases).max_tests(cases).min_tests_passed(cases).quickcheck(property);
}

/// A source of random numbers: SplitMix64.
pub struct Random(u64);

impl Random {
    pub fn new(g: &mut Gen) -> Self {
        // Two draws, as quickcheck likes small and extreme numbers.
        Self(u64::arbitrary(g) ^ u64::arbitrary(g).rotate_left(32))
    }

    pub fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `bound`; 0 for 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() >> 11) as usize % bound.max(1)
    }

    /// 0 to `count - 1`, one after the other in the cases of a test, for each place of the source: what is rare comes for certain, in as many cases.
    #[track_caller]
    pub fn turn(&self, count: usize) -> usize {
        thread_local! { static TURNS: RefCell<HashMap<&'static Location<'static>, usize>> = RefCell::default(); }
        TURNS.with_borrow_mut(|turns| {
            let turn = turns.entry(Location::caller()).or_default();
            *turn += 1;
            (*turn - 1) % count
        })
    }

    /// The next of the choices.
    #[track_caller]
    pub fn in_turn<T: Copy>(&self, choices: &[T]) -> T {
        choices[self.turn(choices.len())]
    }

    /// A number below 100, each once in 100 cases.
    #[track_caller]
    pub fn percent(&self) -> usize {
        self.turn(100) * 61 % 100
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// `count` numbers below `bound`, ascending and distinct (fewer, if there are not so many).
    pub fn ascending(&mut self, count: usize, bound: usize) -> Vec<usize> {
        let count = count.min(bound);
        if bound > 10_000 {
            let mut picked: Vec<usize> = (0..count).map(|_| self.below(bound)).collect();
            picked.sort_unstable();
            picked.dedup();
            return picked;
        }
        let mut needed = count;
        (0..bound)
            .filter(|&number| {
                let take = self.below(bound - number) < needed;
                needed -= usize::from(take);
                take
            })
            .collect()
    }
}

/// A value type, with what tests must know of it.
pub trait Real: lacuna::Value + Into<f64> {
    /// The distance from 1 to the next number.
    const EPSILON: f64;
    /// The smallest positive number.
    const TINY: f64;
    /// The largest number.
    const LARGEST: f64;

    fn from_random_bits(bits: u64) -> Self;
    /// The bits, the same ones for every NaN.
    fn key(self) -> u64;
    /// The standard library's fused multiply-add.
    fn fused(self, factor: Self, addend: Self) -> Self;
}

macro_rules! real {
    ($type:ident, $bits:ident) => {
        impl Real for $type {
            const EPSILON: f64 = $type::EPSILON as f64;
            const TINY: f64 = $type::from_bits(1) as f64;
            const LARGEST: f64 = $type::MAX as f64;

            fn from_random_bits(bits: u64) -> Self {
                $type::from_bits(bits as $bits)
            }
            fn key(self) -> u64 {
                u64::from(if self.is_nan() { $type::NAN.to_bits() } else { self.to_bits() })
            }
            fn fused(self, factor: Self, addend: Self) -> Self {
                $type::mul_add(self, factor, addend)
            }
        }
    };
}
real!(f32, u32);
real!(f64, u64);

/// Which values a case has.
#[derive(Clone, Copy)]
pub enum Profile {
    Plain,
    /// Small whole numbers: sums are exact, and often zero.
    Whole,
    Wide,
    /// Subnormal and just above.
    Tiny,
    /// Sums and products overflow.
    Huge,
    /// Zeros of both signs, NaN, infinities and the ends of the range, among plain ones.
    Special,
    Bits,
}

impl Profile {
    pub fn draw(random: &mut Random) -> Self {
        use Profile::*;
        random.one_of(&[Plain, Plain, Plain, Plain, Whole, Whole, Wide, Tiny, Huge, Special, Special, Bits])
    }

    pub fn finite(random: &mut Random) -> Self {
        use Profile::*;
        random.one_of(&[Plain, Plain, Whole, Wide, Tiny])
    }

    pub fn value<V: Real>(self, random: &mut Random) -> V {
        let plain = |random: &mut Random| (random.bits() >> 11) as f64 / (1_u64 << 51) as f64 - 2.0;
        V::narrow(match self {
            Self::Plain => plain(random),
            Self::Whole => random.below(7) as f64 - 3.0,
            Self::Wide => plain(random) * f64::powi(2.0, random.below(40) as i32 - 20),
            Self::Tiny => {
                let most = 1 << random.below(30);
                plain(random).signum() * V::TINY * random.below(most) as f64
            }
            Self::Huge => plain(random) * V::LARGEST / f64::powi(2.0, 1 + random.below(8) as i32),
            Self::Special if random.once_in(2) => random.one_of(&[
                0.0,
                -0.0,
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                V::TINY,
                -V::TINY,
                V::LARGEST,
                -V::LARGEST,
                1.0,
                0.5,
                -2.5,
            ]),
            Self::Special => plain(random),
            Self::Bits => return V::from_random_bits(random.bits()),
        })
    }

    pub fn values<V: Real>(self, random: &mut Random, count: usize) -> Vec<V> {
        (0..count).map(|_| self.value(random)).collect()
    }
}
