//! `lacuna train classify`: two classes on sparse rows, learnt row after row.
mod arguments;
mod run;

pub use arguments::ClassifyArguments;
pub use run::{ClassifyReport, train_classify};
