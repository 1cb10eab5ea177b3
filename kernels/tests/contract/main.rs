//! The contract of the crate's kernels: what they refuse, with which numbers, that broken trust stays memory-safe, and that parts give what the whole gives.
//!
//! With the feature of one family instead of `instances`, only what is derived from the list is tested, and of that family alone.
#![allow(clippy::unwrap_used)]
#![cfg_attr(not(feature = "instances"), allow(dead_code, unused_imports, unused_macros))]

#[cfg(not(any(
    feature = "dot",
    feature = "cast",
    feature = "rows",
    feature = "slice",
    feature = "embedding",
    feature = "optim",
    feature = "map",
    feature = "binary",
    feature = "reduce",
    feature = "loss",
    feature = "random",
    feature = "graph"
)))]
compile_error!("without a family there is nothing to test");

/// The test, where its family is compiled.
macro_rules! of_family {
    (dot $test:item) => {
        #[cfg(feature = "dot")]
        $test
    };
    (cast $test:item) => {
        #[cfg(feature = "cast")]
        $test
    };
    (rows $test:item) => {
        #[cfg(feature = "rows")]
        $test
    };
    (slice $test:item) => {
        #[cfg(feature = "slice")]
        $test
    };
    (embedding $test:item) => {
        #[cfg(feature = "embedding")]
        $test
    };
    (optim $test:item) => {
        #[cfg(feature = "optim")]
        $test
    };
    (map $test:item) => {
        #[cfg(feature = "map")]
        $test
    };
    (binary $test:item) => {
        #[cfg(feature = "binary")]
        $test
    };
    (reduce $test:item) => {
        #[cfg(feature = "reduce")]
        $test
    };
    (loss $test:item) => {
        #[cfg(feature = "loss")]
        $test
    };
    (random $test:item) => {
        #[cfg(feature = "random")]
        $test
    };
    (graph $test:item) => {
        #[cfg(feature = "graph")]
        $test
    };
}

#[cfg(feature = "instances")]
mod boundaries;
#[cfg(feature = "instances")]
mod cast_types;
#[cfg(feature = "instances")]
mod doors;
#[cfg(feature = "instances")]
mod empty_rows;
mod garbage;
#[cfg(feature = "instances")]
mod garbage_calls;
#[cfg(feature = "instances")]
mod members;
#[cfg(feature = "instances")]
mod messages;
#[cfg(feature = "instances")]
mod numbers;
mod operands;
#[cfg(feature = "instances")]
mod partition;
#[cfg(feature = "instances")]
mod plans;
mod random;
mod refusals;
#[cfg(feature = "instances")]
mod row_rules;
mod split;
#[cfg(feature = "instances")]
mod statistics;
#[cfg(feature = "instances")]
mod streamed;
#[cfg(feature = "instances")]
mod strides;
#[cfg(feature = "instances")]
mod views;
