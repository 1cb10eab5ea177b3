//! The network of MXNet's tutorial on sparse features: features -> 128 -> 8 -> 1, with sigmoids.
mod batches;
mod model;
mod problem;
mod ranked;
mod saved;
mod settings;

pub use batches::{MlpBatch, MlpBatches, MlpSource};
pub use model::{Mlp, MlpMemory, MlpTotals};
pub use problem::mlp_problem;
pub use saved::{MlpProgress, SavedMlp};
pub use settings::{MlpSettings, MlpVariant};
