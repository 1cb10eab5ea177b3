//! The rules: hyper-parameters in `f64`, and what the kernels have in a step.
use super::{Error, Result};
use lacuna::Value;
use lacuna::optim::exact::CatchUp;
use lacuna::optim::{self, bias_correction};
use std::fmt::Debug;

/// An optimizer's hyper-parameters, for a weight and its states: `N` arrays.
pub trait Rule<V: Value, const N: usize>: Clone + Debug {
    /// The rule of the kernels, with the hyper-parameters of one step. Any other
    /// [`lacuna::optim::Rule`] is one by [`Replay`](lacuna::optim::exact::Replay).
    type Step: CatchUp<V, N, Coefficients: Send + Sync, Summary: Send + Sync> + Debug + Send + Sync + 'static;

    /// The names of the states.
    const STATES: &'static [&'static str];

    /// The hyper-parameters of step `step = 1, 2, ...`.
    ///
    /// # Errors
    /// For numbers that make no update.
    fn at_step(&self, step: u64) -> Result<Self::Step>;
}

fn not_negative<const COUNT: usize>(numbers: [(&'static str, f64); COUNT]) -> Result<()> {
    match numbers.iter().find(|(_, number)| !(0.0..f64::INFINITY).contains(number)) {
        Some(&(name, number)) => Err(Error::Hyper { name, number, range: "from 0 on" }),
        None => Ok(()),
    }
}

fn below_one<const COUNT: usize>(numbers: [(&'static str, f64); COUNT]) -> Result<()> {
    match numbers.iter().find(|(_, number)| !(0.0..1.0).contains(number)) {
        Some(&(name, number)) => Err(Error::Hyper { name, number, range: "from 0 to below 1" }),
        None => Ok(()),
    }
}

/// `w = w - learning_rate (g + weight_decay w)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sgd {
    /// 0.01 by default.
    pub learning_rate: f64,
    /// 0 by default.
    pub weight_decay: f64,
}

impl Default for Sgd {
    fn default() -> Self {
        Self { learning_rate: 0.01, weight_decay: 0.0 }
    }
}

impl<V: Value> Rule<V, 1> for Sgd {
    type Step = optim::Sgd<V>;
    const STATES: &'static [&'static str] = &[];

    fn at_step(&self, _: u64) -> Result<Self::Step> {
        let Self { learning_rate, weight_decay } = *self;
        not_negative([("learning_rate", learning_rate), ("weight_decay", weight_decay)])?;
        Ok(optim::Sgd { weight_decay: V::narrow(weight_decay), ..optim::Sgd::new(V::narrow(learning_rate)) })
    }
}

/// `m = momentum m - learning_rate (g + weight_decay w)`, then `w = w + m`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SgdMomentum {
    /// 0.01 by default.
    pub learning_rate: f64,
    /// From 0 to below 1; 0.9 by default.
    pub momentum: f64,
    /// 0 by default.
    pub weight_decay: f64,
}

impl Default for SgdMomentum {
    fn default() -> Self {
        Self { learning_rate: 0.01, momentum: 0.9, weight_decay: 0.0 }
    }
}

impl<V: Value> Rule<V, 2> for SgdMomentum {
    type Step = optim::SgdMomentum<V>;
    const STATES: &'static [&'static str] = &["momentum"];

    fn at_step(&self, _: u64) -> Result<Self::Step> {
        let Self { learning_rate, momentum, weight_decay } = *self;
        not_negative([("learning_rate", learning_rate), ("weight_decay", weight_decay)])?;
        below_one([("momentum", momentum)])?;
        let [learning_rate, momentum, weight_decay] = [learning_rate, momentum, weight_decay].map(V::narrow);
        Ok(optim::SgdMomentum { weight_decay, ..optim::SgdMomentum::new(learning_rate, momentum) })
    }
}

/// `n = n + h^2`, then `w = w - learning_rate h / (sqrt(n) + epsilon)`, where `h = g + weight_decay w`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaGrad {
    /// 0.01 by default.
    pub learning_rate: f64,
    /// 1e-10 by default.
    pub epsilon: f64,
    /// 0 by default.
    pub weight_decay: f64,
}

impl Default for AdaGrad {
    fn default() -> Self {
        Self { learning_rate: 0.01, epsilon: 1e-10, weight_decay: 0.0 }
    }
}

impl<V: Value> Rule<V, 2> for AdaGrad {
    type Step = optim::AdaGradL2<V>;
    const STATES: &'static [&'static str] = &["history"];

    fn at_step(&self, _: u64) -> Result<Self::Step> {
        let Self { learning_rate, epsilon, weight_decay } = *self;
        not_negative([("learning_rate", learning_rate), ("epsilon", epsilon), ("weight_decay", weight_decay)])?;
        let [learning_rate, epsilon, weight_decay] = [learning_rate, epsilon, weight_decay].map(V::narrow);
        Ok(optim::AdaGradL2 { weight_decay, ..optim::AdaGradL2::new(learning_rate, epsilon) })
    }
}

/// `m = beta1 m + (1 - beta1) h`, `v = beta2 v + (1 - beta2) h^2`, and in step t
/// `w = w - learning_rate (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)`, where `h = g + weight_decay w`.
///
/// This is PyTorch's `Adam`, with the same defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    /// 0.001 by default.
    pub learning_rate: f64,
    /// From 0 to below 1; 0.9 by default.
    pub beta1: f64,
    /// From 0 to below 1; 0.999 by default.
    pub beta2: f64,
    /// 1e-8 by default.
    pub epsilon: f64,
    /// 0 by default.
    pub weight_decay: f64,
}

