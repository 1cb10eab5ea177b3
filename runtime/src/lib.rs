//! What a program around the `lacuna` kernels needs: the kernels on several threads ([`Cpu`]), LibSVM files ([`libsvm`]), training ([`train`]),
//! memory for plans ([`PlanMemory`]), products of one matrix in the form that suits them ([`Product`]), and files that are written completely or not at all ([`atomic_file`]).
pub mod atomic_file;
mod cpu;
pub mod libsvm;
mod plan;
mod product;
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
}
