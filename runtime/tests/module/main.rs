//! Modules: beside that of MXNet 1.9.1, in files, and what they refuse.
#![allow(clippy::unwrap_used, reason = "tests")]
mod buckets;
mod known;
mod peer;
mod refusals;
mod resumed;
mod states;
mod user;
