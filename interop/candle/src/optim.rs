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
use crate::SparseEmbedding;
use lacuna_interop::training;

pub use training::{AdaGrad, Adam, AdamW, Ftrl, Kernel, Rule, Sgd, SgdMomentum, Update};

/// An optimizer of one [`SparseEmbedding`], which changes the table in place: of a step, only the rows of its gradient.
///
/// `R` are the hyper-parameters, a rule such as [`AdamW`]; `N` is the number of its arrays, the weight and the states:
/// [`LazyAdamW<f32>`] is short for `LazyOptimizer<AdamW, f32, 3>`.
///
/// ```
/// use candle_core::{DType, Device, Module, Tensor, Var};
/// use lacuna_candle::{Adam, LazyAdam, SparseEmbedding, Update};
///
/// let embedding = SparseEmbedding::<f32>::new(Var::ones((1000, 8), DType::F32, &Device::Cpu)?)?;
/// let rule = Adam { learning_rate: 0.1, ..Adam::default() };
/// let mut optimizer = LazyAdam::new(&embedding, rule, Update::Lazy)?;
/// for _ in 0..3 {
///     embedding.forward(&Tensor::new(&[7_u32, 9], &Device::Cpu)?)?.sqr()?.sum_all()?.backward()?;
///     assert_eq!(optimizer.step()?, 2);
/// }
///
/// // To save and go on:
/// let (steps, states) = (optimizer.steps(), optimizer.states()?);
/// assert_eq!(states[0].0, "mean");
/// let states: Vec<Tensor> = states.into_iter().map(|(_, state)| state).collect();
/// let resumed = LazyAdam::resume(&embedding, rule, Update::Lazy, steps, &states)?;
/// # assert_eq!(resumed.steps(), 3);
/// # Ok::<(), candle_core::Error>(())
/// ```
pub type LazyOptimizer<R, V, const N: usize> = training::LazyOptimizer<SparseEmbedding<V>, R, V, N>;

/// [`Sgd`] on an embedding.
pub type LazySgd<V> = training::LazySgd<SparseEmbedding<V>, V>;
/// [`SgdMomentum`] on an embedding.
pub type LazySgdMomentum<V> = training::LazySgdMomentum<SparseEmbedding<V>, V>;
/// [`AdaGrad`] on an embedding.
pub type LazyAdaGrad<V> = training::LazyAdaGrad<SparseEmbedding<V>, V>;
/// [`Adam`] on an embedding.
pub type LazyAdam<V> = training::LazyAdam<SparseEmbedding<V>, V>;
/// [`AdamW`] on an embedding.
pub type LazyAdamW<V> = training::LazyAdamW<SparseEmbedding<V>, V>;
/// [`Ftrl`] on an embedding.
pub type LazyFtrl<V> = training::LazyFtrl<SparseEmbedding<V>, V>;
