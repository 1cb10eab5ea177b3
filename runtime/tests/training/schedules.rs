use super::{assert_near, expected, integers, list, number, size};
use lacuna_runtime::schedule::{Decay, LearningRateSchedule, Warmup};
use serde_json::Value;

/// Roundings of at most 1000 products in f64: MXNet multiplies the rate again and again.
const ROUNDINGS: f64 = 1e-12;

fn schedule(case: &Value) -> LearningRateSchedule {
    let of = |name: &str| number(&case[name]);
    let updates = || size(&case["updates"]) as u64;
    let decay = match case["kind"].as_str().unwrap() {
        "factor" => Decay::Factor { step: size(&case["step"]) as u64, factor: of("factor"), minimum: of("minimum") },
        "multi_factor" => Decay::MultiFactor {
            steps: integers(&case["steps"]).iter().map(|&step| step as u64).collect(),
            factor: of("factor"),
        },
        "polynomial" => Decay::Polynomial { updates: updates(), power: of("power"), last: of("last") },
        "cosine" => Decay::Cosine { updates: updates(), last: of("last") },
        other => panic!("{other}"),
    };
    let schedule = LearningRateSchedule::new(of("base"), decay).unwrap();
    let warmup = &case["warmup"];
    if warmup.is_null() {
        return schedule;
    }
    let warmup = Warmup {
        updates: size(&warmup["warmup_steps"]) as u64,
        begin: number(&warmup["warmup_begin_lr"]),
        constant: warmup["warmup_mode"] == "constant",
    };
    schedule.with_warmup(warmup).unwrap()
}

#[test]
fn rates_are_the_peers() {
    let mut compared = 0;
    for case in list(&expected("schedules")) {
        let schedule = schedule(case);
        // Backwards: a rate depends on no other update.
        for pair in list(&case["rates"]).iter().rev() {
            let update = size(&pair[0]) as u64;
            assert_near(schedule.rate(update), number(&pair[1]), ROUNDINGS);
            compared += 1;
        }
    }
    assert_eq!(compared, 9 * 3 * 21);
}
