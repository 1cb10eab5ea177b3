//! SGD with a compensation of delays.
use super::{Composed, MOST_STATES, step};
use lacuna::optim::{Common, Hyper, Rule};
use lacuna::{Index, KernelError, RowSparse, RowsMut, Value};
use lacuna_arrays::Cpu;

/// MXNet's `DCASGD`, each operation rounded as there.
#[derive(Clone, Copy, Debug)]
struct DelayCompensated<V> {
    common: Common<V>,
    momentum: V,
    lambda: V,
}

impl<V: Value> Hyper<V> for DelayCompensated<V> {
    const OWN: &'static [&'static str] = &["momentum", "lambda"];
    fn common(&self) -> Common<V> {
        self.common
    }
}

impl<V: Value> DelayCompensated<V> {
    #[inline(always)]
    fn move_of(&self, h: V, weight: V, moved: V) -> V {
        let Common { learning_rate, weight_decay, .. } = self.common;
        -learning_rate * ((h + weight_decay * weight) + self.lambda * h * h * moved)
    }
}

impl<V: Value> Rule<V, 2> for DelayCompensated<V> {
    type Coefficients = Self;
    #[inline(always)]
    fn coefficients(&self) -> Self {
        *self
    }
    #[inline(always)]
    fn step(hyper: &Self, h: V, [weight, moved]: [V; 2]) -> [V; 2] {
        let new = weight + hyper.move_of(h, weight, moved);
        [new, new - weight]
    }
}

impl<V: Value> Rule<V, 3> for DelayCompensated<V> {
    type Coefficients = Self;
    #[inline(always)]
    fn coefficients(&self) -> Self {
        *self
    }
    #[inline(always)]
    fn step(hyper: &Self, h: V, [weight, momentum, moved]: [V; 3]) -> [V; 3] {
        let momentum = hyper.momentum * momentum + hyper.move_of(h, weight, moved);
        let new = weight + momentum;
        [new, momentum, new - weight]
    }
}

impl Composed {
    pub(super) fn delay_compensated<V: Value, I: Index>(
        &self,
        cpu: &Cpu,
        gradient: RowSparse<'_, V, I>,
        weight: RowsMut<'_, V, I>,
        states: [RowsMut<'_, V, I>; MOST_STATES],
    ) -> Result<(), KernelError> {
        let [momentum, lambda] = ["momentum", "lambda"].map(|name| V::narrow(self.own(name)));
        let rule = DelayCompensated { common: self.common(), momentum, lambda };
        let [first, second, _] = states;
        if self.own("momentum") == 0.0 {
            step(cpu, rule, gradient, [weight, first])
        } else {
            step(cpu, rule, gradient, [weight, first, second])
        }
    }
}
