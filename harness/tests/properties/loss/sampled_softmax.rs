use super::{draw_shape, tracked_sum};
use crate::law;
use crate::verdict::{Case, Expected, Knobs, Output, Verdict, properties, same, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic, Sum, Tracked};
use lacuna_testing::{Dense, Guarded, Profile, Random, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct Sampled<V> {
    true_logits: Vec<V>,
    noise_logits: Dense<V>,
    true_counts: Vec<V>,
    noise_counts: Vec<V>,
    labels: Vec<usize>,
    noise: Vec<usize>,
    weights: Vec<V>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Sampled<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let [rows, columns] = draw_shape(random);
        let profile = Profile::draw(random);
        let classes = random.one_of(&[1, 5, 1000]);
        let ids = |random: &mut Random, count: usize| (0..count).map(|_| random.below(classes)).collect();
        let counts = Profile::finite(random);
        Self {
            true_logits: profile.values(random, rows),
            noise_logits: Dense::draw(rows, columns, profile, random),
            true_counts: counts.values(random, rows),
            noise_counts: counts.values(random, columns),
            labels: ids(random, rows),
            noise: ids(random, columns),
            weights: Profile::Whole.values(random, rows),
            knobs: Knobs::draw(random),
        }
    }
}

impl<V: Real> Sampled<V> {
    /// All losses, then all gradients of true logits, then those of noise.
    fn rows<A: Arithmetic>(&self, convert: impl Fn(V) -> A, sum: impl Fn(&[A]) -> A) -> Vec<A> {
        let (mut losses, mut gradients, mut out) = (vec![], vec![], vec![]);
        for (row, &label) in self.labels.iter().enumerate() {
            let less = |logit: V, count: V| convert(logit) - convert(count);
            let places = self.noise_logits.row(row).iter().zip(&self.noise_counts).zip(&self.noise);
            let noise: Vec<_> =
                places.map(|((&logit, &count), &class)| (class != label).then(|| less(logit, count))).collect();
            let zero = A::exact(0.0);
            let (loss, gradient, of_noise) = if self.weights[row] == V::ZERO {
                (zero, zero, vec![zero; noise.len()])
            } else {
                reference::sampled_softmax(
                    less(self.true_logits[row], self.true_counts[row]),
                    &noise,
                    convert(self.weights[row]),
                    &sum,
                )
            };
            losses.push(loss);
            gradients.push(gradient);
            out.extend(of_noise);
        }
        [losses, gradients, out].concat()
    }
}

impl<V: Real + Arithmetic> Case<V> for Sampled<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (rows, noise_logits) = (self.labels.len(), self.noise_logits.strided());
        let typed = |ids: &[usize]| ids.iter().map(|&id| I::from_usize(id)).collect::<Vec<_>>();
        let (labels, noise) = (typed(&self.labels), typed(&self.noise));
        let mut out = Guarded::rows(rows, self.noise_logits.columns, self.knobs.pad);
        let [mut losses, mut gradients] = [(); 2].map(|()| vec![V::ONE; rows]);
        let mut rest = out.dense(rows);
        for part in if cut { self.knobs.parts(rows) } else { std::iter::once(0..rows).collect() } {
            let (to, others) = rest.split_rows_at(part.len());
            told(backend.sampled_softmax(
                &self.true_logits[part.clone()],
                told(noise_logits.view().row_range(part.clone()))?,
                &self.true_counts[part.clone()],
                &self.noise_counts,
                &labels[part.clone()],
                &noise,
                &self.weights[part.clone()],
                &mut losses[part.clone()],
                &mut gradients[part],
                to,
            ))?;
            rest = others;
        }
        Ok(Output { structure: vec![], values: [losses, gradients, out.finish()?].concat() })
    }

    fn law(&self) -> Output<V> {
        Output {
            structure: vec![],
            values: self.rows(
                |x| x,
                |terms| V::narrow(law::accurate::<V>(&terms.iter().map(|x| x.widen()).collect::<Vec<_>>(), 4)),
            ),
        }
    }

    fn by_law(&self, found: &Output<V>) -> Verdict {
        if size_of::<V>() == size_of::<f64>() {
            return Ok(());
        }
        same(|| "scalar by the order law".into(), &self.law(), found)
    }

    fn reference(&self) -> Expected {
        let values = self.rows(|x| Tracked::new(x.into()), tracked_sum);
        Expected { structure: vec![], values: values.into_iter().map(Sum::from).collect() }
    }
}

properties!(sampled_softmax, Sampled);
