//! Draws for the tests of this crate, and how many cases they run.
use quickcheck::{Arbitrary, Gen, QuickCheck, Testable};
use std::ops::Range;

/// Runs `property` on `LACUNA_CASES` random cases (10,000 if not set), the same ones in every run; `LACUNA_SEED` gives others.
pub fn check(property: impl Testable) {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let cases = number("LACUNA_CASES", 10_000);
    let random = Gen::from_size_and_seed(100, number("LACUNA_SEED", 0));
    QuickCheck::new().rng(random).tests(cases).max_tests(cases * 10).quickcheck(property);
}

/// A number of `range`.
pub fn within(g: &mut Gen, range: Range<usize>) -> usize {
    range.start + usize::arbitrary(g) % range.len()
}

/// One of `choices`.
pub fn one_of<T: Copy>(g: &mut Gen, choices: &[T]) -> T {
    *g.choose(choices).unwrap()
}
