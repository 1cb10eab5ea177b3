//! The lacuna kernels through a C ABI: what `include/lacuna.h` declares.
//!
//! A C program passes pointers to small structs of sizes and pointers ([`types`]); each call turns them into checked views, runs the kernel of [`lacuna`], and answers with a [`Status`]
//! and, where the caller wants them, the [numbers](ErrorNumbers) behind it. Nothing is allocated, nothing is kept between calls, no thread is started.
//! The rules of the ABI, and what may change in a minor version, are in `docs/abi.md`.
//!
//! The names are `lacuna_`, the module and function of `lacuna`, the value type and the index type: `lacuna_dot_csr_dense_f32_i32` is `lacuna::dot::csr_dense::<f32, i32>`.
#![no_std]
#![deny(missing_docs, unsafe_code)]
#![warn(clippy::undocumented_unsafe_blocks)]

#[cfg(feature = "std")]
extern crate std;

pub mod cast;
pub mod dispatch;
pub mod dot;
pub mod optim;
#[cfg(all(feature = "panic-handler", not(feature = "std")))]
mod panic;
mod raw;
pub mod rows;
pub mod status;
pub mod types;
pub mod view;

pub use raw::{Function, Kind, scratch, text};
pub use status::{ErrorNumbers, Status};

/// All functions that take arguments of these kinds. (Those that answer with a text or a number alone are not in it.)
pub fn functions() -> impl Iterator<Item = &'static Function> {
    [dot::FUNCTIONS, cast::FUNCTIONS, rows::FUNCTIONS, optim::FUNCTIONS, view::FUNCTIONS, dispatch::FUNCTIONS].into_iter().flatten()
}
