//! What a run of `lacuna train classify` is made of, beside the data and the number of passes. Saved with the weights.
use super::super::error::TrainError;
use super::super::linear::LinearHyper;
use super::super::optimizers::{Range, usable};
use super::super::scalar::TrainValue;
use super::super::settings::SavedBase;
use super::ffm::FfmSettings;
use super::objective::{Classes, Objective, OnlineLoss};
use lacuna::optim::{AdaGrad, Ftrl, Sgd};
use lacuna_runtime::libsvm::TextForm;
use lacuna_runtime::optimizer::{Optimizer, UnknownHyperParameter};
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
            Self::AdaGrad => 0.2,
            Self::Ftrl => 0.1,
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
/// use lacuna_models::train::{ClassifySettings, OnlineOptimizer};
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
    /// The l1 norm of the weight, not of the bias: `lambda1` of FTRL, which is one norm for all rows together. With the
    /// other optimizers each row that is learnt pulls every weight by its rate times `l1` towards 0, where it stays.
    pub l1: f64,
    /// wd, of the weight and not of the bias. A weight is decayed when a row has its feature.
    pub l2: f64,
    /// What AdaGrad adds to the sum of squares.
    pub epsilon: f64,
    /// What FTRL adds to the root of the sum of squares.
    pub beta: f64,
    /// The loss.
    #[serde(default, skip_serializing_if = "is_default")]
    pub loss: OnlineLoss,
    /// How many logits a row has.
    #[serde(default, skip_serializing_if = "is_default")]
    pub classes: Classes,
    /// The labels of several classes, one for each output, in ascending order. Rows have the place of their label.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<f64>,
    /// Weights of classes: a label, of two classes 1 or 0, and what the rows that have it are multiplied by. A label
    /// that is not here weighs 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub class_weights: Vec<(f64, f64)>,
    /// Of a field-aware factorization machine, which takes the place of the linear model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ffm: Option<FfmSettings>,
    /// How the text of the rows tells its features.
    #[serde(default, skip_serializing_if = "is_default")]
    pub form: TextForm,
    /// Whether the bias stays 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_bias: bool,
    /// How a step is cut, where rows are not learnt one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<SlicedSteps>,
}

