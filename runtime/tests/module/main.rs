//! Modules: beside that of MXNet 1.9.1, in files, and what they refuse.
#![allow(clippy::unwrap_used, reason = "tests")]
mod buckets;
mod known;
mod peer;
mod ranks;
mod refusals;
mod resumed;
mod sparse;
mod states;
mod user;
