//! Rules whose steps without a gradient multiply weight and states by numbers that all rows share, or move the weight
//! by a multiple of a quotient of states.
use super::{CatchUp, Missed};
use crate::Value;
use crate::optim::{AdaDelta, AdaGradL2, Adamax, RmsProp, SignSgd};

/// What some steps without a gradient do: `w = weight w + quotient (first state / second state)`, and the factors of
/// the states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    weight: f64,
    quotient: f64,
    states: [f64; 2],
    /// True if there is no such thing: what has a coupled decay, or divides by what may be 0.
    is_replayed: bool,
}

impl Scales {
    const NONE: Self = Self { weight: 1.0, quotient: 0.0, states: [1.0; 2], is_replayed: false };

    #[inline(always)]
    fn after(self, earlier: Self) -> Self {
        let [first, second] = earlier.states;
        Self {
            weight: self.weight * earlier.weight,
            // The quotient of this step is that of the states then.
            quotient: self.weight * earlier.quotient + self.quotient * (first / second),
            states: [self.states[0] * first, self.states[1] * second],
            is_replayed: self.is_replayed || earlier.is_replayed,
        }
    }

    fn changes_nothing(&self) -> bool {
        *self == Self::NONE
    }
}

/// How a step without a gradient scales.
trait Scaling<V: Value, const N: usize>: Sized {
    fn scales(&self) -> Scales;
}

#[inline(always)]
fn scaled<V: Value>(x: V, by: f64) -> V {
    V::narrow(by * x.widen())
}

#[inline(always)]
fn scale<V: Value, const COUNT: usize, const N: usize>(
    summary: &Scales,
    mut arrays: [[V; COUNT]; N],
) -> [[V; COUNT]; N] {
    let [weight, states @ ..] = arrays.as_mut_slice() else { return arrays };
    match &*states {
        [first, second] if summary.quotient != 0.0 => {
            for ((w, first), second) in weight.iter_mut().zip(first).zip(second) {
                let (first, second) = (first.widen(), second.widen());
                let moved = if second == 0.0 { 0.0 } else { summary.quotient * (first / second) };
                *w = V::narrow(summary.weight * w.widen() + moved);
            }
        }
        _ => weight.iter_mut().for_each(|w| *w = scaled(*w, summary.weight)),
    }
    for (state, by) in states.iter_mut().zip(summary.states) {
        state.iter_mut().for_each(|x| *x = scaled(*x, by));
    }
    arrays
}

macro_rules! by_scales {
    ($($rule:ident $arrays:literal;)*) => {$(
        impl<V: Value> CatchUp<V, $arrays> for $rule<V> {
            type Summary = Scales;

            #[inline(always)]
            fn summary(&self) -> Scales {
                self.scales()
            }

            #[inline(always)]
            fn compose(later: Scales, earlier: Scales) -> Scales {
                later.after(earlier)
            }

            #[inline(always)]
            fn changes_nothing(summary: &Scales) -> bool {
                summary.changes_nothing()
            }

            #[inline(always)]
            fn catch_up<const COUNT: usize>(
                missed: &Missed<'_, Self, V, $arrays>, arrays: [[V; COUNT]; $arrays]
            ) -> [[V; COUNT]; $arrays] {
                let summary = missed.summary();
                if summary.is_replayed { missed.replay(arrays) } else { scale(summary, arrays) }
            }
        }
    )*};
}
by_scales! { SignSgd 1; RmsProp 2; AdaGradL2 2; AdaDelta 3; Adamax 3; }

impl<V: Value> Scaling<V, 1> for SignSgd<V> {
    #[inline(always)]
    fn scales(&self) -> Scales {
        Scales { weight: (V::ONE - self.learning_rate * self.weight_decay).widen(), ..Scales::NONE }
    }
}

impl<V: Value> Scaling<V, 2> for RmsProp<V> {
    #[inline(always)]
    fn scales(&self) -> Scales {
        let divides = self.epsilon > V::ZERO;
        let is_replayed = self.weight_decay != V::ZERO || self.clip_weights.magnitude() != V::INFINITY || !divides;
        Scales { states: [self.rho.widen(), 1.0], is_replayed, ..Scales::NONE }
    }
}

impl<V: Value> Scaling<V, 2> for AdaGradL2<V> {
    #[inline(always)]
    fn scales(&self) -> Scales {
        let divides = self.epsilon > V::ZERO;
        Scales { is_replayed: self.weight_decay != V::ZERO || !divides, ..Scales::NONE }
    }
}

impl<V: Value> Scaling<V, 3> for AdaDelta<V> {
    #[inline(always)]
    fn scales(&self) -> Scales {
        let divides = self.epsilon > V::ZERO;
        let (rho, decay) = (self.rho.widen(), self.learning_rate.widen() * self.weight_decay.widen());
        Scales { weight: 1.0 - decay, states: [rho; 2], is_replayed: !divides, ..Scales::NONE }
    }
}

impl<V: Value> Scaling<V, 3> for Adamax<V> {
    #[inline(always)]
    fn scales(&self) -> Scales {
        let [rate, beta1, beta2] = [self.learning_rate, self.beta1, self.beta2].map(V::widen);
        // Powers that underflow have no quotient.
        let decays_slowly = beta2 > 0.5;
        let is_replayed = self.weight_decay != V::ZERO || !decays_slowly;
        Scales { quotient: -(rate * beta1 / beta2), states: [beta1, beta2], is_replayed, ..Scales::NONE }
    }
}
