//! Optimizers that are chosen at run time ([`Optimizer`]), and all parameters of a [`Tape`](crate::autograd::Tape) updated by one ([`Trainer`]).
mod rule;
mod trainer;

pub use rule::Optimizer;
pub use trainer::{Multipliers, Trainer};
