//! Optimizers that are chosen at run time ([`Optimizer`]), and all parameters of a [`Tape`](crate::autograd::Tape) updated by one ([`Trainer`]).
mod rule;
mod trainer;

pub use rule::Optimizer;
#[cfg(feature = "cuda")]
pub(crate) use rule::narrowed;
pub use trainer::{Multipliers, Trainer};
