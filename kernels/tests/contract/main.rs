//! The contract of the crate's kernels: what they refuse, with which numbers, that broken trust stays memory-safe, and
//! that parts give what the whole gives.
//!
//! With the feature of one family instead of `instances`, only what is derived from the list is tested, and of that
//! family alone.
#![allow(clippy::unwrap_used)]
#![cfg_attr(not(feature = "instances"), allow(dead_code, unused_imports, unused_macros))]

/// `of_family! { family test }`: the test, where its family is compiled.
macro_rules! families {
    ($d:tt $($family:ident $feature:literal),*) => {
        macro_rules! of_family {
            $(($family $d test:item) => { #[cfg(any(feature = "instances", feature = $feature))] $d test };)*
        }
        #[cfg(not(any(feature = "instances", $(feature = $feature),*)))]
        compile_error!("without a family there is nothing to test");
    };
}
families! { $ dot "dot", cast "cast", rows "rows", slice "slice", embedding "embedding", optim "optim", map "map",
    binary "binary", reduce "reduce", loss "loss",
random "random", graph "graph" }

#[cfg(feature = "instances")]
mod boundaries;
#[cfg(feature = "instances")]
mod calls;
mod cases;
#[cfg(feature = "instances")]
mod cast_types;
#[cfg(feature = "instances")]
mod constructors;
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
#[cfg(feature = "instances")]
mod one_column;
#[cfg(feature = "instances")]
mod partition;
#[cfg(feature = "instances")]
mod plans;
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
