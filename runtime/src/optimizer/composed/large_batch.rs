//! SGD for large batches.
use super::{At, Composed, MOST_STATES, no_room, step, stored};
use lacuna::optim::{Common, GlobalNorm, Hyper, Rule, Update};
use lacuna::{Index, KernelError, RowSparse, RowsMut, Value};
use lacuna_arrays::Cpu;

/// The gradient is added to the array.
#[derive(Clone, Copy, Debug)]
struct Accumulate;

impl<V: Value> Hyper<V> for Accumulate {
    const OWN: &'static [&'static str] = &[];
    fn common(&self) -> Common<V> {
        Common {
            learning_rate: V::ZERO,
            weight_decay: V::ZERO,
            rescale_gradient: V::ONE,
            clip_gradient: None,
            update: Update::Lazy,
        }
    }
}

impl<V: Value> Rule<V, 1> for Accumulate {
    type Coefficients = ();
    #[inline(always)]
    fn coefficients(&self) {}
    #[inline(always)]
    fn step((): &(), gradient: V, [sum]: [V; 1]) -> [V; 1] {
        [sum + gradient]
    }
}

/// The whole number that a hyper-parameter is.
const fn whole(number: f64) -> u64 {
    number as u64
}

impl Composed {
    pub(super) fn batch_scale(&self) -> u64 {
        whole(self.own("batch_scale")).max(1)
    }

    /// What the learning rate is multiplied by after so many steps, if no norms decide it.
    fn warmed_up(&self, steps: u64) -> f64 {
        let (steps, most) = (steps as f64, self.batch_scale() as f64);
        let all = (whole(self.own("warmup_epochs")).saturating_mul(whole(self.own("updates_per_epoch")))) as f64;
        if steps >= all {
            return most;
        }
        let share = match whole(self.own("warmup_strategy")) {
            _ if all <= 1.0 => 0.0,
            0 => steps / all,
            1 => (steps * steps) / (all * all),
            2 => (steps / all).sqrt(),
            _ => 0.0,
        };
        1.0 + (most - 1.0) * share
    }

    /// The factor of layer-wise rates.
    fn by_norms<V: Value>(&self, weight: &[V], gradient: &[V]) -> f64 {
        let squares = |values| {
            let norm = GlobalNorm::default().and::<V>(values).norm();
            norm * norm
        };
        let (of_weight, of_gradient) = (squares(weight), squares(gradient));
        let factor = (of_weight / (of_gradient + self.weight_decay * of_weight + 1e-18)).sqrt();
        factor.clamp(0.01, 100.0)
    }

    pub(super) fn large_batch<V: Value, I: Index>(
        &self,
        cpu: &Cpu,
        at: At<'_>,
        gradient: RowSparse<'_, V, I>,
        mut weight: RowsMut<'_, V, I>,
        states: [RowsMut<'_, V, I>; MOST_STATES],
    ) -> Result<(), KernelError> {
        let scale = self.batch_scale();
        let before = whole(self.own("begin_epoch")).saturating_mul(whole(self.own("updates_per_epoch")));
        let steps = before.saturating_add(at.step);
        let [momentum, mut sum, mut touched] = match states {
            [first, second, third] if self.own("momentum") != 0.0 => [first, second, third],
            [first, second, _] => [RowsMut::default(), first, second],
        };
        let rate = |weight: &mut RowsMut<'_, V, I>, gradient: &[V]| {
            let is_by_norms = whole(self.own("warmup_strategy")) == 3;
            let factor = if is_by_norms { self.by_norms(stored(weight), gradient) } else { self.warmed_up(steps) };
            self.learning_rate * factor
        };
        if scale == 1 {
            let rate = rate(&mut weight, gradient.data());
            return self.sgd(cpu, rate, gradient, weight, momentum);
        }

        step(cpu, Accumulate, gradient, [sum.reborrow()])?;
        let ids: Option<&[I]> = match &sum {
            RowsMut::Dense(_) => None,
            RowsMut::RowSparse(some) => Some(some.indices()),
        };
        let marks = stored(&mut touched);
        for (row, _) in gradient.iter() {
            let place = ids.map_or(Some(row), |ids| ids.binary_search_by(|id| id.to_usize().cmp(&row)).ok());
            if let Some(mark) = place.and_then(|place| marks.get_mut(place)) {
                *mark = V::ONE;
            }
        }
        if !steps.is_multiple_of(scale) {
            return Ok(());
        }

        // The mean of the touched rows, which then begin anew.
        let row_length = gradient.row_length();
        let places: Vec<usize> =
            marks.iter().enumerate().filter(|(_, mark)| **mark != V::ZERO).map(|(place, _)| place).collect();
        let id = |&place: &usize| ids.and_then(|ids| ids.get(place).copied()).unwrap_or_else(|| I::from_usize(place));
        let rows: Vec<I> = places.iter().map(id).collect();
        let length = places.len().saturating_mul(row_length);
        let mut means = Vec::new();
        means.try_reserve_exact(length).map_err(|_| no_room(length))?;
        let divisor = V::narrow(scale as f64);
        let sums = stored(&mut sum);
        for place in &places {
            let row = sums.get(place * row_length..(place + 1) * row_length).unwrap_or_default();
            means.extend(row.iter().map(|&sum| sum / divisor));
        }
        let mean = RowSparse::trusted(gradient.rows(), row_length, &rows, &means).map_err(|_| no_room(length))?;
        let rate = rate(&mut weight, &means);
        self.sgd(cpu, rate, mean, weight, momentum)?;
        for place in places {
            let row = sums.get_mut(place * row_length..(place + 1) * row_length).unwrap_or_default();
            row.fill(V::ZERO);
            if let Some(mark) = marks.get_mut(place) {
                *mark = V::ZERO;
            }
        }
        Ok(())
    }
}