impl Default for Adam {
    fn default() -> Self {
        Self { learning_rate: 0.001, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weight_decay: 0.0 }
    }
}

impl Adam {
    fn check(&self) -> Result<()> {
        let Self { learning_rate, beta1, beta2, epsilon, weight_decay } = *self;
        not_negative([("learning_rate", learning_rate), ("epsilon", epsilon), ("weight_decay", weight_decay)])?;
        below_one([("beta1", beta1), ("beta2", beta2)])
    }

    /// Learning rate, betas and epsilon of a step by uncorrected moments: both corrections are in the first and last.
    fn corrected<V: Value>(&self, step: u64) -> [V; 4] {
        let Self { learning_rate, beta1, beta2, epsilon, .. } = *self;
        let root = bias_correction(beta2, step).sqrt();
        [learning_rate * root / bias_correction(beta1, step), beta1, beta2, epsilon * root].map(V::narrow)
    }
}

impl<V: Value> Rule<V, 3> for Adam {
    type Step = optim::Adam<V>;
    const STATES: &'static [&'static str] = &["mean", "variance"];

    fn at_step(&self, step: u64) -> Result<Self::Step> {
        self.check()?;
        let [learning_rate, beta1, beta2, epsilon] = self.corrected(step);
        let weight_decay = V::narrow(self.weight_decay);
        Ok(optim::Adam { weight_decay, ..optim::Adam::new(learning_rate, beta1, beta2, epsilon) })
    }
}

/// [`Adam`] whose decay is no part of the gradient:
/// `w = w - learning_rate (weight_decay w + (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon))`, as
/// PyTorch's `AdamW`, whose defaults these are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamW {
    /// 0.001 by default.
    pub learning_rate: f64,
    /// From 0 to below 1; 0.9 by default.
    pub beta1: f64,
    /// From 0 to below 1; 0.999 by default.
    pub beta2: f64,
    /// 1e-8 by default.
    pub epsilon: f64,
    /// 0.01 by default.
    pub weight_decay: f64,
}

impl Default for AdamW {
    fn default() -> Self {
        Self { learning_rate: 0.001, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weight_decay: 0.01 }
    }
}

impl<V: Value> Rule<V, 3> for AdamW {
    type Step = optim::AdamW<V>;
    const STATES: &'static [&'static str] = &["mean", "variance"];

    fn at_step(&self, step: u64) -> Result<Self::Step> {
        let Self { learning_rate, beta1, beta2, epsilon, weight_decay } = *self;
        let adam = Adam { learning_rate, beta1, beta2, epsilon, weight_decay };
        adam.check()?;
        let [rate, beta1, beta2, epsilon] = adam.corrected(step);
        let weight_decay = V::narrow(learning_rate * weight_decay);
        Ok(optim::AdamW { weight_decay, ..optim::AdamW::new(rate, beta1, beta2, epsilon, V::ONE) })
    }
}

/// FTRL-proximal, which makes most weights of rare rows zero:
/// `z = z + g - (sqrt(n + g^2) - sqrt(n)) w / learning_rate`, `n = n + g^2`, then
/// `w = (sign(z) lambda1 - z) / ((beta + sqrt(n)) / learning_rate + lambda2)` where `|z| > lambda1`, and 0 elsewhere.
///
/// A weight that was drawn stays until its row has a gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ftrl {
    /// Above 0; 0.1 by default.
    pub learning_rate: f64,
    /// 0.01 by default.
    pub lambda1: f64,
    /// 0 by default.
    pub lambda2: f64,
    /// 1 by default.
    pub beta: f64,
}

impl Default for Ftrl {
    fn default() -> Self {
        Self { learning_rate: 0.1, lambda1: 0.01, lambda2: 0.0, beta: 1.0 }
    }
}

impl<V: Value> Rule<V, 3> for Ftrl {
    type Step = optim::Ftrl<V>;
    const STATES: &'static [&'static str] = &["z", "n"];

    fn at_step(&self, _: u64) -> Result<Self::Step> {
        let Self { learning_rate, lambda1, lambda2, beta } = *self;
        not_negative([("lambda1", lambda1), ("lambda2", lambda2), ("beta", beta)])?;
        if !(learning_rate > 0.0 && learning_rate < f64::INFINITY) {
            return Err(Error::Hyper { name: "learning_rate", number: learning_rate, range: "above 0" });
        }
        let [learning_rate, lambda1, lambda2, beta] = [learning_rate, lambda1, lambda2, beta].map(V::narrow);
        Ok(optim::Ftrl { weight_decay: lambda2, ..optim::Ftrl::new(learning_rate, lambda1, beta) })
    }
}

/// A rule of the kernels by itself, such as `Kernel(lacuna::optim::Nag::new(0.1, 0.9))`, with its own hyper-parameters
/// and their names: [`at_step`](lacuna::optim::Hyper::at_step) gives those of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kernel<R>(pub R);

impl<V: Value, R, const N: usize> Rule<V, N> for Kernel<R>
where
    R: CatchUp<V, N, Coefficients: Send + Sync, Summary: Send + Sync> + Debug + Send + Sync + 'static,
{
    type Step = R;
    const STATES: &'static [&'static str] = match ["state1", "state2", "state3", "state4"].split_at_checked(N - 1) {
        Some((names, _)) => names,
        None => panic!("a rule of the kernels has at most four states"),
    };

    fn at_step(&self, step: u64) -> Result<R> {
        Ok(self.0.at_step(step))
    }
}
