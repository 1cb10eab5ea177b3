//! Operators and their gradients: beside those of MXNet 1.9.1, beside differences of the functions themselves, and what
//! a tape promises.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#[path = "../counting/mod.rs"]
mod counting;
mod differences;
mod half;
mod memory;
mod operators;
mod peer;
mod refusals;
mod tape;
mod trainer;
