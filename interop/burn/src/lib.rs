#![doc = include_str!("../README.md")]
mod csr;
mod element;
mod embedding;
mod error;
pub mod optim;

pub use csr::CsrMatrix;
pub use element::Element;
pub use embedding::SparseEmbedding;
pub use error::{Error, Result};
pub use lacuna;
pub use lacuna_interop::training::{Bags, RowSparseGradient};
pub use optim::{
    AdaGrad, Adam, AdamW, Ftrl, LazyAdaGrad, LazyAdam, LazyAdamW, LazyFtrl, LazyOptimizer, LazySgd, LazySgdMomentum,
    Rule, Sgd, SgdMomentum, Update,
};
