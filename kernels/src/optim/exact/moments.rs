//! Rules that divide a running mean by the root of a running mean of squares.
//!
//! Without a gradient, step `i` of those that are missed has the moments `m_i = M_i m` and `v_i = R_i^2 v`, where `M_i`
//! and `R_i` are products of betas and of their roots, the same for all rows. With `s = sqrt(v)`, the weight loses
//! `sum of a_i M_i m / (R_i s + e_i)`, whose terms are series in `y = e / s`:
//!
//! ```text
//! 1 / (R_i s + e_i) = 1/s (1/R_i) (1 - y (c_i / R_i) + y^2 (c_i / R_i)^2 - ...), e_i = c_i e
//! ```
//!
//! So it loses `m / s` times a polynomial in `y` whose coefficients all rows share. Epsilon is small beside the root
//! wherever there has been a gradient to speak of; elements for which it is not are replayed.
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
    /// One over the root of that.
    inverse_root: f64,
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
    #[inline(always)]
    fn of(step: &MomentStep) -> Self {
        let inverse_root = 1.0 / step.beta2.root();
        let reach = step.correction.root() * inverse_root;
        let sums = powers(step.rate * step.beta1 * reach, reach);
        let summed = !step.coupled && step.epsilon >= 0.0;
        Self {
            weight: step.decay,
            mean: step.beta1,
            variance: step.beta2,
            inverse_root,
            epsilon: step.epsilon,
            sums,
            reach,
            summed,
        }
    }

    /// These steps after earlier ones: their series is in what the moments are then.
    #[inline(always)]
    fn after(self, earlier: Self) -> Self {
        let growth =
            if self.epsilon == earlier.epsilon { 1.0 } else { self.epsilon / earlier.epsilon } * earlier.inverse_root;
        let mut sums = powers(earlier.mean * earlier.inverse_root, growth);
        for ((sum, later), earlier) in sums.iter_mut().zip(self.sums).zip(earlier.sums) {
            *sum = self.weight * earlier + *sum * later;
        }
        let reach = growth * self.reach;
        Self {
            weight: self.weight * earlier.weight,
            mean: self.mean * earlier.mean,
            variance: self.variance * earlier.variance,
            inverse_root: self.inverse_root * earlier.inverse_root,
            epsilon: earlier.epsilon,
            sums,
            reach: if reach > earlier.reach { reach } else { earlier.reach },
            summed: self.summed && earlier.summed,
        }
    }
}

/// `first`, `first by`, `first by by` and so on.
#[inline(always)]
fn powers(first: f64, by: f64) -> [f64; TERMS] {
    let (mut powers, mut power) = ([0.0; TERMS], first);
    for place in &mut powers {
        *place = power;
        power *= by;
    }
    powers
}

/// For which elements the series does.
#[derive(Clone, Copy)]
struct Limits<V> {
    epsilon: V,
    reach: V,
    /// The largest `y` times the reach: beyond, what the series leaves out is more than a rounding.
    longest: V,
    /// The smallest root whose square is precise.
    least: V,
}

impl<V: Value> Limits<V> {
    #[inline(always)]
    fn new(summary: &Moments) -> Self {
        let (longest, least) = if size_of::<V>() == 4 { (0.04, 1e-17) } else { (1.5e-3, 1e-145) };
        let [epsilon, reach, longest, least] =
            [summary.epsilon, summary.reach, longest, least * summary.inverse_root].map(V::narrow);
        Self { epsilon, reach, longest, least }
    }

    /// True if the weight does not move: a mean of 0, and something to divide by.
    #[inline(always)]
    fn is_idle(&self, mean: V, variance: V) -> bool {
        mean == V::ZERO && variance >= V::ZERO && self.epsilon > V::ZERO
    }

    #[inline(always)]
    fn has_series(&self, root: V) -> bool {
        self.epsilon / root * self.reach <= self.longest && root >= self.least
    }
}

/// The element after the missed steps by the series, and whether it does: not where it is too long, nor where its sums
/// are more than a number holds.
#[inline(always)]
fn by_series<V: Value>(
    summary: &Moments,
    limits: &Limits<V>,
    sums: &[V; TERMS],
    [weight, mean, variance]: [V; 3],
) -> ([V; 3], bool) {
    let root = variance.root();
    let y = limits.epsilon / root;
    let mut series = sums[TERMS - 1];
    for term in (0..TERMS - 1).rev() {
        series = sums[term] - y * series;
    }
    let is_idle = limits.is_idle(mean, variance);
    let lost = if is_idle { V::ZERO } else { (mean / root) * series };
    let weight = V::narrow(summary.weight * weight.widen() - lost.widen());
    let does = (is_idle || limits.has_series(root)) && weight.magnitude() < V::INFINITY;
    ([weight, V::narrow(summary.mean * mean.widen()), V::narrow(summary.variance * variance.widen())], does)
}

/// The weight, the mean and the variance after the steps that were missed.
#[inline(always)]
fn catch_up<R: CatchUp<V, 3, Summary = Moments>, V: Value, const COUNT: usize>(
    missed: &Missed<'_, R, V, 3>,
    old: [[V; COUNT]; 3],
) -> [[V; COUNT]; 3] {
    let summary = missed.summary();
    if !summary.summed {
        return missed.replay(old);
    }
    let (limits, sums, mut new) = (Limits::new(summary), summary.sums.map(V::narrow), old);
    let mut all_do = true;
    for i in 0..COUNT {
        let (element, does) = by_series(summary, &limits, &sums, [old[0][i], old[1][i], old[2][i]]);
        [new[0][i], new[1][i], new[2][i]] = element;
        all_do &= does;
    }
    if all_do { new } else { replay_some(missed, old, new) }
}

