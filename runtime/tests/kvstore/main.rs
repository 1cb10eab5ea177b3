//! The local key-value store, by what MXNet 1.9.1 gives for the same calls (`tests/data/kvstore/generate.py`), and what
//! only this one refuses.
#![allow(clippy::unwrap_used)]

mod files;
mod optimizers;
mod peer;
mod refusals;
mod threads;
#[path = "../told/mod.rs"]
mod told;
mod user;
