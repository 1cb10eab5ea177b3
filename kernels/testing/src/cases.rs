//! How many random cases tests run, and which.
use quickcheck::{Gen, QuickCheck, Testable};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Random cases of a test: `LACUNA_CASES`, or `default`.
pub fn cases(default: u64) -> u64 {
    setting("LACUNA_CASES").unwrap_or(default)
}

/// With which seed they are drawn: `LACUNA_SEED`, or 0.
pub fn seed() -> u64 {
    setting("LACUNA_SEED").unwrap_or(0)
}

/// Runs `property` on so many random cases, the same ones in every run.
pub fn check(cases: u64, property: impl Testable) {
    let (cases, random) = (cases.max(1), Gen::from_size_and_seed(100, seed()));
    QuickCheck::new().rng(random).tests(cases).max_tests(cases).min_tests_passed(cases).quickcheck(property);
}

/// Calls `case` with so many seeds, and fails if one of them takes as long as if it never ended.
pub fn check_seeds(cases: u64, case: impl Fn(u64) + Send + 'static) {
    check_each_seed(
        cases,
        Box::new(move |seed| {
            case(seed);
            true
        }),
    );
}

/// As [`check_seeds`], and on until `case` says that what it needs has come: at most ten times as long, or a thousand
/// cases where few are asked for.
pub fn check_seeds_until(cases: u64, case: impl Fn(u64) -> bool + Send + 'static) {
    check_each_seed(cases, Box::new(case));
}

/// Fails if `work` takes as long as if it never ended.
pub fn ends(work: impl Fn() + Send + 'static) {
    check_seeds(1, move |_| work());
}

/// Compiled once, and not for each kernel and test.
fn check_each_seed(cases: u64, case: Box<dyn Fn(u64) -> bool + Send>) {
    const LIMIT: Duration = Duration::from_secs(60);
    let cases = cases.max(1);
    let first = seed() << 32;
    let (progress, progressed) = channel();
    let worker = thread::spawn(move || {
        for seed in first..first + (10 * cases).max(1000) {
            let came = case(seed);
            progress.send(seed).unwrap();
            if came && seed + 1 >= first + cases {
                break;
            }
        }
    });
    let mut next = first;
    loop {
        match progressed.recv_timeout(LIMIT) {
            Ok(seed) => next = seed + 1,
            Err(RecvTimeoutError::Timeout) => panic!("the case of seed {next} does not end"),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    assert!(worker.join().is_ok(), "the case of seed {next}");
}
