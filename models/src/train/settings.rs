//! What a run is made of: everything that its result depends on, beside the data file and the number of epochs. Saved
//! with the weights.
use super::error::TrainError;
use super::linear::LinearHyper;
use super::optimizers::{Range, SavedOptimizer, expect_usable, usable};
use super::scalar::TrainValue;
use lacuna::optim::SgdMomentum;
use lacuna_runtime::libsvm::IndexBase;
use lacuna_runtime::optimizer::Optimizer;
use serde::{Deserialize, Serialize};

/// The value type of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DType {
    /// 32 bits
    #[default]
    F32,
    /// 64 bits
    F64,
}

impl DType {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::F32, Self::F64];

    /// The name, here and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// [`IndexBase`] in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum SavedBase {
    Zero,
    One,
    #[default]
    Auto,
}

impl SavedBase {
    pub(super) fn is_auto(&self) -> bool {
        *self == Self::Auto
    }
}

impl From<IndexBase> for SavedBase {
    fn from(base: IndexBase) -> Self {
        match base {
            IndexBase::Zero => Self::Zero,
            IndexBase::One => Self::One,
            IndexBase::Auto => Self::Auto,
        }
    }
}

impl From<SavedBase> for IndexBase {
    fn from(base: SavedBase) -> Self {
        match base {
            SavedBase::Zero => Self::Zero,
            SavedBase::One => Self::One,
            SavedBase::Auto => Self::Auto,
        }
    }
}

/// The settings of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Number of features; 0 until a file has been read.
    pub features: usize,
    /// Value type.
    pub dtype: DType,
    /// Number of the first feature in a file.
    pub index_base: SavedBase,
    /// Rows of the generated problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// Density of the generated problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
    /// Rows of a step.
    pub batch_size: usize,
    /// lr.
    pub learning_rate: f64,
    /// mu.
    pub momentum: f64,
    /// wd, of the weight and not of the bias.
    pub weight_decay: f64,
    /// Bound of a gradient element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip_gradient: Option<f64>,
    /// Another optimizer than SGD with momentum; the numbers above are then for show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimizer: Option<SavedOptimizer>,
    /// Seed of the first weights and of the generated problem.
    pub seed: u64,
    /// Slices that a step is cut into.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub slices: usize,
}

pub(super) const fn one() -> usize {
    1
}

pub(super) const fn is_one(slices: &usize) -> bool {
    *slices == 1
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            features: 0,
            dtype: DType::F32,
            index_base: SavedBase::Auto,
            rows: None,
            density: None,
            batch_size: 1,
            learning_rate: 0.05,
            momentum: 0.9,
            weight_decay: 0.0,
            clip_gradient: None,
            optimizer: None,
            seed: 0,
            slices: 1,
        }
    }
}

impl Settings {
    /// SGD with momentum by the numbers of the settings, without a look at [`optimizer`](Self::optimizer).
    #[must_use]
    pub const fn sgd_momentum(&self) -> Optimizer {
        let &Self { learning_rate, momentum, weight_decay, clip_gradient, .. } = self;
        Optimizer::SgdMomentum(SgdMomentum { weight_decay, clip_gradient, ..SgdMomentum::new(learning_rate, momentum) })
    }

    /// The optimizers of a step. The gradient is rescaled by 1 / batch size also in the last batch of an epoch, which
    /// may be smaller: so every row counts alike, as with MXNet's `rescale_grad`.
    ///
    /// # Errors
    /// If a setting is out of range, or not a finite number in the value type.
    pub fn hyper<V: TrainValue>(&self) -> Result<LinearHyper, TrainError> {
        if self.momentum >= 1.0 {
            return Err(TrainError::Momentum { found: self.momentum });
        }
        usable::<V>("weight decay", self.weight_decay, Range::NotNegative)?;
        let rescale_gradient = 1.0 / self.batch_size as f64;
        usable::<V>("1 / batch size", rescale_gradient, Range::Positive)?;
        if let Some(bound) = self.clip_gradient {
            usable::<V>("gradient bound", bound, Range::Positive)?;
        }
        usable::<V>("learning rate", self.learning_rate, Range::Positive)?;
        usable::<V>("momentum", self.momentum, Range::NotNegative)?;
        let mut weight = self.optimizer.as_ref().map_or_else(|| Ok(self.sgd_momentum()), Optimizer::try_from)?;
        weight.set("rescale_gradient", rescale_gradient * weight.get("rescale_gradient").unwrap_or(1.0))?;
        expect_usable::<V>(&weight)?;
        let mut bias = weight;
        bias.set("weight_decay", 0.0)?;
        Ok(LinearHyper { weight, bias })
    }
}
