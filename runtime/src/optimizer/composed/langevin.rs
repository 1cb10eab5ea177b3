//! Stochastic gradient Langevin dynamics.
use super::{At, Composed, ParameterId, step, touched, zeros};
use crate::initializer::of_step;
use lacuna::optim::{Common, Hyper, Rule};
use lacuna::random::{Draw, Normal};
use lacuna::{Index, KernelError, RowSparse, RowsMut, Value};
use lacuna_arrays::Cpu;

/// MXNet's `SGLD`, each operation rounded as there; the second array is the noise.
#[derive(Clone, Copy, Debug)]
struct Langevin<V> {
    common: Common<V>,
    half: V,
}

impl<V: Value> Hyper<V> for Langevin<V> {
    const OWN: &'static [&'static str] = &[];
    fn common(&self) -> Common<V> {
        self.common
    }
}

impl<V: Value> Rule<V, 2> for Langevin<V> {
    /// -lr / 2, wd.
    type Coefficients = (V, V);
    #[inline(always)]
    fn coefficients(&self) -> (V, V) {
        (self.half, self.common.weight_decay)
    }
    #[inline(always)]
    fn step(&(half, decay): &(V, V), h: V, [weight, noise]: [V; 2]) -> [V; 2] {
        [weight + half * (h + decay * weight) + noise, noise]
    }
}

impl Composed {
    pub(super) fn langevin<V: Value, I: Index>(
        &self,
        cpu: &Cpu,
        at: At<'_>,
        gradient: RowSparse<'_, V, I>,
        mut weight: RowsMut<'_, V, I>,
    ) -> Result<(), KernelError> {
        let place;
        let name = match at.parameter {
            ParameterId::Name(name) => name,
            ParameterId::Place(of) => {
                place = of.to_string();
                &place
            }
        };
        // A seed is a whole number; of any other it is what is below.
        let stream = of_step(self.own("seed") as u64, name, at.step);
        let distribution = Normal { mean: V::ZERO, deviation: V::narrow(self.learning_rate.sqrt()) };
        let mut noise = zeros(self.update, gradient, &mut weight)?;
        let mut rows = touched(self.update, gradient, &weight, &mut noise)?;
        let row_length = gradient.row_length();
        match &mut rows {
            RowsMut::RowSparse(some) if some.stored_rows() < some.rows() => {
                for (place, id) in some.indices().iter().enumerate() {
                    let stream = stream.after((id.to_usize() as u64).wrapping_mul(row_length as u64));
                    cpu.run(Draw { distribution, stream, out: some.stored_row_mut(place) })?;
                }
            }
            RowsMut::RowSparse(all) => cpu.run(Draw { distribution, stream, out: all.data_mut() })?,
            RowsMut::Dense(all) => cpu.run(Draw { distribution, stream, out: all.data_mut() })?,
        }
        let rule = Langevin { common: self.common(), half: V::narrow(-self.learning_rate / 2.0) };
        step(cpu, rule, gradient, [weight, rows])
    }
}
