//! LAMB and LARS with the norms of whole parameters.
use super::{Composed, MOST_STATES, ParameterId, step, stored, touched, zeros};
use lacuna::optim::{Common, GlobalNorm, Hyper, LambDirection, Rule, Sgd, SgdMomentum, bias_correction};
use lacuna::{Index, KernelError, RowSparse, RowsMut, Value};
use lacuna_arrays::Cpu;

/// A step along the second array: LAMB's second phase.
#[derive(Clone, Copy, Debug)]
struct Along<V>(Common<V>);

impl<V: Value> Hyper<V> for Along<V> {
    const OWN: &'static [&'static str] = &[];
    fn common(&self) -> Common<V> {
        self.0
    }
}

impl<V: Value> Rule<V, 2> for Along<V> {
    type Coefficients = V;
    #[inline(always)]
    fn coefficients(&self) -> V {
        self.0.learning_rate
    }
    #[inline(always)]
    fn step(rate: &V, _: V, [weight, direction]: [V; 2]) -> [V; 2] {
        [weight - *rate * direction, direction]
    }
}

/// The norm of what is there.
fn norm<V: Value>(values: &[V]) -> f64 {
    GlobalNorm::default().and(values).norm()
}

impl Composed {
    pub(super) fn whole_lamb<V: Value, I: Index>(
        &self,
        cpu: &Cpu,
        steps: u64,
        gradient: RowSparse<'_, V, I>,
        mut weight: RowsMut<'_, V, I>,
        states: [RowsMut<'_, V, I>; MOST_STATES],
    ) -> Result<(), KernelError> {
        let [mean, variance, _] = states;
        let own = |name| self.own(name);
        let (beta1, beta2) = (own("beta1"), own("beta2"));
        let is_corrected = own("bias_correction") != 0.0;
        let [correction1, correction2] =
            [beta1, beta2].map(|beta| if is_corrected { bias_correction(beta, steps) } else { 1.0 });
        let [beta1, beta2, epsilon, correction1, correction2] =
            [beta1, beta2, own("epsilon"), correction1, correction2].map(V::narrow);
        let Common { weight_decay, rescale_gradient, clip_gradient, update, .. } = self.common();
        let hyper = LambDirection {
            weight_decay,
            rescale_gradient,
            clip_gradient,
            update,
            ..LambDirection::new(V::ZERO, beta1, beta2, epsilon, correction1, correction2)
        };
        let mut values = zeros(update, gradient, &mut weight)?;
        let direction = touched(update, gradient, &weight, &mut values)?;
        cpu.lamb_direction(&hyper, gradient, weight.reborrow(), mean, variance, direction)?;
        let (lower, upper) = (own("lower_bound"), own("upper_bound"));
        let (of_weight, of_direction) = (norm(stored(&mut weight)), norm(&values));
        let of_weight = if lower >= 0.0 && of_weight < lower { lower } else { of_weight };
        let of_weight = if upper >= 0.0 && of_weight > upper { upper } else { of_weight };
        let ratio = if of_weight == 0.0 || of_direction == 0.0 { 1.0 } else { of_weight / of_direction };
        let along = Along(Common { learning_rate: V::narrow(self.learning_rate * ratio), ..self.common() });
        let direction = touched(update, gradient, &weight, &mut values)?;
        step(cpu, along, gradient, [weight, direction])
    }

    pub(super) fn whole_lars<V: Value, I: Index>(
        &self,
        cpu: &Cpu,
        parameter: ParameterId<'_>,
        gradient: RowSparse<'_, V, I>,
        mut weight: RowsMut<'_, V, I>,
        states: [RowsMut<'_, V, I>; MOST_STATES],
    ) -> Result<(), KernelError> {
        let is_plain = match parameter {
            ParameterId::Name(name) => ["gamma", "beta", "bias"].iter().any(|end| name.ends_with(end)),
            ParameterId::Place(_) => false,
        };
        let of_weight = norm(stored(&mut weight));
        let of_gradient = norm(gradient.data()) * self.rescale_gradient.abs();
        let ratio = if is_plain || !(of_weight > 0.0 && of_gradient > 0.0) {
            1.0
        } else {
            self.own("eta") * of_weight / (of_gradient + self.weight_decay * of_weight + self.own("epsilon"))
        };
        let [momentum, ..] = states;
        self.sgd(cpu, self.learning_rate * ratio, gradient, weight, momentum)
    }

    /// SGD, with a momentum unless it is 0.
    pub(super) fn sgd<V: Value, I: Index>(
        &self,
        cpu: &Cpu,
        learning_rate: f64,
        gradient: RowSparse<'_, V, I>,
        weight: RowsMut<'_, V, I>,
        momentum: RowsMut<'_, V, I>,
    ) -> Result<(), KernelError> {
        let (rate, own) = (V::narrow(learning_rate), self.own("momentum"));
        let Common { weight_decay, rescale_gradient, clip_gradient, update, .. } = self.common();
        if own == 0.0 {
            let plain = Sgd { weight_decay, rescale_gradient, clip_gradient, update, ..Sgd::new(rate) };
            return cpu.sgd(&plain, gradient, weight);
        }
        let share = V::narrow(own * self.momentum_factor);
        let with =
            SgdMomentum { weight_decay, rescale_gradient, clip_gradient, update, ..SgdMomentum::new(rate, share) };
        cpu.sgd_momentum(&with, gradient, weight, momentum)
    }
}
