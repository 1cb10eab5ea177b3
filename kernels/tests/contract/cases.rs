//! How many random cases the tests run.

/// If nothing else is asked for: three times as many as find planted faults (`benches/results/random-cases.md`).
const CASES: u64 = 800;

/// A share of all cases.
pub fn one_in(share: u64) -> u64 {
    lacuna_testing::cases(CASES).div_ceil(share)
}
