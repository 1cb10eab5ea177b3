//! How many random cases the properties run.
use lacuna_testing::cases;
use quickcheck::Testable;

/// Of each value type, if nothing else is asked for: half as many again as find planted faults
/// (`benches/results/random-cases.md`).
const CASES: u64 = 100;

/// On the interpreter of PTX: with 40, a comparison that takes NaN for zero is not found.
const SLOW_CASES: u64 = 200;

pub fn check(property: impl Testable) {
    lacuna_testing::check(cases(CASES), property);
}

/// As [`check`], where a case takes long: of more than 200 cases, a fiftieth.
pub fn check_slow(property: impl Testable) {
    let cases = cases(SLOW_CASES);
    lacuna_testing::check(cases.min(SLOW_CASES.max(cases / 50)), property);
}
