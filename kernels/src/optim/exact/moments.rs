//! Rules that divide a running mean by the root of a running mean of squares.
//!
//! Without a gradient, step `i` of those that are missed has the moments `m_i = M_i m` and `v_i = R_i^2 v`, where `M_i` and `R_i` are products of betas and of their roots, the same for all rows. With `s = sqrt(v)`,
//! the weight loses `sum of a_i M_i m / (R_i s + e_i)`, whose terms are series in `y = e / s`:
//!
//! ```text
//! 1 / (R_i s + e_i) = 1/s (1/R_i) (1 - y (c_i / R_i) + y^2 (c_i / R_i)^2 - ...), e_i = c_i e
//! ```
//!
//! So it loses `m / s` times a polynomial in `y` whose coefficients all rows share. Epsilon is small beside the root wherever there has been a gradient to speak of; elements for which it is not are
//! replayed.
use super::{CatchUp, Missed};
use crate::Value;
use crate::optim::{Adam, AdamW, Nadam};

/// Terms of the series.
const TERMS: usize = 6;

/// What a step without a gradient does.
pub struct MomentStep {
    /// What the quotient is multiplied by.
    pub rate: f64,
    pub beta1: f64,
    pub beta2: f64,
    pub epsilon: f64,
    /// What the variance is divided by before its root is taken.
    pub correction: f64,
    /// The factor of the weight.
    pub decay: f64,
    /// True if the decay goes through the moments: then nothing but a replay will do.
    pub coupled: bool,
}

/// What some steps without a gradient do to elements with moments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Products of decays, of first betas, and of second ones.
    weight: f64,
    mean: f64,
    variance: f64,
    /// The root of that.
    root: f64,
    /// Of the first step: what `y` is made of.
    epsilon: f64,
    /// The coefficients of the polynomial.
    sums: [f64; TERMS],
    /// The largest `c_i / R_i`.
    reach: f64,
    /// False if there is no series.
    summed: bool,
}

impl Moments {
    const NONE: Self =
        Self { weight: 1.0, mean: 1.0, variance: 1.0, root: 1.0, epsilon: 0.0, sums: [0.0; TERMS], reach: 0.0, summed: true };

    #[inline(always)]
    pub(super) fn first(step: &MomentStep) -> Self {
        Self { epsilon: step.epsilon, ..Self::NONE }.then(step)
    }

    #[inline(always)]
    pub(super) fn then(self, step: &MomentStep) -> Self {
        let mean = step.beta1 * self.mean;
        let root = step.beta2.root() * self.root;
        let divisor = root / step.correction.root();
        let share = if step.epsilon == self.epsilon { 1.0 } else { step.epsilon / self.epsilon } / divisor;
        let mut term = step.rate * mean / divisor;
        let mut sums = self.sums;
        for sum in &mut sums {
            *sum = step.decay * *sum + term;
            term *= share;
        }
        let weight = step.decay * self.weight;
        let reach = if share > self.reach { share } else { self.reach };
        // Any NaN or infinity among them makes this no number.
        let zero = sums.iter().fold(weight + mean + reach, |all, sum| all + sum) * 0.0;
        let summed = self.summed && !step.coupled && step.epsilon >= 0.0 && zero == 0.0;
        Self { weight, mean, variance: step.beta2 * self.variance, root, epsilon: self.epsilon, sums, reach, summed }
    }
}

/// For which elements the series does.
#[derive(Clone, Copy)]
struct Limits<V> {
    epsilon: V,
    /// The largest `y`: beyond, what the series leaves out is more than a rounding.
    longest: V,
    /// The smallest root whose square is precise.
    least: V,
}

impl<V: Value> Limits<V> {
    #[inline(always)]
    fn new(summary: &Moments) -> Self {
        let (longest, least) = if size_of::<V>() == 4 { (0.04, 1e-17) } else { (1.5e-3, 1e-145) };
        Self { epsilon: V::narrow(summary.epsilon), longest: V::narrow(longest / summary.reach), least: V::narrow(least / summary.root) }
    }

    /// True if the weight does not move: a mean of 0, and something to divide by.
    #[inline(always)]
    fn is_idle(&self, mean: V, variance: V) -> bool {
        mean == V::ZERO && variance >= V::ZERO && self.epsilon > V::ZERO
    }

    #[inline(always)]
    fn has_series(&self, root: V) -> bool {
        self.epsilon / root <= self.longest && root >= self.least
    }
}

