//! Verification of the `lacuna` kernels, and the program `lacuna`.
pub mod backend;
pub mod cli;
pub mod compare;
pub mod fixture;
pub mod golden;
pub mod ops;
pub mod reference;
pub mod report;
pub mod tolerance;
pub mod verify;

pub use lacuna_train as train;
