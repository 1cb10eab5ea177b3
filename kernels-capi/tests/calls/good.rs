//! Good calls: they do their work, and write the bits that the same calls in Rust write, and nothing else.
use super::model::base::good;
use super::model::call::Way;
use super::model::check::check_way;
use super::model::memory::Guards;
use super::model::types::typed;
use super::{cases, draws, turn};
use lacuna_capi::Status;

#[test]
fn every_function_gives_what_rust_gives() {
    for made in typed() {
        let _turn = turn(made.function);
        for case in 0..cases(100) {
            let call = good(made, &mut draws(&made.name(), case));
            let guards = if case % 2 == 0 { Guards::Bytes } else { Guards::None };
            // Parts run the same code: fewer cases find where it is cut wrongly.
            let ways = if case % 4 == 0 { Way::ALL } else { &[Way::Direct] };
            for &way in ways {
                let answered = check_way(&call, guards, way).expect("a good call keeps the contract");
                assert_eq!(answered.status, Status::Ok, "{way:?}: {:?}: {call:?}", answered.numbers);
            }
        }
    }
}