/// Steps of several rows, whose gradients are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlicedSteps {
    /// Rows of a step.
    pub rows: usize,
    /// Slices that they are cut into.
    pub slices: usize,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
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
            loss: OnlineLoss::default(),
            classes: Classes::default(),
            labels: Vec::new(),
            class_weights: Vec::new(),
            ffm: None,
            form: TextForm::Plain,
            no_bias: false,
            steps: None,
        }
    }

    /// Defaults of a field-aware factorization machine, for so many features.
    #[must_use]
    pub fn machine(optimizer: OnlineOptimizer, features: usize, ffm: FfmSettings) -> Self {
        let learning_rate = if optimizer == OnlineOptimizer::Sgd { 0.05 } else { 0.5 };
        let (form, index_base) = (TextForm::Fields { fields: ffm.fields }, SavedBase::Zero);
        Self { learning_rate, l2: 2e-6, ffm: Some(ffm), form, index_base, ..Self::new(optimizer, features) }
    }

    /// Columns of the rows: a field-aware machine has one for each feature in each field.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.features.saturating_mul(self.ffm.map_or(1, |ffm| ffm.fields))
    }

    /// The shape of the weight in a file.
    pub(super) fn shape(&self) -> Vec<usize> {
        match self.ffm {
            Some(ffm) => vec![self.features, ffm.fields, ffm.factors],
            None => vec![self.features, self.outputs()],
        }
    }

    /// Numbers of the bias, which a field-aware machine has not.
    pub(super) fn biases(&self) -> usize {
        if self.ffm.is_some() { 0 } else { self.outputs() }
    }

    /// The decay of a field-aware machine, which has one logit and no l1 norm.
    pub(super) fn decay_of_machine<V: TrainValue>(&self) -> Result<V, TrainError> {
        if self.l1 != 0.0 {
            return Err(TrainError::Machine { what: "l1 norm" });
        }
        if self.classes != Classes::Two {
            return Err(TrainError::Machine { what: "several classes" });
        }
        self.decay()
    }

    /// Logits of a row.
    #[must_use]
    pub fn outputs(&self) -> usize {
        if self.classes.are_several() { self.labels.len() } else { 1 }
    }

    /// The loss of a row.
    pub(super) fn objective(&self) -> Result<Objective, TrainError> {
        let Self { loss, classes, .. } = *self;
        if classes == Classes::Softmax && loss != OnlineLoss::Logistic {
            return Err(TrainError::SoftmaxLoss { loss: loss.name() });
        }
        let ascend = self.labels.is_sorted_by(|before, after| before < after);
        if classes == Classes::Regression && loss != OnlineLoss::Squared {
            return Err(TrainError::RegressionLoss { loss: loss.name() });
        }
        if classes.are_several() && (self.labels.len() < 2 || !ascend) {
            return Err(TrainError::Labels { found: self.labels.len() });
        }
        Ok(Objective { loss, classes })
    }

    /// The weight of each class by its place, of two classes 0 and 1; none if all weigh 1.
    pub(super) fn weight_of_class<V: TrainValue>(&self) -> Result<Vec<V>, TrainError> {
        if self.class_weights.is_empty() {
            return Ok(Vec::new());
        }
        let labels = match self.classes {
            Classes::Two => &[0.0, 1.0][..],
            Classes::Regression => &[],
            _ => &self.labels,
        };
        let mut weights = vec![V::ONE; labels.len()];
        for &(label, weight) in &self.class_weights {
            let place = labels.iter().position(|&own| own == label).ok_or(TrainError::ClassWeight { label })?;
            weights[place] = usable("class weight", weight, Range::NotNegative)?;
        }
        Ok(weights)
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

    /// The optimizers of steps of several rows. A field-aware machine decays in its gradient.
    pub(super) fn hyper<V: TrainValue>(&self) -> Result<LinearHyper, TrainError> {
        let [weight, bias] = match self.optimizer {
            OnlineOptimizer::Sgd => self.sgd::<V>().and_then(|_| self.sgd())?.map(Optimizer::Sgd),
            OnlineOptimizer::AdaGrad => self.adagrad::<V>().and_then(|_| self.adagrad())?.map(Optimizer::AdaGrad),
            OnlineOptimizer::Ftrl => self.ftrl::<V>().and_then(|_| self.ftrl())?.map(Optimizer::Ftrl),
        };
        Ok(LinearHyper { weight: if self.ffm.is_some() { bias } else { weight }, bias })
    }

    /// The rules of the weight and of the bias.
    pub(super) fn sgd<V: TrainValue>(&self) -> Result<[Sgd<V>; 2], TrainError> {
        let bias = Sgd::new(self.rate()?);
        Ok([Sgd { weight_decay: self.decay()?, ..bias }, bias])
    }

    pub(super) fn adagrad<V: TrainValue>(&self) -> Result<[AdaGrad<V>; 2], TrainError> {
        // With 0 a gradient of 0 would be divided by 0.
        let bias = AdaGrad::new(self.rate()?, usable("epsilon", self.epsilon, Range::Positive)?);
        Ok([AdaGrad { weight_decay: self.decay()?, ..bias }, bias])
    }

    pub(super) fn ftrl<V: TrainValue>(&self) -> Result<[Ftrl<V>; 2], TrainError> {
        let bias = Ftrl::new(self.rate()?, V::ZERO, usable("beta", self.beta, Range::Positive)?);
        Ok([Ftrl { lambda1: usable("l1", self.l1, Range::NotNegative)?, weight_decay: self.decay()?, ..bias }, bias])
    }
}
