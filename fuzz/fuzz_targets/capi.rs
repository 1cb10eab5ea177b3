//! Calls of the C ABI with any arguments, of any types: the first bytes change a good call, or fill its arrays with
//! anything that the unchecked constructors take, the others make it. Nothing may crash; a refused call may have
//! written nothing but its error, whose numbers must be right; a call that does its work must write what the same call
//! in Rust writes.
#![no_main]
#![recursion_limit = "1024"] // for_each_kernel! is gone through row by row
use lacuna::dispatch::{Level, force};
use lacuna_testing::Random;
use libfuzzer_sys::fuzz_target;
use model::base::good;
use model::check::check;
use model::memory::Guards;
use model::mutate::{fill_with_garbage, mutate};
use model::types::typed;

// The tests use more of it.
#[allow(dead_code)]
#[path = "../../kernels-capi/tests/calls/model/mod.rs"]
mod model;

/// Bytes that decide on the function and on what is changed.
const CHANGES: usize = 96;

fuzz_target!(|bytes: &[u8]| {
    let (changes, call) = bytes.split_at(bytes.len().min(CHANGES));
    let (mut changes, mut random) = (Random::from_bytes(changes.to_vec()), Random::from_bytes(call.to_vec()));
    // The calls that change the level must not change what a case finds.
    _ = force(Some(changes.one_of(Level::ALL)));
    let Some(made) = typed().nth(changes.within(0..typed().count())) else { return };
    let mut call = good(made, &mut random);
    if changes.once_in(4) {
        fill_with_garbage(&mut call, &mut random);
    }
    for _ in 0..changes.within(0..5) {
        mutate(&mut call, &mut changes);
    }
    // Nothing lies beside the arrays, so that the sanitizer sees every access there.
    check(&call, Guards::None);
});
