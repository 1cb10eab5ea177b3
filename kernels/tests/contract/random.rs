//! Draws for the tests of this crate, and how many cases they run.
use quickcheck::{Arbitrary, Gen, QuickCheck, Testable};
use std::ops::Range;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Random cases of a test, if nothing else is asked for: three times as many as find planted faults (`benches/results/random-cases.md`).
const CASES: u64 = 800;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Runs `property` on `LACUNA_CASES` random cases (800 if not set), the same ones in every run; `LACUNA_SEED` gives others.
pub fn check(property: impl Testable) {
    let cases = setting("LACUNA_CASES", CASES);
    let random = Gen::from_size_and_seed(100, setting("LACUNA_SEED", 0));
    QuickCheck::new().rng(random).tests(cases).max_tests(cases * 10).quickcheck(property);
}

/// Calls `case` with seeds, `LACUNA_CASES` / `share` of them, and fails if one of them takes as long as if it never ended.
pub fn check_seeds(share: u64, case: impl Fn(u64) + Send + 'static) {
    check_each_seed(
        share,
        Box::new(move |seed| {
            case(seed);
            true
        }),
    );
}

/// As [`check_seeds`], and on until `case` says that what it needs has come, at most ten times as long.
pub fn check_seeds_until(share: u64, case: impl Fn(u64) -> bool + Send + 'static) {
    check_each_seed(share, Box::new(case));
}

/// Compiled once, and not for each kernel and test.
fn check_each_seed(share: u64, case: Box<dyn Fn(u64) -> bool + Send>) {
    const LIMIT: Duration = Duration::from_secs(60);
    let (cases, first) = (setting("LACUNA_CASES", CASES).div_ceil(share), setting("LACUNA_SEED", 0) << 32);
    let (progress, progressed) = channel();
    let worker = thread::spawn(move || {
        for seed in first..first + 10 * cases {
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

/// Fails if `work` takes as long as if it never ended.
pub fn ends(work: impl Fn() + Send + 'static) {
    check_seeds(u64::MAX, move |_| work());
}

/// A number of `range`.
pub fn within(g: &mut Gen, range: Range<usize>) -> usize {
    range.start + usize::arbitrary(g) % range.len()
}

/// One of `choices`.
pub fn one_of<T: Copy>(g: &mut Gen, choices: &[T]) -> T {
    *g.choose(choices).unwrap()
}
