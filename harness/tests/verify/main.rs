//! `lacuna verify` and `lacuna golden`: on the committed fixtures, and on files with planted faults.
#![allow(clippy::unwrap_used)]

mod containers;
mod conventions;
mod coverage;
mod defaults;
mod faults;
mod files;
mod golden;
mod graphs;
mod hashes;
mod program;
mod sixteen_bits;
mod threads;
mod tolerance;