/// Replays the elements for which the series does not do.
#[inline(never)]
fn replay_some<R: CatchUp<V, 3, Summary = Moments>, V: Value, const COUNT: usize>(
    missed: &Missed<'_, R, V, 3>,
    old: [[V; COUNT]; 3],
    mut new: [[V; COUNT]; 3],
) -> [[V; COUNT]; 3] {
    let summary = missed.summary();
    let (limits, sums) = (Limits::new(summary), summary.sums.map(V::narrow));
    for i in 0..COUNT {
        let old = [old[0][i], old[1][i], old[2][i]];
        if !by_series(summary, &limits, &sums, old).1 {
            [[new[0][i]], [new[1][i]], [new[2][i]]] = missed.replay(old.map(|element| [element]));
        }
    }
    new
}

macro_rules! with_moments {
    ($($rule:ident),*) => {$(
        impl<V: Value> CatchUp<V, 3> for $rule<V> {
            type Summary = Moments;

            #[inline(always)]
            fn summary(&self) -> Moments {
                Moments::of(&self.without_gradient())
            }

            #[inline(always)]
            fn compose(later: Moments, earlier: Moments) -> Moments {
                later.after(earlier)
            }

            #[inline(always)]
            fn catch_up<const COUNT: usize>(
                missed: &Missed<'_, Self, V, 3>, arrays: [[V; COUNT]; 3]
            ) -> [[V; COUNT]; 3] {
                catch_up(missed, arrays)
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
        let [rate, beta1, beta2, epsilon, eta, decay] =
            [learning_rate, beta1, beta2, epsilon, eta, weight_decay].map(V::widen);
        MomentStep {
            rate: eta * rate,
            beta1,
            beta2,
            epsilon,
            correction: 1.0,
            decay: 1.0 - eta * decay,
            coupled: false,
        }
    }
}

impl<V: Value> Nadam<V> {
    #[inline(always)]
    fn without_gradient(&self) -> MomentStep {
        let Self { learning_rate, beta1, beta2, epsilon, mean_share, correction2, weight_decay, .. } = *self;
        let [rate, beta1, beta2, epsilon, share, correction] =
            [learning_rate, beta1, beta2, epsilon, mean_share, correction2].map(V::widen);
        MomentStep {
            rate: rate * share,
            beta1,
            beta2,
            epsilon,
            correction,
            decay: 1.0,
            coupled: weight_decay != V::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Schedule, flush, update};
    use super::*;
    use crate::optim::Rule;
    use crate::{DenseMut, RowSparse};

    /// What has an epsilon and a history as usual takes one evaluation, however many steps it missed.
    #[test]
    fn usual_elements_have_a_series() {
        let step = |step| Adam::new(0.01_f32, 0.9, 0.999, 1e-8).bias_corrected(step).without_gradient();
        let summary =
            (2..1000).fold(Moments::of(&step(1)), |summary, number| Moments::of(&step(number)).after(summary));
        assert!(summary.summed);
        let limits = Limits::<f32>::new(&summary);
        for root in [1e-6, 1e-3, 1.0, 1e3] {
            assert!(limits.has_series(root), "{root}");
        }
        assert!(limits.is_idle(0.0, 0.0) && !limits.is_idle(1e-3, 0.0));
        assert!(!limits.has_series(0.0) && !limits.has_series(1e-8));
        let coupled = Adam { weight_decay: 0.1, ..Adam::new(0.01_f32, 0.9, 0.999, 1e-8) };
        assert!(!Moments::of(&coupled.without_gradient()).after(summary).summed);
    }
    /// The sums of many steps outgrow `f32` where the second beta is far below the first: then steps are replayed,
    /// however large the root.
    #[test]
    fn sums_that_no_number_holds_are_replayed() {
        let rule = Adam::new(0.01_f32, 0.999, 0.5, 1e-8);
        let (mut memory, mut stamps) = ([None; 250], [0]);
        let mut schedule = Schedule::new(&mut memory);
        let none = RowSparse::<f32, i32>::new(1, 1, &[], &[]).unwrap();
        let (mut arrays, mut standard) = ([[1.0_f32], [1.0], [1e38]], [1.0_f32, 1.0, 1e38]);
        for _ in 0..250 {
            let [weight, mean, variance] = arrays.each_mut().map(|array| DenseMut::new(1, 1, array).unwrap().into());
            update(&mut schedule, &rule, none, [weight, mean, variance], &mut stamps).unwrap();
            standard = Adam::step(&rule.coefficients(), 0.0, standard);
        }
        assert!(
            Missed::since(schedule.records(), 0).unwrap().summary().sums.map(|sum| sum as f32).contains(&f32::INFINITY)
        );
        let [weight, mean, variance] = arrays.each_mut().map(|array| DenseMut::new(1, 1, array).unwrap().into());
        flush::<_, _, i32, 3>(&mut schedule, [weight, mean, variance], &mut stamps).unwrap();
        assert_eq!(arrays.map(|[element]| element), standard);
    }
}
