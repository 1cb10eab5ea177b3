//! Learning rates that change while training goes on: [`LearningRateSchedule`], with the formulas of MXNet's
//! `lr_scheduler`.
//!
//! | MXNet | here |
//! |---|---|
//! | a number | [`Decay::Constant`] |
//! | `FactorScheduler` | [`Decay::Factor`] |
//! | `MultiFactorScheduler` | [`Decay::MultiFactor`] |
//! | `PolyScheduler` | [`Decay::Polynomial`] |
//! | `CosineScheduler` | [`Decay::Cosine`] |
//! | `warmup_steps`, `warmup_begin_lr`, `warmup_mode` | [`Warmup`] |
//!
//! # Differences from MXNet
//!
//! | MXNet | here |
//! |---|---|
//! | a scheduler remembers its last rate: asked for an earlier update it gives a later rate, and asked first for one behind the last decay the first rate | the rate is a function of the number of the update alone |
//! | polynomial and cosine give, behind their end, the rate of the last update that they were asked for | the rate at the end |
//! | a polynomial or cosine that ends before its warm-up does divides by 0, or gives a complex number | [`ScheduleError::WarmupAfterEnd`] |
//! | a negative or undefined factor is taken | [`ScheduleError::Factor`] |
use thiserror::Error;

/// How the rate goes down once the warm-up is over.
#[derive(Clone, Debug, PartialEq)]
pub enum Decay {
    /// Not at all.
    Constant,
    /// Times `factor` behind every `step` updates, down to `minimum`.
    Factor {
        /// Updates from one change to the next.
        step: u64,
        /// Above 0, at most 1.
        factor: f64,
        /// The rate that is never fallen below once the rate has changed (`stop_factor_lr`; MXNet's default is 1e-8).
        minimum: f64,
    },
    /// Times `factor` behind each of the updates `steps`.
    MultiFactor {
        /// Ascending, from 1.
        steps: Vec<u64>,
        /// Above 0, at most 1.
        factor: f64,
    },
    /// `last + (base - last) (1 - t)^power`, where `t` goes from 0 to 1 between the end of the warm-up and update
    /// `updates`.
    Polynomial {
        /// The update from which on the rate is `last`.
        updates: u64,
        /// The exponent (MXNet's default is 2).
        power: f64,
        /// The rate at the end.
        last: f64,
    },
    /// `last + (base - last) (1 + cos(pi t)) / 2`, where `t` goes from 0 to 1 between the end of the warm-up and update
    /// `updates`.
    Cosine {
        /// The update from which on the rate is `last`.
        updates: u64,
        /// The rate at the end.
        last: f64,
    },
}

/// The updates before the decay begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Warmup {
    /// How many.
    pub updates: u64,
    /// The rate of update 0: at most the base rate.
    pub begin: f64,
    /// Whether the rate stays there until they are over. Otherwise it goes up in equal steps, and reaches the base rate
    /// at the update behind them.
    pub constant: bool,
}

/// Why a schedule is refused.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// A rate is negative or no finite number.
    #[error("rate {rate:?} is not a finite number from 0 on")]
    Rate { rate: f64 },
    /// A factor is not above 0 and at most 1.
    #[error("factor {factor:?} is not above 0 and at most 1")]
    Factor { factor: f64 },
    /// An exponent is negative or no finite number.
    #[error("power {power:?} is not a finite number from 0 on")]
    Power { power: f64 },
    /// A number of updates is 0.
    #[error("the rate cannot change every 0 updates, or end at update 0")]
    NoUpdates,
    /// There is no step at all.
    #[error("a list of steps needs at least one")]
    NoSteps,
    /// The steps do not ascend.
    #[error("step {step} after {previous}: steps must ascend, from 1")]
    Steps { step: u64, previous: u64 },
    /// The warm-up would go down.
    #[error("the warm-up begins at rate {begin:?}, above the base rate {base:?}")]
    WarmupAboveBase { begin: f64, base: f64 },
    /// The decay ends before the warm-up is over.
    #[error("the decay ends at update {updates}, and the warm-up of {warmup} updates is not over before")]
    WarmupAfterEnd { updates: u64, warmup: u64 },
}

