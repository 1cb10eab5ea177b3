//! What a program around the `lacuna` kernels needs.
//!
//! - the kernels on several threads ([`Cpu`]), memory for plans ([`PlanMemory`]), products of one matrix in the form
//!   that suits them ([`Product`]);
//! - owned arrays and their files ([`mod@array`]), operators on them ([`operator`]), gradients of what is computed
//!   ([`autograd`]), graphs that are inferred before they run ([`symbol`]), optimizers ([`optimizer`]) and layers
//!   ([`layer`]);
//! - arrays and training on a GPU ([`device`]);
//! - batches of LibSVM files, of arrays and of text ([`data`], [`libsvm`]), first values ([`initializer`]), learning
//!   rates ([`schedule`]), and a store of parameters that several workers share ([`kvstore`]);
//! - tables that outgrow memory ([`table`]), files that are written completely or not at all
//!   ([`atomic_file`]), and gzip ([`compression`]).
//!
//! Models and the loop that trains them are in `lacuna-models`. What the documentation hides is for that crate, and may
//! change with any version.
#![deny(unsafe_code)]
#![recursion_limit = "1024"] // for_each_kernel! is gone through row by row
pub mod array;
pub mod atomic_file;
pub mod autograd;
mod cpu;
pub mod data;
pub mod device;
pub mod exchange;
pub mod initializer;
mod json_keys;
pub mod kvstore;
#[doc(hidden)]
pub mod large_pages;
pub mod layer;
pub mod operator;
pub mod optimizer;
mod plan;
mod product;
pub mod schedule;
pub mod symbol;
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

    #[doc = include_str!("../../docs/forms.md")]
    struct Forms;

    #[doc = include_str!("../../docs/files.md")]
    struct Files;

    #[doc = include_str!("../../docs/gpu.md")]
    struct Gpu;

    #[doc = include_str!("../../docs/lazy-updates.md")]
    struct LazyUpdates;

    #[doc = include_str!("../../docs/mapped-tables.md")]
    struct MappedTables;
}
