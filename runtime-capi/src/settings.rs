//! Settings of learners, as JSON objects.
//!
//! `"model"` says which one it is:
//!
//! | model | what | members |
//! |---|---|---|
//! | `linear` | learnt row after row | those of [`ClassifySettings`]; `features` must be there |
//! | `ffm` | a field-aware factorization machine, learnt row after row | the same, and `ffm`: `fields`, `factors`, `normalise`, `seed` |
//! | `fm` | a factorization machine, learnt in batches | those of [`MachineSettings`] |
//!
//! What is left out has its default. A member that there is none of is refused.
use crate::failure::Failure;
use lacuna_models::model::{FactorizationMachineOptions, FactorizationTask, ParameterOptions};
use lacuna_models::train::{ClassifySettings, FfmSettings, OnlineOptimizer, SavedBase};
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::optimizer::Optimizer;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What settings are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Linear,
    Ffm,
    Fm,
}

/// Settings of a factorization machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MachineSettings {
    /// Columns of its rows.
    pub features: usize,
    /// Numbers that stand for a feature where it meets another one.
    pub factors: usize,
    /// Whether it predicts numbers, by the squared loss, and not probabilities.
    pub regression: bool,
    /// Whether rows have weights.
    pub row_weights: bool,
    /// A rule of [`Optimizer::NAMES`].
    pub optimizer: String,
    /// lr.
    pub learning_rate: f64,
    /// wd, of the parameters that occur in a step.
    pub weight_decay: f64,
    /// Other hyper-parameters of the rule, by their names.
    pub hyper: BTreeMap<String, f64>,
    /// Rows of a step.
    pub batch_rows: usize,
    /// Deviation of the first factors.
    pub deviation: f64,
    /// Of the first parameters.
    pub seed: u64,
    /// Threads of a step. The bits do not depend on it.
    pub threads: usize,
    /// What text of its training counted features from.
    pub index_base: SavedBase,
}

impl Default for MachineSettings {
    fn default() -> Self {
        Self {
            features: 0,
            factors: 16,
            regression: false,
            row_weights: false,
            optimizer: "adagrad".to_owned(),
            learning_rate: 0.03,
            weight_decay: 0.0,
            hyper: BTreeMap::new(),
            batch_rows: 100,
            deviation: 0.01,
            seed: 42,
            threads: 1,
            index_base: SavedBase::Zero,
        }
    }
}

impl MachineSettings {
    pub(crate) fn options(&self) -> Result<FactorizationMachineOptions, Failure> {
        let Self { optimizer: name, learning_rate, weight_decay, deviation, .. } = self;
        if self.batch_rows == 0 || self.features == 0 || self.factors == 0 {
            return Err(Failure::Settings("features, factors and batch_rows are at least 1".to_owned()));
        }
        if !(learning_rate.is_finite() && *learning_rate > 0.0 && *deviation >= 0.0 && deviation.is_finite()) {
            let text = format!("learning_rate {learning_rate} is not above 0, or deviation {deviation} is below");
            return Err(Failure::Settings(text));
        }
        let mut optimizer = optimizer(name, *learning_rate, *weight_decay, &self.hyper)?;
        if name == "adagrad" && !self.hyper.contains_key("epsilon") {
            optimizer.set("epsilon", 1e-4).map_err(Failure::settings)?;
        }
        let parameter = |sigma| ParameterOptions::new(Initializer::Normal { sigma });
        let mut options = FactorizationMachineOptions::new(self.features, self.factors);
        options.optimizer = optimizer;
        options.row_weights = self.row_weights;
        options.task = if self.regression { FactorizationTask::Numbers } else { FactorizationTask::Classes };
        (options.w0, options.w, options.v) = (parameter(0.01), parameter(0.01), parameter(*deviation));
        Ok(options)
    }
}

/// A rule by its name, with its hyper-parameters.
pub(crate) fn optimizer(
    name: &str,
    learning_rate: f64,
    weight_decay: f64,
    hyper: &BTreeMap<String, f64>,
) -> Result<Optimizer, Failure> {
    let unknown = || Failure::Settings(format!("there is no optimizer {name:?}: {}", Optimizer::NAMES.join(", ")));
    let mut optimizer = Optimizer::named(name, learning_rate).ok_or_else(unknown)?;
    optimizer.set("weight_decay", weight_decay).map_err(Failure::settings)?;
    for (name, &number) in hyper {
        optimizer.set(name, number).map_err(Failure::settings)?;
    }
    Ok(optimizer)
}

/// The object, and which model it is of.
pub(crate) fn parse(text: &str) -> Result<(Option<Kind>, Map<String, Value>), Failure> {
    let mut members: Map<String, Value> = serde_json::from_str(text)?;
    let kind = members.remove("model").map(serde_json::from_value).transpose()?;
    Ok((kind, members))
}

/// Settings with these members in the place of their own.
fn overlaid<T: Serialize + for<'de> Deserialize<'de>>(base: &T, members: Map<String, Value>) -> Result<T, Failure> {
    let mut all = serde_json::to_value(base)?;
    if let Value::Object(all) = &mut all {
        all.extend(members);
    }
    Ok(serde_json::from_value(all)?)
}

/// Settings of a learner of rows: those of a file, or else the defaults, with these members in their place.
pub(crate) fn online(
    kind: Kind,
    members: Map<String, Value>,
    saved: Option<&ClassifySettings>,
) -> Result<ClassifySettings, Failure> {
    if let Some(saved) = saved {
        return overlaid(saved, members);
    }
    let optimizer = members.get("optimizer").cloned().map(serde_json::from_value).transpose()?;
    let optimizer: OnlineOptimizer = optimizer.unwrap_or_default();
    let base = match kind {
        Kind::Ffm => {
            let ffm: Option<FfmSettings> = members.get("ffm").cloned().map(serde_json::from_value).transpose()?;
            let ffm = ffm.filter(|ffm| ffm.fields > 0 && ffm.factors > 0);
            let ffm = ffm.ok_or_else(|| Failure::Settings("\"ffm\" has no fields or no factors".to_owned()))?;
            ClassifySettings::machine(optimizer, 0, ffm)
        }
        _ => ClassifySettings { index_base: SavedBase::Zero, ..ClassifySettings::new(optimizer, 0) },
    };
    let settings: ClassifySettings = overlaid(&base, members)?;
    if settings.features == 0 {
        return Err(Failure::Settings("\"features\" is 0 or not there".to_owned()));
    }
    if settings.ffm.is_some() != (kind == Kind::Ffm) {
        return Err(Failure::Settings("\"ffm\" is for the model \"ffm\"".to_owned()));
    }
    Ok(settings)
}

/// Settings of a machine that learns in batches.
pub(crate) fn machine(members: Map<String, Value>) -> Result<MachineSettings, Failure> {
    Ok(serde_json::from_value(Value::Object(members))?)
}
