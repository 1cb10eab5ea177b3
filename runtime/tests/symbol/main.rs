//! Graphs: beside those of MXNet 1.9.1, what they refuse, and that a step of a bound one allocates nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod bound;
mod cases;
#[path = "../counting/mod.rs"]
mod counting;
mod defaults;
mod graphs;
mod memory;
mod old_files;
mod peer;
mod refusals;
mod states;
#[path = "../defaults/mod.rs"]
mod table_of_defaults;
