//! `lacuna train linear-classification`: two classes by a linear model, learnt in batches.
mod arguments;
mod run;

pub use arguments::LinearClassificationArguments;
pub(crate) use run::saved_classifier;
pub use run::train_linear_classification;
