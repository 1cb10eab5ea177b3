//! Verification of the `lacuna` kernels, and the program `lacuna`.
#![recursion_limit = "1024"] // for_each_kernel! is gone through row by row
pub mod backend;
pub mod cli;
pub mod compare;
pub mod conventions;
pub mod fixture;
pub mod golden;
pub mod operators;
pub mod ops;
pub mod reference;
pub mod report;
pub mod shell;
pub mod tolerance;
pub mod verify;

pub use lacuna_train as train;
