//! Optimizers by MXNet's names, hyper-parameters and defaults.
use super::Optimizer;
use lacuna::optim::Update;
use thiserror::Error;

/// A class of `mx.optimizer`.
struct Class {
    name: &'static str,
    learning_rate: f64,
    /// What makes it another kernel.
    otherwise: Option<Otherwise>,
    kernel: &'static str,
    /// MXNet's name, the kernel's, and the default.
    own: &'static [(&'static str, &'static str, f64)],
}

/// A hyper-parameter that is 0, or a flag that is set, and the kernel then.
struct Otherwise {
    parameter: &'static str,
    holds: fn(f64) -> bool,
    kernel: &'static str,
}

fn is_zero(value: f64) -> bool {
    value == 0.0
}

fn is_set(value: f64) -> bool {
    value != 0.0
}

/// A row for each class that has a kernel.
const CLASSES: &[Class] = &[
    Class { name: "sgd", learning_rate: 0.01, otherwise: WITHOUT_MOMENTUM, kernel: "sgd_momentum", own: &[MOMENTUM] },
    Class { name: "ccsgd", learning_rate: 0.01, otherwise: WITHOUT_MOMENTUM, kernel: "sgd_momentum", own: &[MOMENTUM] },
    Class { name: "nag", learning_rate: 0.01, otherwise: WITHOUT_MOMENTUM, kernel: "nag", own: &[MOMENTUM] },
    Class {
        name: "signum",
        learning_rate: 0.01,
        otherwise: Some(Otherwise { parameter: "momentum", holds: is_zero, kernel: "sign_sgd" }),
        kernel: "signum",
        own: &[("momentum", "momentum", 0.9), ("wd_lh", "decoupled_decay", 0.0)],
    },
    Class {
        name: "lars",
        learning_rate: 0.01,
        otherwise: None,
        kernel: "whole_lars",
        own: &[
            MOMENTUM,
            ("eta", "eta", 0.001),
            ("eps", "epsilon", 0.0),
            ("momentum_correction", "momentum_correction", 1.0),
        ],
    },
    Class {
        name: "lamb",
        learning_rate: 0.001,
        otherwise: None,
        kernel: "whole_lamb",
        own: &[
            BETA1,
            BETA2,
            ("epsilon", "epsilon", 1e-6),
            ("lower_bound", "lower_bound", -1.0),
            ("upper_bound", "upper_bound", -1.0),
            ("bias_correction", "bias_correction", 1.0),
        ],
    },
    Class {
        name: "dcasgd",
        learning_rate: 0.01,
        otherwise: None,
        kernel: "dcasgd",
        own: &[MOMENTUM, ("lamda", "lambda", 0.04)],
    },
    // Here the stream of the noise has a seed.
    Class { name: "sgld", learning_rate: 0.01, otherwise: None, kernel: "sgld", own: &[("seed", "seed", 0.0)] },
    Class {
        name: "lbsgd",
        learning_rate: 0.01,
        otherwise: None,
        kernel: "lbsgd",
        own: &[
            MOMENTUM,
            ("warmup_strategy", "warmup_strategy", 0.0),
            ("warmup_epochs", "warmup_epochs", 5.0),
            ("batch_scale", "batch_scale", 1.0),
            ("updates_per_epoch", "updates_per_epoch", 32.0),
            ("begin_epoch", "begin_epoch", 0.0),
            // MXNet does not use it.
            ("num_epochs", "", 60.0),
        ],
    },
    Class { name: "adam", learning_rate: 0.001, otherwise: None, kernel: "adam", own: &[BETA1, BETA2, EPSILON] },
    Class { name: "nadam", learning_rate: 0.001, otherwise: None, kernel: "nadam", own: &[BETA1, BETA2, EPSILON] },
    Class { name: "adamax", learning_rate: 0.002, otherwise: None, kernel: "adamax", own: &[BETA1, BETA2] },
    Class {
        name: "adagrad",
        learning_rate: 0.01,
        otherwise: None,
        kernel: "adagrad",
        own: &[("eps", "epsilon", 1e-7)],
    },
    Class {
        name: "groupadagrad",
        learning_rate: 0.01,
        otherwise: None,
        kernel: "group_adagrad",
        own: &[("eps", "epsilon", 1e-5)],
    },
    // It has no learning rate, and takes none into account.
    Class {
        name: "adadelta",
        learning_rate: 1.0,
        otherwise: None,
        kernel: "adadelta",
        own: &[("rho", "rho", 0.9), ("epsilon", "epsilon", 1e-5)],
    },
    Class {
        name: "rmsprop",
        learning_rate: 0.001,
        otherwise: Some(Otherwise { parameter: "centered", holds: is_set, kernel: "rmsprop_centered" }),
        kernel: "rmsprop",
        own: &[
            ("gamma1", "rho", 0.9),
            ("gamma2", "momentum", 0.9),
            EPSILON,
            ("clip_weights", "clip_weights", f64::INFINITY),
            ("centered", "", 0.0),
        ],
    },
    Class {
        name: "ftrl",
        learning_rate: 0.1,
        otherwise: None,
        kernel: "ftrl",
        own: &[("lamda1", "lambda1", 0.01), ("beta", "beta", 1.0)],
    },
    Class {
        name: "ftml",
        learning_rate: 0.01,
        otherwise: None,
        kernel: "ftml",
        own: &[("beta1", "beta1", 0.6), BETA2, EPSILON],
    },
];

