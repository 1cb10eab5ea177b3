//! The l1 norm of rules that have none of their own: weights are pulled to 0 by every row, which is made up for when
//! they are needed.
use super::super::error::TrainError;
use super::super::optimizers::{Range, usable};
use super::super::scalar::TrainValue;
use lacuna::optim::{AdaGrad, Ftrl, Hyper, Rule, Sgd};

/// Rows after which all weights are made up: so the number of a row is exact in `f32`.
pub(super) const ROWS: u32 = 1 << 20;

/// A rule whose steps have a length for each weight.
pub(super) trait Paced<V: TrainValue, const N: usize>: Rule<V, N> {
    /// The rate of a weight with these states; `None` for a rule that has an l1 norm of its own.
    fn pace(&self, states: &[V; N]) -> Option<V>;
}

impl<V: TrainValue> Paced<V, 1> for Sgd<V> {
    #[inline(always)]
    fn pace(&self, _: &[V; 1]) -> Option<V> {
        Some(self.common().learning_rate)
    }
}

impl<V: TrainValue> Paced<V, 2> for AdaGrad<V> {
    #[inline(always)]
    fn pace(&self, &[_, history]: &[V; 2]) -> Option<V> {
        Some(self.common().learning_rate / (history + self.epsilon).root())
    }
}

impl<V: TrainValue> Paced<V, 3> for Ftrl<V> {
    fn pace(&self, _: &[V; 3]) -> Option<V> {
        None
    }
}

/// The truncated gradient of Langford, Li and Zhang, Sparse online learning via truncated gradient (2009): behind each
/// row that is learnt, every weight goes by `pace l1` towards 0, and stays there. As the states of a weight change only
/// with its own rows, those that it missed are made up in one step: `missed pace l1`.
#[derive(Clone, Debug, Default)]
pub(super) struct Truncation<V> {
    pub l1: V,
    /// Rows that were learnt since all weights were made up.
    pub clock: u32,
    /// What the clock was when a weight was made up.
    pub seen: Vec<u32>,
}

impl<V: TrainValue> Truncation<V> {
    /// None for an l1 of 0.
    pub(super) fn of(l1: f64, cells: usize) -> Result<Option<Self>, TrainError> {
        let usable = usable("l1", l1, Range::NotNegative)?;
        Ok((l1 > 0.0).then(|| Self { l1: usable, clock: 0, seen: vec![0; cells] }))
    }

    /// The weight with the rows that it missed.
    #[inline(always)]
    pub(super) fn made_up<R: Paced<V, N>, const N: usize>(&self, rule: &R, cell: usize, states: &[V; N]) -> V {
        let missed = self.clock - self.seen.get(cell).map_or(self.clock, |&seen| seen.min(self.clock));
        let Some(pace) = rule.pace(states).filter(|_| missed > 0) else { return states[0] };
        let pull = V::from_f64(f64::from(missed)) * (pace * self.l1);
        let left = states[0].magnitude() - pull;
        if left > V::ZERO { left.with_sign_of(states[0]) } else { V::ZERO }
    }

    /// Makes a weight up.
    #[inline(always)]
    pub(super) fn make_up<R: Paced<V, N>, const N: usize>(&mut self, rule: &R, cell: usize, states: &mut [V; N]) {
        states[0] = self.made_up(rule, cell, states);
        if let Some(seen) = self.seen.get_mut(cell) {
            *seen = self.clock;
        }
    }
}
