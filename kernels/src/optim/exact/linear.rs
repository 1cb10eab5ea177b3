//! Rules whose steps without a gradient are linear maps of the weight and a state.
use super::{CatchUp, Missed};
use crate::Value;
use crate::optim::{AdaGrad, Common, Ftrl, Hyper, Nag, Rule, Sgd, SgdMomentum};

/// What becomes of the weight and the momentum: `w = ww w + wm m` and `m = mw w + mm m`, with the old ones on the
/// right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Map {
    ww: f64,
    wm: f64,
    mw: f64,
    mm: f64,
}

impl Map {
    /// This map after an earlier one.
    #[inline(always)]
    fn after(self, earlier: Self) -> Self {
        Self {
            ww: self.ww * earlier.ww + self.wm * earlier.mw,
            wm: self.ww * earlier.wm + self.wm * earlier.mm,
            mw: self.mw * earlier.ww + self.mm * earlier.mw,
            mm: self.mw * earlier.wm + self.mm * earlier.mm,
        }
    }

    #[inline(always)]
    fn of<V: Value, const COUNT: usize>(&self, [mut weight, mut momentum]: [[V; COUNT]; 2]) -> [[V; COUNT]; 2] {
        for (w, m) in weight.iter_mut().zip(&mut momentum) {
            let (old_w, old_m) = (w.widen(), m.widen());
            *w = V::narrow(self.ww * old_w + self.wm * old_m);
            *m = V::narrow(self.mw * old_w + self.mm * old_m);
        }
        [weight, momentum]
    }
}

/// The factor of a step's decay.
#[inline(always)]
fn decay<V: Value>(common: Common<V>) -> f64 {
    (V::ONE - common.learning_rate * common.weight_decay).widen()
}

impl<V: Value> CatchUp<V, 1> for Sgd<V> {
    type Summary = f64;

    #[inline(always)]
    fn summary(&self) -> f64 {
        decay(self.common())
    }

    #[inline(always)]
    fn compose(later: f64, earlier: f64) -> f64 {
        later * earlier
    }

    #[inline(always)]
    fn changes_nothing(&decay: &f64) -> bool {
        decay == 1.0
    }

    #[inline(always)]
    fn catch_up<const COUNT: usize>(missed: &Missed<'_, Self, V, 1>, [mut weight]: [[V; COUNT]; 1]) -> [[V; COUNT]; 1] {
        for w in &mut weight {
            *w = V::narrow(missed.summary() * w.widen());
        }
        [weight]
    }
}

impl<V: Value> CatchUp<V, 2> for AdaGrad<V> {
    /// The factor, and the smallest epsilon: where no root is above 0, a standard step divides 0 by 0.
    type Summary = (f64, V);

    #[inline(always)]
    fn summary(&self) -> (f64, V) {
        (decay(self.common()), self.epsilon)
    }

    #[inline(always)]
    fn compose((later, epsilon): (f64, V), (earlier, least): (f64, V)) -> (f64, V) {
        (later * earlier, if epsilon < least { epsilon } else { least })
    }

    #[inline(always)]
    fn catch_up<const COUNT: usize>(
        missed: &Missed<'_, Self, V, 2>,
        [mut weight, history]: [[V; COUNT]; 2],
    ) -> [[V; COUNT]; 2] {
        let &(factor, least) = missed.summary();
        for (w, n) in weight.iter_mut().zip(history) {
            let zero = V::ZERO / if n + least > V::ZERO { V::ONE } else { V::ZERO };
            *w = V::narrow(factor * w.widen()) - zero;
        }
        [weight, history]
    }
}

impl<V: Value> CatchUp<V, 2> for SgdMomentum<V> {
    type Summary = Map;

    #[inline(always)]
    fn summary(&self) -> Map {
        let (mu, decay, _) = self.coefficients();
        let (mu, decay) = (mu.widen(), decay.widen());
        Map { ww: 1.0 - decay, wm: mu, mw: -decay, mm: mu }
    }

    #[inline(always)]
    fn compose(later: Map, earlier: Map) -> Map {
        later.after(earlier)
    }

    #[inline(always)]
    fn catch_up<const COUNT: usize>(missed: &Missed<'_, Self, V, 2>, arrays: [[V; COUNT]; 2]) -> [[V; COUNT]; 2] {
        missed.summary().of(arrays)
    }
}

impl<V: Value> CatchUp<V, 2> for Nag<V> {
    type Summary = Map;

    #[inline(always)]
    fn summary(&self) -> Map {
        let Common { learning_rate, weight_decay, .. } = self.common();
        let (mu, decay) = (self.momentum.widen(), learning_rate.widen() * weight_decay.widen());
        // n = mu m - decay w; w = (w - mu m) + (1 + mu) n
        Map { ww: 1.0 - (1.0 + mu) * decay, wm: mu * mu, mw: -decay, mm: mu }
    }

    #[inline(always)]
    fn compose(later: Map, earlier: Map) -> Map {
        later.after(earlier)
    }

    #[inline(always)]
    fn catch_up<const COUNT: usize>(missed: &Missed<'_, Self, V, 2>, arrays: [[V; COUNT]; 2]) -> [[V; COUNT]; 2] {
        missed.summary().of(arrays)
    }
}

impl<V: Value> CatchUp<V, 3> for Ftrl<V> {
    type Summary = ();

    #[inline(always)]
    fn summary(&self) {}

    #[inline(always)]
    fn compose((): (), (): ()) {}

    #[inline(always)]
    fn catch_up<const COUNT: usize>(
        missed: &Missed<'_, Self, V, 3>,
        [mut weight, mut z, mut n]: [[V; COUNT]; 3],
    ) -> [[V; COUNT]; 3] {
        let last = missed.last();
        for ((w, z), n) in weight.iter_mut().zip(&mut z).zip(&mut n) {
            [*w, *z, *n] = Self::step(&last.coefficients, V::ZERO, [*w, *z, *n]);
        }
        [weight, z, n]
    }
}
