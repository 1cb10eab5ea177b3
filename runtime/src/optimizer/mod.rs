//! Optimizers that are chosen at run time ([`Optimizer`]), and all parameters of a [`Tape`](crate::autograd::Tape)
//! updated by one ([`Trainer`]).
mod rule;
mod rules;
mod trainer;

pub use rule::{Optimizer, UnknownHyperParameter};
#[cfg(feature = "cuda")]
pub(crate) use rules::{for_each_optimizer, optimizers_of_list};
pub use trainer::{Multipliers, Trainer};