/// The weight, the mean and the variance after the steps that were missed.
#[inline(always)]
fn catch_up<R: CatchUp<V, 3, Summary = Moments>, V: Value, const COUNT: usize>(missed: Missed<'_, R, V, 3>, arrays: &mut [[V; COUNT]; 3]) {
    let summary = missed.summary();
    if !summary.summed {
        return missed.replay(arrays);
    }
    let (limits, sums, old) = (Limits::new(summary), summary.sums.map(V::narrow), *arrays);
    let mut is_replayed = false;
    for i in 0..COUNT {
        let [weight, mean, variance] = [old[0][i], old[1][i], old[2][i]];
        let root = variance.root();
        let y = limits.epsilon / root;
        let mut series = sums[TERMS - 1];
        for term in (0..TERMS - 1).rev() {
            series = sums[term] - y * series;
        }
        let is_idle = limits.is_idle(mean, variance);
        let lost = if is_idle { V::ZERO } else { (mean / root) * series };
        is_replayed |= !(is_idle || limits.has_series(root));
        arrays[0][i] = V::narrow(summary.weight * weight.widen() - lost.widen());
        arrays[1][i] = V::narrow(summary.mean * mean.widen());
        arrays[2][i] = V::narrow(summary.variance * variance.widen());
    }
    if is_replayed {
        replay_some(missed, limits, old, arrays);
    }
}

/// Replays the elements for which the series does not do.
#[inline(never)]
fn replay_some<R: CatchUp<V, 3>, V: Value, const COUNT: usize>(
    missed: Missed<'_, R, V, 3>,
    limits: Limits<V>,
    old: [[V; COUNT]; 3],
    arrays: &mut [[V; COUNT]; 3],
) {
    for i in 0..COUNT {
        let [mean, variance] = [old[1][i], old[2][i]];
        if !(limits.is_idle(mean, variance) || limits.has_series(variance.root())) {
            let mut element = old.map(|array| [array[i]]);
            missed.replay(&mut element);
            for (array, [new]) in arrays.iter_mut().zip(element) {
                array[i] = new;
            }
        }
    }
}

macro_rules! with_moments {
    ($($rule:ident),*) => {$(
        impl<V: Value> CatchUp<V, 3> for $rule<V> {
            type Summary = Moments;

            #[inline(always)]
            fn first(&self) -> Moments {
                Moments::first(&self.without_gradient())
            }

            #[inline(always)]
            fn then(&self, earlier: Moments) -> Moments {
                earlier.then(&self.without_gradient())
            }

            #[inline(always)]
            fn catch_up<const COUNT: usize>(missed: Missed<'_, Self, V, 3>, arrays: &mut [[V; COUNT]; 3]) {
                catch_up(missed, arrays);
            }
        }
    )*};
}
with_moments!(Adam, AdamW, Nadam);

impl<V: Value> Adam<V> {
    #[inline(always)]
    fn without_gradient(&self) -> MomentStep {
        let Self { learning_rate, beta1, beta2, epsilon, weight_decay, .. } = *self;
        let [rate, beta1, beta2, epsilon] = [learning_rate, beta1, beta2, epsilon].map(V::widen);
        MomentStep { rate, beta1, beta2, epsilon, correction: 1.0, decay: 1.0, coupled: weight_decay != V::ZERO }
    }
}

impl<V: Value> AdamW<V> {
    #[inline(always)]
    fn without_gradient(&self) -> MomentStep {
        let Self { learning_rate, beta1, beta2, epsilon, eta, weight_decay, .. } = *self;
        let [rate, beta1, beta2, epsilon, eta, decay] = [learning_rate, beta1, beta2, epsilon, eta, weight_decay].map(V::widen);
        MomentStep { rate: eta * rate, beta1, beta2, epsilon, correction: 1.0, decay: 1.0 - eta * decay, coupled: false }
    }
}

impl<V: Value> Nadam<V> {
    #[inline(always)]
    fn without_gradient(&self) -> MomentStep {
        let Self { learning_rate, beta1, beta2, epsilon, mean_share, correction2, weight_decay, .. } = *self;
        let [rate, beta1, beta2, epsilon, share, correction] =
            [learning_rate, beta1, beta2, epsilon, mean_share, correction2].map(V::widen);
        MomentStep { rate: rate * share, beta1, beta2, epsilon, correction, decay: 1.0, coupled: weight_decay != V::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What has an epsilon and a history as usual takes one evaluation, however many steps it missed.
    #[test]
    fn usual_elements_have_a_series() {
        let step = |step| Adam::new(0.01_f32, 0.9, 0.999, 1e-8).bias_corrected(step).without_gradient();
        let summary = (2..1000).fold(Moments::first(&step(1)), |summary, number| summary.then(&step(number)));
        assert!(summary.summed);
        let limits = Limits::<f32>::new(&summary);
        for root in [1e-6, 1e-3, 1.0, 1e3] {
            assert!(limits.has_series(root), "{root}");
        }
        assert!(limits.is_idle(0.0, 0.0) && !limits.is_idle(1e-3, 0.0));
        assert!(!limits.has_series(0.0) && !limits.has_series(1e-8));
        let coupled = Adam { weight_decay: 0.1, ..Adam::new(0.01_f32, 0.9, 0.999, 1e-8) };
        assert!(!summary.then(&coupled.without_gradient()).summed);
    }
}
