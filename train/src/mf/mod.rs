//! `lacuna train mf`: matrix factorization of scores.
mod arguments;
mod ratings;
mod run;

pub use arguments::MfArguments;
pub(crate) use ratings::Ratings;
pub(crate) use run::saved_factorization;
pub use run::train_mf;
