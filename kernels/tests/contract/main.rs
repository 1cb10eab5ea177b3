//! The contract of the crate's doors: what they refuse, with which numbers, and that broken trust stays memory-safe.
#![allow(clippy::unwrap_used)]
mod doors;
mod empty_rows;
mod plans;
mod random;
mod refusals;
mod strides;
mod trust;
