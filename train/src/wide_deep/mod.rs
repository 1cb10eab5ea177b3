//! `lacuna train wide-deep`: two classes by a linear model of sparse columns beside a network on ids and dense ones.
mod arguments;
mod data;
mod deep;
mod form;
mod generated;
mod rows;
mod run;

pub use arguments::WideDeepArguments;
pub(crate) use rows::Rows as WideDeepRows;
pub(crate) use run::saved_wide_deep;
pub use run::train_wide_deep;
