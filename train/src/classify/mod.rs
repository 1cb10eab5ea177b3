//! `lacuna train classify`: classes of sparse rows, learnt row after row; and what other models that learn so share.
mod arguments;
mod cache;
mod online;
mod run;
mod shown;
mod task;

pub use arguments::{ClassifyArguments, TextArgument};
pub(crate) use online::named;
pub use online::{OnlineArguments, OnlineData};
pub use run::train_classify;
pub use task::ClassifyReport;
pub(crate) use task::Task;
