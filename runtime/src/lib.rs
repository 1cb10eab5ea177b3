//! Operators, gradients, optimizers and a key-value store, on the arrays of [`lacuna_arrays`].
//!
//! - operators on arrays ([`operator`]), gradients of what is computed ([`autograd`]), graphs that are inferred before
//!   they run ([`symbol`]), optimizers ([`optimizer`]) and layers ([`layer`]);
//! - first values ([`initializer`]), learning rates ([`schedule`]), and a store of parameters that several workers share
//!   ([`kvstore`]);
//! - arrays and training on a GPU ([`device`]);
//! - all of [`lacuna_arrays`], under the same names: arrays and their files, readers of batches, tables that outgrow
//!   memory, and the kernels on several threads.
//!
//! Models and the loop that trains them are in `lacuna-models`. What the documentation hides is for that crate, and may
//! change with any version.
#![deny(unsafe_code)]
#![recursion_limit = "1024"] // for_each_kernel! is gone through row by row
pub mod autograd;
pub mod device;
pub mod initializer;
pub mod kvstore;
pub mod layer;
pub mod operator;
pub mod optimizer;
pub mod schedule;
pub mod symbol;

#[doc(hidden)]
pub use lacuna_arrays::large_pages;
pub use lacuna_arrays::{
    Cpu, PlanMemory, Product, array, atomic_file, compression, data, exchange, libsvm, table, write_text,
};

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