/// A learning rate for each update.
///
/// ```
/// use lacuna_runtime::schedule::{Decay, LearningRateSchedule, Warmup};
/// let decay = Decay::Factor { step: 100, factor: 0.5, minimum: 0.03 };
/// let schedule = LearningRateSchedule::new(0.1, decay)?.with_warmup(Warmup { updates: 10, begin: 0.0, constant: false })?;
/// assert_eq!([0, 5, 10, 100, 101, 201, 301].map(|update| schedule.rate(update)), [0.0, 0.05, 0.1, 0.1, 0.05, 0.03, 0.03]);
/// assert_eq!(LearningRateSchedule::new(0.1, Decay::MultiFactor { steps: vec![5, 5], factor: 0.5 }).unwrap_err().to_string(), "step 5 after 5: steps must ascend, from 1");
/// # Ok::<(), lacuna_runtime::schedule::ScheduleError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LearningRateSchedule {
    base: f64,
    decay: Decay,
    warmup: Option<Warmup>,
}

fn check_rate(rate: f64) -> Result<(), ScheduleError> {
    if rate >= 0.0 && rate.is_finite() { Ok(()) } else { Err(ScheduleError::Rate { rate }) }
}

fn check_factor(factor: f64) -> Result<(), ScheduleError> {
    if factor > 0.0 && factor <= 1.0 { Ok(()) } else { Err(ScheduleError::Factor { factor }) }
}

impl Decay {
    fn check(&self) -> Result<(), ScheduleError> {
        match self {
            Self::Constant => Ok(()),
            Self::Factor { step: 0, .. } | Self::Polynomial { updates: 0, .. } | Self::Cosine { updates: 0, .. } => {
                Err(ScheduleError::NoUpdates)
            }
            Self::Factor { factor, minimum, .. } => check_factor(*factor).and(check_rate(*minimum)),
            Self::MultiFactor { steps, factor } => {
                let mut previous = 0;
                for &step in steps {
                    if step <= previous {
                        return Err(ScheduleError::Steps { step, previous });
                    }
                    previous = step;
                }
                if steps.is_empty() { Err(ScheduleError::NoSteps) } else { check_factor(*factor) }
            }
            Self::Polynomial { power, last, .. } => {
                let usable = *power >= 0.0 && power.is_finite();
                if usable { check_rate(*last) } else { Err(ScheduleError::Power { power: *power }) }
            }
            Self::Cosine { last, .. } => check_rate(*last),
        }
    }

    /// The update at which it ends.
    const fn end(&self) -> Option<u64> {
        match self {
            Self::Polynomial { updates, .. } | Self::Cosine { updates, .. } => Some(*updates),
            _ => None,
        }
    }
}

impl LearningRateSchedule {
    /// A schedule without a warm-up.
    ///
    /// # Errors
    /// A rate, factor or number of updates that means nothing.
    pub fn new(base: f64, decay: Decay) -> Result<Self, ScheduleError> {
        check_rate(base)?;
        decay.check()?;
        Ok(Self { base, decay, warmup: None })
    }

    /// The schedule with a warm-up. The updates of the decay are counted from the first update on, as MXNet counts
    /// them, not from the end of the warm-up.
    ///
    /// # Errors
    /// [`ScheduleError::Rate`], [`ScheduleError::WarmupAboveBase`], [`ScheduleError::WarmupAfterEnd`].
    pub fn with_warmup(self, warmup: Warmup) -> Result<Self, ScheduleError> {
        let Warmup { updates, begin, .. } = warmup;
        check_rate(begin)?;
        if begin > self.base {
            return Err(ScheduleError::WarmupAboveBase { begin, base: self.base });
        }
        match self.decay.end() {
            Some(end) if end <= updates => Err(ScheduleError::WarmupAfterEnd { updates: end, warmup: updates }),
            _ => Ok(Self { warmup: Some(warmup), ..self }),
        }
    }

