//! Models on sparse data, and what trains them, on [`lacuna_runtime`].
//!
//! - the models of MXNet's examples ([`model`]), graphs that are trained from a key-value store ([`module`]), and
//!   linear models, online learners and a network that training programs use ([`train`]);
//! - one loop for all of them ([`fit`]), and what is measured of them ([`metric`]).
#![deny(unsafe_code)]
pub mod fit;
pub mod metric;
pub mod model;
pub mod module;
pub mod train;

#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;

    #[doc = include_str!("../../docs/factorization.md")]
    struct Factorization;

    #[doc = include_str!("../../docs/lm.md")]
    struct LanguageModels;

    #[doc = include_str!("../../docs/wide-deep.md")]
    struct WideDeep;
}
