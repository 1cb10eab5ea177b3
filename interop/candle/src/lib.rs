#![doc = include_str!("../README.md")]
mod bags;
mod csr;
mod element;
mod embedding;
pub mod optim;

pub use bags::Bags;
pub use csr::CsrMatrix;
pub use element::Element;
pub use embedding::SparseEmbedding;
pub use lacuna;
pub use lacuna_interop::training::RowSparseGradient;
pub use optim::{
    AdaGrad, Adam, AdamW, Ftrl, LazyAdaGrad, LazyAdam, LazyAdamW, LazyFtrl, LazyOptimizer, LazySgd, LazySgdMomentum,
    Rule, Sgd, SgdMomentum, Update,
};
