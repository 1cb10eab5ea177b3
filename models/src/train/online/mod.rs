//! Classification, learnt row after row.
mod classifier;
mod ffm;
mod objective;
mod progress;
mod quality;
mod ranked;
mod read_ahead;
mod rows;
mod saved;
mod settings;
#[cfg(test)]
mod tests;
mod truncation;

pub use classifier::Classifier;
pub(super) use classifier::Learnt;
pub use ffm::FfmSettings;
pub use objective::{Classes, OnlineLoss};
pub use progress::{ClassifyProgress, ClassifyTotals};
pub use quality::Quality;
pub use read_ahead::{ReadAhead, ReadBatch};
pub use rows::Digest;
pub use saved::SavedClassifier;
pub use settings::{ClassifySettings, OnlineOptimizer, SlicedSteps};
