//! Optimizers in files.
use super::error::TrainError;
use super::scalar::TrainValue;
use lacuna_runtime::optimizer::Optimizer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An optimizer in a file: its name, and its hyper-parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedOptimizer {
    /// The [name](Optimizer::name).
    pub name: String,
    /// The [hyper-parameters](Optimizer::hyper_parameters) that there are.
    pub hyper: BTreeMap<String, f64>,
}

impl From<&Optimizer> for SavedOptimizer {
    fn from(optimizer: &Optimizer) -> Self {
        let known = optimizer.hyper_parameters().into_iter();
        // JSON has no infinity: it is a default, as of a limit of weights.
        let finite = |name| optimizer.get(name).filter(|number| number.is_finite());
        let hyper = known.filter_map(|name| Some((name.to_owned(), finite(name)?))).collect();
        Self { name: optimizer.name().to_owned(), hyper }
    }
}

impl TryFrom<&SavedOptimizer> for Optimizer {
    type Error = TrainError;

    fn try_from(SavedOptimizer { name, hyper }: &SavedOptimizer) -> Result<Self, TrainError> {
        let mut optimizer = Self::named(name, 0.0).ok_or_else(|| TrainError::Optimizer { name: name.clone() })?;
        hyper.iter().try_for_each(|(name, &value)| optimizer.set(name, value))?;
        Ok(optimizer)
    }
}

/// What a number must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Range {
    Finite,
    NotNegative,
    Positive,
}

/// The number in the value type, if it is usable there.
pub(super) fn usable<V: TrainValue>(name: &str, value: f64, range: Range) -> Result<V, TrainError> {
    let rounded = V::from_f64(value);
    let fits = match range {
        Range::Finite => true,
        Range::NotNegative => value >= 0.0,
        Range::Positive => rounded > V::ZERO,
    };
    if rounded.to_f64().is_finite() && fits {
        return Ok(rounded);
    }
    Err(TrainError::Setting { name: name.to_owned(), value, value_type: V::NAME })
}

/// Refuses hyper-parameters that mean nothing in the value type.
pub(super) fn expect_usable<V: TrainValue>(optimizer: &Optimizer) -> Result<(), TrainError> {
    for name in optimizer.hyper_parameters() {
        let range = match name {
            "learning_rate" | "rescale_gradient" | "clip_gradient" => Range::Positive,
            "weight_decay" => Range::NotNegative,
            "clip_weights" if optimizer.get(name) == Some(f64::INFINITY) => continue,
            _ => Range::Finite,
        };
        if let Some(value) = optimizer.get(name) {
            usable::<V>(&name.replace('_', " "), value, range)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_optimizer_is_usable_and_comes_back_from_a_file() {
        for name in Optimizer::NAMES {
            let mut optimizer = Optimizer::named(name, 0.5).unwrap();
            expect_usable::<f32>(&optimizer).unwrap();
            optimizer.set("weight_decay", 0.25).unwrap();
            let text = serde_json::to_string(&SavedOptimizer::from(&optimizer)).unwrap();
            let saved: SavedOptimizer = serde_json::from_str(&text).unwrap();
            assert_eq!(Optimizer::try_from(&saved).unwrap(), optimizer, "{text}");
        }
    }
}
