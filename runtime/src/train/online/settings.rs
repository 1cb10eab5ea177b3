//! What a run of `lacuna train classify` is made of, beside the data and the number of passes. Saved with the weights.
use super::super::error::TrainError;
use super::super::optimizers::{Range, usable};
use super::super::scalar::TrainValue;
use super::super::settings::SavedBase;
use crate::optimizer::UnknownHyperParameter;
use lacuna::optim::{AdaGrad, Ftrl, Sgd};
use serde::{Deserialize, Serialize};

/// The optimizer of a classifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnlineOptimizer {
    /// [`Sgd`]: `w = (1 - lr l2) w - lr g`.
    Sgd,
    /// [`AdaGrad`]: steps divided by the root of the sum of all squared gradients of their weight.
    #[default]
    AdaGrad,
    /// [`Ftrl`]: as AdaGrad, with weights that are exactly 0 where `l1` is more than what speaks for them.
    Ftrl,
}

impl OnlineOptimizer {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Sgd, Self::AdaGrad, Self::Ftrl];

    /// The name, here and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sgd => "sgd",
            Self::AdaGrad => "adagrad",
            Self::Ftrl => "ftrl",
        }
    }

    /// The learning rate of a run that asks for none.
    pub const fn learning_rate(self) -> f64 {
        match self {
            Self::Sgd => 0.005,
            Self::AdaGrad | Self::Ftrl => 0.1,
        }
    }

    /// Names of the arrays: the weight, then its states.
    pub(super) const fn arrays(self) -> &'static [&'static str] {
        match self {
            Self::Sgd => &["weight"],
            Self::AdaGrad => &["weight", "weight_history"],
            Self::Ftrl => &["weight", "weight_z", "weight_n"],
        }
    }
}

/// The settings of a classifier.
///
/// ```
/// use lacuna_runtime::train::{ClassifySettings, OnlineOptimizer};
///
/// let settings = ClassifySettings { l1: 0.5, ..ClassifySettings::new(OnlineOptimizer::Ftrl, 1 << 22) };
/// assert_eq!((settings.learning_rate, settings.l2), (OnlineOptimizer::Ftrl.learning_rate(), 0.0));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassifySettings {
    /// Number of features; 0 until a file has been read.
    pub features: usize,
    /// Number of the first feature in a file.
    pub index_base: SavedBase,
    /// The optimizer.
    pub optimizer: OnlineOptimizer,
    /// lr.
    pub learning_rate: f64,
    /// `lambda1` of FTRL, of the weight and not of the bias. The other optimizers have none.
    pub l1: f64,
    /// wd, of the weight and not of the bias. A weight is decayed when a row has its feature.
    pub l2: f64,
    /// What AdaGrad adds to the sum of squares.
    pub epsilon: f64,
    /// What FTRL adds to the root of the sum of squares.
    pub beta: f64,
}

impl ClassifySettings {
    /// Defaults of an optimizer, for so many features.
    #[must_use]
    pub fn new(optimizer: OnlineOptimizer, features: usize) -> Self {
        let learning_rate = optimizer.learning_rate();
        Self {
            features,
            index_base: SavedBase::Auto,
            optimizer,
            learning_rate,
            l1: 0.0,
            l2: 0.0,
            epsilon: 1.0,
            beta: 1.0,
        }
    }

    /// Sets a hyper-parameter by its name in [`lacuna::optim`].
    ///
    /// # Errors
    /// If the optimizer does not have it.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), UnknownHyperParameter> {
        let optimizer = self.optimizer;
        let number = match (optimizer, name) {
            (_, "learning_rate") => &mut self.learning_rate,
            (_, "weight_decay") => &mut self.l2,
            (OnlineOptimizer::AdaGrad, "epsilon") => &mut self.epsilon,
            (OnlineOptimizer::Ftrl, "lambda1") => &mut self.l1,
            (OnlineOptimizer::Ftrl, "beta") => &mut self.beta,
            _ => {
                let known = match optimizer {
                    OnlineOptimizer::Sgd => vec!["learning_rate", "weight_decay"],
                    OnlineOptimizer::AdaGrad => vec!["learning_rate", "epsilon", "weight_decay"],
                    OnlineOptimizer::Ftrl => vec!["learning_rate", "lambda1", "beta", "weight_decay"],
                };
                return Err(UnknownHyperParameter { optimizer: optimizer.name(), name: name.to_owned(), known });
            }
        };
        *number = value;
        Ok(())
    }

    fn rate<V: TrainValue>(&self) -> Result<V, TrainError> {
        usable("learning rate", self.learning_rate, Range::Positive)
    }

    fn decay<V: TrainValue>(&self) -> Result<V, TrainError> {
        usable("l2", self.l2, Range::NotNegative)
    }

    fn without_l1(&self) -> Result<(), TrainError> {
        if self.l1 == 0.0 { Ok(()) } else { Err(TrainError::L1 { l1: self.l1, optimizer: self.optimizer.name() }) }
    }

    /// The rules of the weight and of the bias.
    pub(super) fn sgd<V: TrainValue>(&self) -> Result<[Sgd<V>; 2], TrainError> {
        self.without_l1()?;
        let bias = Sgd::new(self.rate()?);
        Ok([Sgd { weight_decay: self.decay()?, ..bias }, bias])
    }

    pub(super) fn adagrad<V: TrainValue>(&self) -> Result<[AdaGrad<V>; 2], TrainError> {
        self.without_l1()?;
        // With 0 a gradient of 0 would be divided by 0.
        let bias = AdaGrad::new(self.rate()?, usable("epsilon", self.epsilon, Range::Positive)?);
        Ok([AdaGrad { weight_decay: self.decay()?, ..bias }, bias])
    }

    pub(super) fn ftrl<V: TrainValue>(&self) -> Result<[Ftrl<V>; 2], TrainError> {
        let bias = Ftrl::new(self.rate()?, V::ZERO, usable("beta", self.beta, Range::Positive)?);
        Ok([Ftrl { lambda1: usable("l1", self.l1, Range::NotNegative)?, weight_decay: self.decay()?, ..bias }, bias])
    }
}
