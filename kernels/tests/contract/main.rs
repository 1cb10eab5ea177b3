//! The contract of the crate's kernels: what they refuse, with which numbers, that broken trust stays memory-safe, and that parts give what the whole gives.
#![allow(clippy::unwrap_used)]
mod cast_types;
mod doors;
mod empty_rows;
mod garbage;
mod garbage_calls;
mod members;
mod messages;
mod numbers;
mod operands;
mod partition;
mod plans;
mod random;
mod refusals;
mod row_rules;
mod split;
mod statistics;
mod streamed;
mod strides;
mod views;
