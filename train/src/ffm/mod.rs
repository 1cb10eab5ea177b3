//! `lacuna train ffm`: a field-aware factorization machine of two classes, learnt row after row.
mod arguments;
mod run;

pub use arguments::FfmArguments;
pub use run::train_ffm;
