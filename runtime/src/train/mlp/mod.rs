//! The network of MXNet's tutorial on sparse features: features -> 128 -> 8 -> 1, with sigmoids.
mod model;
mod problem;
mod saved;
mod settings;

pub use model::{Mlp, MlpMemory, MlpTotals};
pub use problem::mlp_problem;
pub use saved::{MlpProgress, SavedMlp};
pub use settings::{MlpSettings, MlpVariant};
