//! Operators and optimizers against candle's own and against formulas in plain loops: one program, as linking candle
//! takes long.
mod common;
mod csr;
mod embedding;
mod exact;
mod lazy;
mod refusals;
mod rules;
#[path = "../../../tests/training/support.rs"]
mod support;
