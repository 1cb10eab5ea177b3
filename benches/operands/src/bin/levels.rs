//! How much faster each small bench is at the highest level of this processor than at the next one: where it is not,
//! `Work::HIGHEST` is the lower one, and no code is made for the other.
//!
//! `cargo run --release -p lacuna-benches-operands --bin levels`
use anyhow::{Result, bail};
use lacuna::dispatch::{Level, force};
use lacuna_benches_operands::small::{BENCHES, Call, Form};
use std::time::{Duration, Instant};

/// The levels are measured by turns, this often.
const TURNS: usize = 40;
/// How long one turn takes.
const TURN: Duration = Duration::from_micros(500);

fn main() -> Result<()> {
    let [narrow, wide] = levels()?;
    println!("{:<10} {:<34} {:>10} {:>10} {:>6}", "family", "kernel", narrow.to_string(), wide.to_string(), "ratio");
    for bench in BENCHES {
        let mut call = (bench.open)(Form::Dispatched)?;
        let calls = calls_in_a_turn(&mut call)?;
        let mut best = [f64::INFINITY; 2];
        for _ in 0..TURNS {
            for (best, level) in best.iter_mut().zip([narrow, wide]) {
                force(Some(level))?;
                *best = best.min(seconds(&mut call, calls)?);
            }
        }
        let [of_narrow, of_wide] = best.map(|seconds| seconds * 1e9 / calls as f64);
        println!(
            "{:<10} {:<34} {of_narrow:>10.1} {of_wide:>10.1} {:>6.3}",
            bench.family,
            bench.name,
            of_narrow / of_wide
        );
    }
    println!(
        "\nnanoseconds a call, the least of {TURNS} turns of at least {TURN:?}; ratio: above 1, the wider registers \
            are faster"
    );
    Ok(())
}

/// The two widest levels.
fn levels() -> Result<[Level; 2]> {
    let mut available: Vec<Level> = Level::ALL.iter().copied().filter(|level| level.is_available()).collect();
    let (Some(wide), Some(narrow)) = (available.pop(), available.pop()) else {
        bail!("this processor has one level: there is nothing to compare");
    };
    Ok([narrow, wide])
}

fn calls_in_a_turn(call: &mut Call) -> Result<usize> {
    let mut calls = 1;
    while seconds(call, calls)? < TURN.as_secs_f64() {
        calls *= 2;
    }
    Ok(calls)
}

fn seconds(call: &mut Call, calls: usize) -> Result<f64> {
    let begun = Instant::now();
    for _ in 0..calls {
        call()?;
    }
    Ok(begun.elapsed().as_secs_f64())
}
