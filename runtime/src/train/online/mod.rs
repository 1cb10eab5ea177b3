//! Classification, learnt row after row.
mod classifier;
mod read_ahead;
mod rows;
mod saved;
mod settings;
#[cfg(test)]
mod tests;

pub use classifier::{Classifier, ClassifyProgress, ClassifyTotals};
pub use read_ahead::{ReadAhead, ReadBatch};
pub use saved::SavedClassifier;
pub use settings::{ClassifySettings, OnlineOptimizer};
