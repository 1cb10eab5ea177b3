//! Optimizers of sparse embeddings: one driver, [`LazyOptimizer`], and a [`Rule`] for each.
//!
//! | rule | states | burn has |
//! |---|---|---|
//! | [`Sgd`] | | `Sgd`, with `WeightDecayConfig` |
//! | [`SgdMomentum`] | `momentum` | |
//! | [`AdaGrad`] | `history` | `AdaGrad`, with `WeightDecayConfig` |
//! | [`Adam`] | `mean`, `variance` | `Adam`, with `WeightDecayConfig` |
//! | [`AdamW`] | `mean`, `variance` | `AdamW` |
//! | [`Ftrl`] | `z`, `n` | |
//! | [`Kernel`] of any rule of `lacuna::optim` | `state1`, `state2` | |
use crate::SparseEmbedding;
use lacuna_interop::training;

pub use training::{AdaGrad, Adam, AdamW, Ftrl, Kernel, Rule, Sgd, SgdMomentum, Update};

/// An optimizer of one [`SparseEmbedding`]: `LazyOptimizer<AdamW, f32, 3>` is [`LazyAdamW<f32>`].
///
/// ```
/// use burn::tensor::{Device, Tensor};
/// use lacuna_burn::{LazySgdMomentum, SgdMomentum, SparseEmbedding, Update};
///
/// let device = Device::flex().autodiff();
/// let embedding = SparseEmbedding::<f32>::from_vec((1000, 8), vec![0.5; 8000])?;
/// let rule = SgdMomentum { learning_rate: 0.1, ..SgdMomentum::default() };
/// let mut optimizer = LazySgdMomentum::new(&embedding, rule, Update::Exact)?;
/// for _ in 0..3 {
///     let rows = embedding.forward(Tensor::from_data([[7, 9]], &device))?;
///     rows.powi_scalar(2).sum().backward();
///     assert_eq!(optimizer.step()?, 2);
/// }
///
/// // To save: the states after the table, of rows that are up to date.
/// let (table, steps, states) = (embedding.table(&device)?, optimizer.steps(), optimizer.states()?);
/// assert_eq!(states[0].0, "momentum");
/// // To go on:
/// let states: Vec<Tensor<2>> = states.into_iter().map(|(_, state)| state).collect();
/// let embedding = SparseEmbedding::<f32>::new(table)?;
/// let resumed = LazySgdMomentum::resume(&embedding, rule, Update::Exact, steps, &states)?;
/// # assert_eq!(resumed.steps(), 3);
/// # Ok::<(), lacuna_burn::Error>(())
/// ```
pub type LazyOptimizer<R, V, const N: usize> = training::LazyOptimizer<SparseEmbedding<V>, R, V, N>;

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
