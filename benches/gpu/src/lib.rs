//! The kernels on a GPU: inputs as files that other libraries read too, times of this project's kernels, and the table
//! of all times.
//!
//! `benches/gpu/README.md` says what is measured.
mod bench;
mod bytes;
mod cast;
mod compare;
mod copy;
pub mod inputs;
mod load;
pub mod measure;
mod optim;
mod product;
mod rows;
mod slices;
mod stored_rows;
pub mod table;
mod transposed;
