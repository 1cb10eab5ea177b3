//! Moments that start at zero.
use super::{Adam, AdamW, Adamax, Ftml, Lamb, LambDirection, Nadam, RowAdam, RowLamb};
use crate::Value;
use crate::elementary::Elementary;

/// `1 - beta^step`: what a running mean that started at zero is too small by after `step` steps.
///
/// Evaluated in `f64`: the power by squaring, from the lowest bit of `step` on, each product rounded.
///
/// ```
/// assert_eq!(lacuna::optim::bias_correction(0.5, 3), 0.875);
/// assert_eq!(lacuna::optim::bias_correction(0.999, 1_000_000_000), 1.0);
/// ```
#[must_use]
pub fn bias_correction(beta: f64, step: u64) -> f64 {
    let (mut power, mut square, mut left) = (1.0, beta, step);
    while left > 0 {
        if left & 1 == 1 {
            power *= square;
        }
        square *= square;
        left >>= 1;
    }
    1.0 - power
}

/// Rules whose learning rate holds the corrections of both moments.
macro_rules! rate_corrected {
    ($($Rule:ident $example:literal)*) => {$(
        impl<V: Value> $Rule<V> {
            /// The same with the learning rate of step `step = 1, 2, ...`:
            /// `lr sqrt(1 - beta2^step) / (1 - beta1^step)`, evaluated in `f64` and rounded once.
            ///
            /// ```
            #[doc = $example]
            /// assert_eq!(hyper.bias_corrected(1).learning_rate, 0.5);
            /// ```
            #[must_use]
            pub fn bias_corrected(self, step: u64) -> Self {
                let [first, second] = [self.beta1, self.beta2].map(|beta| bias_correction(beta.widen(), step));
                Self { learning_rate: V::narrow(self.learning_rate.widen() * second.root() / first), ..self }
            }
        }
    )*};
}
rate_corrected! {
    Adam "let hyper = lacuna::optim::Adam::new(0.5, 0.5, 0.75, 0.0);"
    AdamW "let hyper = lacuna::optim::AdamW::new(0.5, 0.5, 0.75, 0.0, 1.0);"
}

impl<V: Value> Adamax<V> {
    /// The same with the learning rate of step `step = 1, 2, ...`: `lr / (1 - beta1^step)`, evaluated in `f64` and
    /// rounded once.
    ///
    /// ```
    /// let hyper = lacuna::optim::Adamax::new(0.5, 0.5, 0.75);
    /// assert_eq!(hyper.bias_corrected(1).learning_rate, 1.0);
    /// ```
    #[must_use]
    pub fn bias_corrected(self, step: u64) -> Self {
        Self {
            learning_rate: V::narrow(self.learning_rate.widen() / bias_correction(self.beta1.widen(), step)),
            ..self
        }
    }
}

/// Rules with a correction of each moment.
macro_rules! corrected {
    ($($Rule:ident)*) => {$(
        impl<V: Value> $Rule<V> {
            /// The same with the corrections of step `step = 1, 2, ...`, each [`bias_correction`] rounded once.
            #[must_use]
            pub fn bias_corrected(self, step: u64) -> Self {
                let [correction1, correction2] = [self.beta1, self.beta2].map(
                    |beta| V::narrow(bias_correction(beta.widen(), step))
                );
                Self { correction1, correction2, ..self }
            }
        }
    )*};
}
corrected! { Ftml LambDirection RowAdam RowLamb Lamb }

/// The momenta of Nadam's steps, `mu_t = beta1 (1 - 0.96^(t decay) / 2)`, and their product: one schedule for each
/// parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NadamSchedule {
    decay: f64,
    step: u64,
    product: f64,
}

/// The momentum of a step of Nadam.
fn momentum(beta1: f64, decay: f64, step: u64) -> f64 {
    beta1 * (1.0 - 0.5 * Elementary::pow(0.96, step as f64 * decay))
}

impl NadamSchedule {
    /// The decay of MXNet (`schedule_decay`) and PyTorch (`momentum_decay`).
    pub const DECAY: f64 = 0.004;

    /// Before the first step. `decay` is [`DECAY`](Self::DECAY) in MXNet and in PyTorch; 0 gives every step the
    /// momentum `beta1 / 2`.
    #[must_use]
    pub const fn new(decay: f64) -> Self {
        Self { decay, step: 0, product: 1.0 }
    }

    /// After `steps` steps of a rule with that `beta1`, which is at most 1. Cost: one power a step, until the product
    /// of the momenta is below `2^-60`, where it changes no further result: 53 powers for 0.9.
    ///
    /// ```
    /// use lacuna::optim::{Nadam, NadamSchedule};
    /// let (hyper, mut schedule) = (Nadam::with_defaults(0.001), NadamSchedule::new(0.004));
    /// let steps = [(); 9].map(|()| schedule.next_step(hyper));
    /// assert_eq!(NadamSchedule::after(0.004, hyper.beta1, 8).next_step(hyper), steps[8]);
    /// let thousand = (0..1000).fold(steps[8], |_, _| schedule.next_step(hyper));
    /// assert_eq!(NadamSchedule::after(0.004, hyper.beta1, 1008).next_step(hyper), thousand);
    /// ```
    #[must_use]
    pub fn after(decay: f64, beta1: f64, steps: u64) -> Self {
        const NONE: f64 = 1.0 / (1_u64 << 60) as f64;
        let mut product = 1.0_f64;
        for step in 1..=steps {
            // From then on `1 - product` is 1, or no number.
            if product.abs() < NONE || !product.is_finite() {
                break;
            }
            product *= momentum(beta1, decay, step);
        }
        Self { decay, step: steps, product }
    }

    /// The hyper-parameters of the next step: `hyper` with both shares and the correction of the variance, each
    /// evaluated in `f64` and rounded once.
    ///
    /// ```
    /// use lacuna::optim::{Nadam, NadamSchedule};
    /// let mut schedule = NadamSchedule::new(0.0);
    /// let hyper = schedule.next_step(Nadam::new(0.1, 0.5, 0.75, 1e-8, 0.0, 0.0, 0.0));
    /// assert_eq!((hyper.gradient_share, hyper.mean_share, hyper.correction2), (1.0, 0.25 / (1.0 - 0.0625), 0.25));
    /// ```
    pub fn next_step<V: Value>(&mut self, hyper: Nadam<V>) -> Nadam<V> {
        let beta1 = hyper.beta1.widen();
        self.step = self.step.saturating_add(1);
        let [now, next] = [self.step, self.step.saturating_add(1)].map(|step| momentum(beta1, self.decay, step));
        self.product *= now;
        Nadam {
            gradient_share: V::narrow((1.0 - now) / (1.0 - self.product)),
            mean_share: V::narrow(next / (1.0 - self.product * next)),
            correction2: V::narrow(bias_correction(hyper.beta2.widen(), self.step)),
            ..hyper
        }
    }
}
