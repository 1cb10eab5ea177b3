//! `lacuna train lm`: a language model of a text.
mod arguments;
mod grammar;
mod run;
mod text;

pub use arguments::LmArguments;
pub use run::train_lm;
