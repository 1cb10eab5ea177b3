//! Optimizers of sparse embeddings: one driver, [`LazyOptimizer`], and a [`Rule`] for each.
//!
//! | rule | states | candle has |
//! |---|---|---|
//! | [`Sgd`] | | `candle_nn::SGD`, without a decay |
//! | [`SgdMomentum`] | `momentum` | |
//! | [`AdaGrad`] | `history` | |
//! | [`Adam`] | `mean`, `variance` | `candle_nn::AdamW`, without a decay |
//! | [`AdamW`] | `mean`, `variance` | `candle_nn::AdamW` |
//! | [`Ftrl`] | `z`, `n` | |
//! | [`Kernel`] of any rule of `lacuna::optim` | `state1`, `state2` | |
mod lazy;
mod rules;

pub use lazy::{LazyOptimizer, Update};
pub use rules::{AdaGrad, Adam, AdamW, Ftrl, Kernel, Rule, Sgd, SgdMomentum};

/// [`Sgd`] on an embedding.
pub type LazySgd<V> = LazyOptimizer<Sgd, V, 1>;
/// [`SgdMomentum`] on an embedding.
pub type LazySgdMomentum<V> = LazyOptimizer<SgdMomentum, V, 2>;
/// [`AdaGrad`] on an embedding.
pub type LazyAdaGrad<V> = LazyOptimizer<AdaGrad, V, 2>;
/// [`Adam`] on an embedding.
pub type LazyAdam<V> = LazyOptimizer<Adam, V, 3>;
/// [`AdamW`] on an embedding.
pub type LazyAdamW<V> = LazyOptimizer<AdamW, V, 3>;
/// [`Ftrl`] on an embedding.
pub type LazyFtrl<V> = LazyOptimizer<Ftrl, V, 3>;
