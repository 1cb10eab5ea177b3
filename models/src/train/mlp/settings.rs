//! What the network and its training are.
use super::super::error::TrainError;
use super::super::optimizers::{SavedOptimizer, expect_usable};
use super::super::settings::{SavedBase, is_one, one};
use lacuna::infer::Stype;
use lacuna::optim::Sgd;
use lacuna_runtime::optimizer::Optimizer;
use serde::{Deserialize, Serialize};

/// How the first layer multiplies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MlpVariant {
    /// Rows become dense, weight and gradient are.
    Dense,
    /// Sparse rows; the gradient of the weight is dense.
    SparseDot,
    /// Sparse rows; the gradient of the weight stores the rows of the features that occur.
    #[default]
    RowSparse,
}

impl MlpVariant {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Dense, Self::SparseDot, Self::RowSparse];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dense => "dense",
            Self::SparseDot => "sparse-dot",
            Self::RowSparse => "row-sparse",
        }
    }

    /// How the gradient of the first weight is stored.
    #[must_use]
    pub const fn gradient(self) -> Stype {
        match self {
            Self::RowSparse => Stype::RowSparse,
            Self::Dense | Self::SparseDot => Stype::Dense,
        }
    }
}

/// The network and its training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MlpSettings {
    /// Inputs.
    pub features: usize,
    /// Neurons of the layers between the inputs and the one output.
    pub hidden: Vec<usize>,
    /// How the first layer multiplies.
    pub variant: MlpVariant,
    /// Rows of a step.
    pub batch_size: usize,
    /// Step size of SGD.
    pub learning_rate: f64,
    /// Another optimizer than SGD; its step size is the one that counts then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimizer: Option<SavedOptimizer>,
    /// Seed of the first weights.
    pub seed: u64,
    /// Number of the first feature in a file, once one has been read.
    #[serde(default, skip_serializing_if = "SavedBase::is_auto")]
    pub index_base: SavedBase,
    /// Slices that a step is cut into.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub slices: usize,
}

impl Default for MlpSettings {
    /// Those of the tutorial.
    fn default() -> Self {
        let (hidden, variant) = (vec![128, 8], MlpVariant::RowSparse);
        Self {
            features: 1_000_000,
            hidden,
            variant,
            batch_size: 10,
            learning_rate: 0.01,
            optimizer: None,
            seed: 0,
            index_base: SavedBase::Auto,
            slices: 1,
        }
    }
}

impl MlpSettings {
    /// The optimizer of a step.
    ///
    /// # Errors
    /// If there is none of its name, or a hyper-parameter is not usable in `float32`.
    pub fn optimizer(&self) -> Result<Optimizer, TrainError> {
        let sgd = Optimizer::Sgd(Sgd::new(self.learning_rate));
        let optimizer = self.optimizer.as_ref().map_or(Ok(sgd), Optimizer::try_from)?;
        expect_usable::<f32>(&optimizer)?;
        Ok(optimizer)
    }
}