const WITHOUT_MOMENTUM: Option<Otherwise> = Some(Otherwise { parameter: "momentum", holds: is_zero, kernel: "sgd" });
const MOMENTUM: (&str, &str, f64) = ("momentum", "momentum", 0.0);
const BETA1: (&str, &str, f64) = ("beta1", "beta1", 0.9);
const BETA2: (&str, &str, f64) = ("beta2", "beta2", 0.999);
const EPSILON: (&str, &str, f64) = ("epsilon", "epsilon", 1e-8);

/// What all classes have.
const COMMON: [&str; 5] = ["learning_rate", "wd", "rescale_grad", "clip_gradient", "lazy_update"];

/// MXNet's `create` would not give such an optimizer, or it is not here.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CreateError {
    /// There is no class of this name here.
    #[error("there is no optimizer {name}: there are {}", .known.join(", "))]
    Unknown { name: String, known: Vec<&'static str> },
    /// A class does not have this hyper-parameter.
    #[error("{optimizer} has no hyper-parameter {name}: it has {}", .known.join(", "))]
    HyperParameter { optimizer: &'static str, name: String, known: Vec<&'static str> },
    /// MXNet's `groupadagrad` refuses weight decay.
    #[error("{optimizer} has no weight decay: wd is 0, not {found}")]
    WeightDecay { optimizer: &'static str, found: f64 },
}

impl Optimizer {
    /// The names that [`create`](Self::create) knows.
    #[must_use]
    pub fn mxnet_names() -> Vec<&'static str> {
        CLASSES.iter().map(|class| class.name).collect()
    }

    /// True if this class makes such an optimizer, in MXNet's spelling of its name.
    pub(crate) fn is_of_class(&self, name: &str) -> bool {
        let class = CLASSES.iter().find(|class| name.eq_ignore_ascii_case(class.name));
        let kernels = class.map(|class| [Some(class.kernel), class.otherwise.as_ref().map(|other| other.kernel)]);
        kernels.is_some_and(|kernels| kernels.contains(&Some(self.name())))
    }

    /// `mx.optimizer.create(name, **parameters)`: the optimizer of a class of MXNet, by its names of hyper-parameters
    /// and with its defaults, in either case. A flag is 1 or 0.
    ///
    /// - All have `learning_rate`, `wd`, `rescale_grad`, `clip_gradient` (0: none) and `lazy_update`. The
    ///   `learning_rate` of `adadelta` has no effect, as in MXNet; schedules and multipliers of it have one here.
    /// - The kernel depends on them as in MXNet: `sgd` and `nag` without momentum are `sgd`, `signum` without it is
    ///   `sign_sgd`, and `rmsprop` with `centered` is `rmsprop_centered`.
    /// - `lamb` and `lars` are `whole_lamb` and `whole_lars`, with the norms of whole parameters. They, `dcasgd`, `sgld`
    ///   and `lbsgd` are [composed](super::Composed). The `warmup_strategy` of `lbsgd` is a number here, and `sgld` has a
    ///   `seed`.
    ///
    /// # Errors
    /// [`CreateError`].
    ///
    /// ```
    /// use lacuna_runtime::optimizer::Optimizer;
    /// let optimizer = Optimizer::create("RMSProp", &[("gamma1", 0.75), ("centered", 1.0), ("wd", 0.5)])?;
    /// assert_eq!((optimizer.name(), optimizer.get("rho"), optimizer.get("momentum")), ("rmsprop_centered", Some(0.75), Some(0.9)));
    /// assert_eq!((optimizer.get("learning_rate"), optimizer.get("weight_decay")), (Some(0.001), Some(0.5)));
    /// assert_eq!(Optimizer::create("sgd", &[])?.name(), "sgd");
    /// # Ok::<(), lacuna_runtime::optimizer::CreateError>(())
    /// ```
    pub fn create(name: &str, parameters: &[(&str, f64)]) -> Result<Self, CreateError> {
        let unknown = || CreateError::Unknown { name: name.to_owned(), known: Self::mxnet_names() };
        let class = CLASSES.iter().find(|class| name.eq_ignore_ascii_case(class.name)).ok_or_else(unknown)?;
        let names = || COMMON.into_iter().chain(class.own.iter().map(|(name, ..)| *name));
        if let Some((name, _)) = parameters.iter().find(|(name, _)| !names().any(|known| known == *name)) {
            let (optimizer, name) = (class.name, (*name).to_owned());
            return Err(CreateError::HyperParameter { optimizer, name, known: names().collect() });
        }
        // The last one of a name, as a dictionary has it.
        let given = |name: &str| parameters.iter().rev().find(|(own, _)| *own == name).map(|(_, value)| *value);
        let default = |name: &str| class.own.iter().find(|(own, ..)| *own == name).map(|(.., value)| *value);
        let of = |other: &&Otherwise| given(other.parameter).or_else(|| default(other.parameter));
        let other = class.otherwise.as_ref().filter(|other| of(other).is_some_and(other.holds));
        let kernel = other.map_or(class.kernel, |other| other.kernel);
        let rate = given("learning_rate").filter(|_| class.name != "adadelta").unwrap_or(class.learning_rate);
        let mut optimizer = Self::named(kernel, rate).ok_or_else(unknown)?;
        for (name, own, default) in class.own {
            // The other kernel of a class does not have all.
            if optimizer.get(own).is_some() {
                let _ = optimizer.set(own, given(name).unwrap_or(*default));
            }
        }
        let common = optimizer.common_mut();
        if let Some(found) = given("wd") {
            if class.name == "groupadagrad" && found != 0.0 {
                return Err(CreateError::WeightDecay { optimizer: class.name, found });
            }
            *common.weight_decay = found;
        }
        *common.rescale_gradient = given("rescale_grad").unwrap_or(1.0);
        *common.clip_gradient = given("clip_gradient").filter(|&bound| bound != 0.0);
        if given("lazy_update") == Some(0.0) {
            *common.update = Update::Standard;
        }
        Ok(optimizer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_its_kernels_and_their_hyper_parameters() {
        for class in CLASSES {
            let names = [Some(class.kernel), class.otherwise.as_ref().map(|other| other.kernel)];
            let kernels: Vec<_> =
                names.into_iter().flatten().map(|name| Optimizer::named(name, 1.0).unwrap()).collect();
            for (name, own, _) in class.own.iter().filter(|(_, own, _)| !own.is_empty()) {
                assert!(kernels.iter().any(|kernel| kernel.hyper_parameters().contains(own)), "{}: {name}", class.name);
            }
        }
    }
}
