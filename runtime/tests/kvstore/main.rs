//! The local key-value store, by what MXNet 1.9.1 gives for the same calls (`tests/data/kvstore/generate.py`), and what
//! only this one refuses.
#![allow(clippy::unwrap_used)]

mod composed;
mod defaults;
mod files;
mod optimizers;
mod peer;
mod pickles;
mod ranks;
mod refusals;
#[path = "../defaults/mod.rs"]
mod table_of_defaults;
mod threads;
#[path = "../told/mod.rs"]
mod told;
mod user;
