//! A language model.
mod evaluation;
mod inputs;
mod model;
mod options;
mod ranks;
mod window;

pub use evaluation::Evaluation;
pub use model::LanguageModel;
pub use options::LanguageModelOptions;
