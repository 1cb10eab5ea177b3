//! Optimizers that are chosen at run time ([`Optimizer`]), and all parameters of a [`Tape`](crate::autograd::Tape)
//! updated by one ([`Trainer`]).
//!
//! | MXNet | here |
//! |---|---|
//! | `mx.optimizer.create(name, ..)` | [`Optimizer::create`] |
//! | `set_lr_mult`, `set_wd_mult`, `__lr_mult__`, `__wd_mult__` | [`Multipliers`], [`Multipliers::of_arguments`] |
//! | `lr_scheduler` | [`LearningRateSchedule`](crate::schedule::LearningRateSchedule), in a [store](crate::kvstore::KvStore::set_schedule), a `Module` of `lacuna-models` or a [`Trainer`](Trainer::set_schedule) |
//! | `multi_precision=True` | [`KvStore::set_multi_precision`](crate::kvstore::KvStore::set_multi_precision); in a [`Trainer`](Trainer::add) always |
//! | `Trainer.learning_rate`, `Trainer.set_learning_rate` | [`Trainer::learning_rate`], [`Trainer::set_learning_rate`] |
//! | `Trainer.save_states`, `Trainer.load_states` | [`Trainer::save_states`], [`Trainer::load_states`], which reads MXNet's files too |
//! | `gluon.utils.clip_global_norm` | [`clip_global_norm`] |
//! | `DCASGD`, `SGLD`, `LBSGD`, `LARS`, `LAMB` | [`Composed`], on the host only |
//! | `Test` | not here |
mod clip;
mod composed;
mod mixed;
mod multipliers;
mod mxnet;
mod pickle;
mod rule;
mod rules;
mod states;
mod trainer;

pub use clip::clip_global_norm;
pub use composed::Composed;
#[doc(hidden)]
pub use composed::{At, ParameterId};
pub use lacuna_arrays::array::file::PickleError;
pub(crate) use mixed::MASTER;
pub use multipliers::{MultiplierError, Multipliers};
pub use mxnet::CreateError;
#[doc(hidden)]
pub use pickle::pickled;
pub(crate) use pickle::{PickledStates, StateKey, arrays as arrays_of_pickle};
pub use rule::{Optimizer, UnknownHyperParameter};
#[cfg(feature = "cuda")]
pub(crate) use rules::{for_each_optimizer, optimizers_of_list};
pub use states::StatesError;
pub use trainer::Trainer;
