#![doc = include_str!("../README.md")]
mod bags;
mod csr;
mod element;
mod embedding;
pub mod optim;
mod threads;

pub use bags::Bags;
pub use csr::CsrMatrix;
pub use element::Element;
pub use embedding::SparseEmbedding;
pub use lacuna;
pub use optim::{
    AdaGrad, Adam, AdamW, Ftrl, LazyAdaGrad, LazyAdam, LazyAdamW, LazyFtrl, LazyOptimizer, LazySgd, LazySgdMomentum,
    Rule, Sgd, SgdMomentum, Update,
};

/// A gradient of a table that stores only the rows that occur: their ids ascend, and `view` gives it to a kernel of
/// [`lacuna`].
pub type RowSparseGradient<V> = lacuna::owned::OwnedRowSparse<V, u32>;
