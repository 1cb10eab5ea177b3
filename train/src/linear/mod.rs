//! `lacuna train linear`: linear regression on sparse rows.
mod arguments;
mod describe;
mod run;

pub(crate) use describe::interrupted;
#[cfg(feature = "demo")]
pub(crate) use run::Index;

pub use arguments::{InitialWeights, LinearArguments};
pub use run::train_linear;
