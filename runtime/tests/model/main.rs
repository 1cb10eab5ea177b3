//! Models: beside those of MXNet 1.9.1, their gradients beside differences, and that neither threads, interruptions nor
//! refusals leave a trace.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod changed;
#[path = "../counting/mod.rs"]
mod counting;
mod differences;
mod language_layers;
mod language_model;
mod language_model_peer;
mod language_model_ranks;
mod memory;
mod peer;
mod ranks;
mod refusals;
mod same_bits;
mod some;
mod stored;
