//! Owned arrays, what they are read from, and the kernels on several threads.
//!
//! - arrays of any storage type and their files ([`mod@array`]), on the host or on a GPU ([`device`]);
//! - batches of LibSVM files, of arrays and of text ([`data`], [`libsvm`]), which the processes of a run share out
//!   ([`exchange`]);
//! - tables that outgrow memory ([`table`]), files that are written completely or not at all
//!   ([`atomic_file`]), and gzip ([`compression`]);
//! - the kernels on several threads ([`Cpu`]), memory for plans ([`PlanMemory`]), products of one matrix in the form
//!   that suits them ([`Product`]).
//!
//! Operators, gradients, optimizers and a key-value store on these arrays are in `lacuna-runtime`, which has all of
//! this under the same names. What the documentation hides is for that crate, and may change with any version.
#![deny(unsafe_code)]
#![recursion_limit = "1024"] // for_each_kernel! is gone through row by row
pub mod array;
pub mod atomic_file;
mod cpu;
pub mod data;
pub mod device;
pub mod exchange;
#[doc(hidden)]
pub mod json_keys;
#[doc(hidden)]
pub mod large_pages;
mod plan;
mod product;
pub mod table;
mod text;

pub use cpu::Cpu;
pub use lacuna_libsvm::{self as libsvm, compression};
pub use plan::PlanMemory;
pub use product::Product;
pub use text::write_text;

#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;
}
