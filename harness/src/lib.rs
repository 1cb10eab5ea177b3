//! Verification, data input and reference training for the `lacuna` kernels.
mod atomic_file;
pub mod backend;
pub mod cli;
pub mod compare;
pub mod fixture;
pub mod golden;
pub mod libsvm;
pub mod ops;
pub mod reference;
pub mod report;
pub mod tolerance;
pub mod train;
pub mod verify;
