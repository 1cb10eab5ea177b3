//! `lacuna train mf`: matrix factorization of scores.
mod arguments;
mod ratings;
mod run;

pub use arguments::MfArguments;
pub use run::train_mf;
