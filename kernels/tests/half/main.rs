//! Arrays of `f16` and `bf16`: conversions against IEEE 754 and the crate `half`; kernels against themselves in `f32`,
//! rounded once.
#![allow(clippy::unwrap_used)]
#[macro_use]
#[path = "../contract/cast_types.rs"]
mod cast_types;
mod casts;
mod conversions;
mod kernels;
mod operands;
mod optim;
mod random_of;
