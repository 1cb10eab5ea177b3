//! Operators and optimizers against burn's own: one program, as linking burn takes long.
mod common;
mod csr;
mod embedding;
mod model;
mod optim;
mod refusals;
#[path = "../../../tests/training/support.rs"]
mod support;
