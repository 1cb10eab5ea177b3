//! What a program around the `lacuna` kernels needs: the kernels on several threads ([`Cpu`]), owned arrays and their files ([`mod@array`]), LibSVM files ([`libsvm`]), training ([`train`]),
//! tables that outgrow memory ([`table`]), memory for plans ([`PlanMemory`]), products of one matrix in the form that suits them ([`Product`]), and files that are written completely or not at all ([`atomic_file`]).
#![deny(unsafe_code)]
pub mod array;
pub mod atomic_file;
mod cpu;
pub mod libsvm;
mod plan;
mod product;
pub mod table;
mod text;
pub mod train;

pub use cpu::Cpu;
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

    #[doc = include_str!("../../docs/lazy-updates.md")]
    struct LazyUpdates;

    #[doc = include_str!("../../docs/mapped-tables.md")]
    struct MappedTables;
}
