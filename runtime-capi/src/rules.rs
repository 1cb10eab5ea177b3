//! Rules of updates that the caller's tables are learnt by, and their settings.
use crate::failure::Failure;
use crate::settings::optimizer;
use crate::threads::MOST_THREADS;
use lacuna::Value;
use lacuna::call::{AnyOperand, AnyRule, Erase};
use lacuna_runtime::optimizer::Optimizer;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Hands a macro the rules: the type, the name, the number of arrays, and how many of these are states.
macro_rules! each_rule {
    ($then:ident) => {
        $then! {
            Sgd "sgd" 1 0;
            SgdMomentum "sgd_momentum" 2 1;
            AdaGrad "adagrad" 2 1;
            AdaGradL2 "adagrad_l2" 2 1;
            Adam "adam" 3 2;
            AdamW "adamw" 3 2;
            Ftrl "ftrl" 3 2;
        }
    };
}
pub(crate) use each_rule;

macro_rules! names {
    ($($Rule:ident $name:literal $arrays:literal $states:literal;)*) => {
        /// The rules that are here.
        const NAMES: &[&str] = &[$($name),*];

        /// The number of arrays, a weight and its states. `None` of another rule.
        pub(crate) const fn arrays_of(optimizer: &Optimizer) -> Option<usize> {
            match optimizer {
                $(Optimizer::$Rule(_) => Some($arrays),)*
                _ => None,
            }
        }
    };
}
each_rule!(names);

/// Why a rule is not one of these.
pub(crate) fn without(optimizer: &Optimizer, what: &str) -> Failure {
    Failure::Settings(format!("{:?} has no {what} here; {} have", optimizer.name(), NAMES.join(", ")))
}

/// A rule with its type.
pub(crate) fn typed<V: Value, R: for<'a> Erase<'a>>(rule: AnyRule) -> Result<R, Failure> {
    let rule = R::restore(&mut AnyOperand::Rule(rule.of_numbers(V::ELEMENT)));
    rule.ok_or_else(|| Failure::Settings("the rule is another one".to_owned()))
}

/// How numbers of fewer bits than they were computed with are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RoundingKind {
    Nearest,
    Stochastic,
}

/// Settings of updates, of whatever kind. What one kind has no use for it [refuses](Self::refuse).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct UpdateSettings {
    /// A rule of [`NAMES`].
    optimizer: String,
    learning_rate: f64,
    weight_decay: f64,
    /// Other hyper-parameters of the rule, by their names.
    hyper: BTreeMap<String, f64>,
    /// Steps that were made before.
    pub step: u64,
    pub threads: usize,
    /// Of exact lazy updates.
    pub room: Option<usize>,
    /// Of updates of mixed precision, as the two below.
    pub rounding: Option<RoundingKind>,
    pub seed: Option<u64>,
    pub parameter: Option<u64>,
}

impl Default for UpdateSettings {
    fn default() -> Self {
        Self {
            optimizer: "sgd".to_owned(),
            learning_rate: 0.01,
            weight_decay: 0.0,
            hyper: BTreeMap::new(),
            step: 0,
            threads: 1,
            room: None,
            rounding: None,
            seed: None,
            parameter: None,
        }
    }
}

impl UpdateSettings {
    /// The rule with its hyper-parameters.
    pub fn rule(&self) -> Result<Optimizer, Failure> {
        if self.threads > MOST_THREADS {
            return Err(Failure::Settings(format!("threads is {}, of at most {MOST_THREADS}", self.threads)));
        }
        optimizer(&self.optimizer, self.learning_rate, self.weight_decay, &self.hyper)
    }

    /// Refuses members that are there and belong to another kind.
    pub fn refuse<const COUNT: usize>(&self, kind: &str, members: [(&str, bool); COUNT]) -> Result<(), Failure> {
        match members.iter().find(|(_, is_there)| *is_there) {
            Some((name, _)) => Err(Failure::Settings(format!("{name:?} is no setting of {kind}"))),
            None => Ok(()),
        }
    }
}
