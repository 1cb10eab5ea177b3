//! Classification, learnt row after row.
mod classifier;
mod rows;
mod saved;
mod settings;
#[cfg(test)]
mod tests;

pub use classifier::{Classifier, ClassifyProgress, Watch};
pub use saved::SavedClassifier;
pub use settings::{ClassifySettings, OnlineOptimizer};
