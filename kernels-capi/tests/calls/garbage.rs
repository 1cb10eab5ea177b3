//! Trusted arrays may hold anything: no call crashes, or writes beside its outputs. (Reads beside the arrays are found
//! by a sanitizer, as every other case has nothing but its arrays in memory.)
use super::model::base::good;
use super::model::check::check;
use super::model::memory::Guards;
use super::model::mutate::fill_with_garbage;
use super::model::types::typed;
use super::{cases, draws, turn};

#[test]
fn trusted_garbage_stays_inside() {
    for made in typed() {
        let _turn = turn(made.function);
        for case in 0..cases(60) {
            let mut random = draws(&made.name(), case);
            let mut call = good(made, &mut random);
            fill_with_garbage(&mut call, &mut random);
            check(&call, if case % 2 == 0 { Guards::Bytes } else { Guards::None })
                .expect("contents are no part of the contract");
        }
    }
}