    /// The rate of an update. Powers and cosines are those of the crate libm, so the bits are the same on every
    /// processor.
    #[must_use]
    pub fn rate(&self, update: u64) -> f64 {
        let begins = self.warmup.map_or(0, |warmup| warmup.updates);
        if let Some(Warmup { updates, begin, constant }) = self.warmup.filter(|warmup| update < warmup.updates) {
            return if constant { begin } else { begin + (self.base - begin) * update as f64 / updates as f64 };
        }
        // The part of the decay that is over, if it has an end.
        let part = |end: u64| (update - begins) as f64 / (end - begins) as f64;
        match &self.decay {
            Decay::Constant => self.base,
            Decay::Factor { step, factor, minimum } => match update.saturating_sub(1) / step {
                0 => self.base,
                changes => scaled(self.base, *factor, changes).max(*minimum),
            },
            Decay::MultiFactor { steps, factor } => {
                scaled(self.base, *factor, steps.partition_point(|&step| step < update) as u64)
            }
            Decay::Polynomial { updates, last, .. } | Decay::Cosine { updates, last } if update >= *updates => *last,
            Decay::Polynomial { updates, power, last } => {
                last + (self.base - last) * libm::pow(1.0 - part(*updates), *power)
            }
            Decay::Cosine { updates, last } => {
                last + (self.base - last) * (1.0 + libm::cos(std::f64::consts::PI * part(*updates))) / 2.0
            }
        }
    }
}

fn scaled(base: f64, factor: f64, times: u64) -> f64 {
    base * libm::pow(factor, times as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals() {
        let new = |decay| LearningRateSchedule::new(1.0, decay).unwrap_err();
        assert_eq!(LearningRateSchedule::new(-1.0, Decay::Constant), Err(ScheduleError::Rate { rate: -1.0 }));
        assert_eq!(new(Decay::Factor { step: 0, factor: 0.5, minimum: 0.0 }), ScheduleError::NoUpdates);
        assert_eq!(new(Decay::Factor { step: 1, factor: 1.5, minimum: 0.0 }), ScheduleError::Factor { factor: 1.5 });
        assert_eq!(new(Decay::Factor { step: 1, factor: 0.5, minimum: -1.0 }), ScheduleError::Rate { rate: -1.0 });
        assert_eq!(new(Decay::MultiFactor { steps: vec![], factor: 0.5 }), ScheduleError::NoSteps);
        assert_eq!(
            new(Decay::MultiFactor { steps: vec![0], factor: 0.5 }),
            ScheduleError::Steps { step: 0, previous: 0 }
        );
        assert_eq!(new(Decay::Polynomial { updates: 1, power: -1.0, last: 0.0 }), ScheduleError::Power { power: -1.0 });
        let cosine = LearningRateSchedule::new(1.0, Decay::Cosine { updates: 5, last: 0.0 }).unwrap();
        let warmup = |updates, begin| cosine.clone().with_warmup(Warmup { updates, begin, constant: false });
        assert_eq!(warmup(5, 0.0), Err(ScheduleError::WarmupAfterEnd { updates: 5, warmup: 5 }));
        assert_eq!(warmup(2, 2.0), Err(ScheduleError::WarmupAboveBase { begin: 2.0, base: 1.0 }));
        assert!(warmup(4, 1.0).is_ok());
    }

    #[test]
    fn an_update_far_away_costs_no_more() {
        let schedule =
            LearningRateSchedule::new(1.0, Decay::Factor { step: 1, factor: 1.0 - 1e-15, minimum: 0.0 }).unwrap();
        assert!(schedule.rate(u64::MAX) < 1.0);
        let schedule = LearningRateSchedule::new(1.0, Decay::Cosine { updates: 3, last: 0.25 }).unwrap();
        assert_eq!(schedule.rate(u64::MAX), 0.25);
    }
}
