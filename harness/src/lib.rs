//! Verification, data input and reference training for the `lacuna` kernels.
pub mod libsvm;
