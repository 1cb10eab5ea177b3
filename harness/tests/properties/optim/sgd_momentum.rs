use super::{Memory, Step};
use crate::random::{Random, Real};
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::{Index, optim};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct SgdMomentum<V> {
    pub update: Step<V>,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for SgdMomentum<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        Self { update: Step::draw(random, 2), knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let updates = self.update.shrunk().into_iter().map(|update| Self { update, ..self.clone() });
        let knobs = self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() });
        Box::new(updates.chain(knobs).collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real> SgdMomentum<V> {
    fn run<I: Index>(&self, backend: &impl Backend, cut: bool) -> Result<Output<V>, String> {
        let hyper = optim::SgdMomentum { sgd: self.update.hyper, momentum: self.update.momentum };
        let gradient = self.update.gradient.typed::<I>();
        let mut weight = Memory::new(&self.update, 0, self.knobs.pad);
        let mut momentum = Memory::new(&self.update, 1, self.knobs.form);
        if !cut {
            told(backend.sgd_momentum(&hyper, gradient.view(), weight.view(), momentum.view()))?;
        } else {
            let mut rest = (weight.view(), momentum.view());
            for rows in self.knobs.parts(self.update.gradient.rows) {
                let (weight, of_weight) = rest.0.split_rows_at(rows.len());
                let (momentum, of_momentum) = rest.1.split_rows_at(rows.len());
                told(backend.sgd_momentum(&hyper, told(gradient.view().row_range(rows))?, weight, momentum))?;
                rest = (of_weight, of_momentum);
            }
        }
        Ok(Output { structure: vec![], values: [weight.finish()?, momentum.finish()?].concat() })
    }
}

impl<V: Real> Case<V> for SgdMomentum<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn whole<I: Index>(&self, backend: &impl Backend) -> Result<Output<V>, String> {
        self.run::<I>(backend, false)
    }

    fn parts<I: Index>(&self, backend: &impl Backend) -> Result<Output<V>, String> {
        self.run::<I>(backend, true)
    }

    fn law(&self) -> Output<V> {
        let hyper = &self.update.hyper;
        let (mu, lr) = (self.update.momentum, hyper.learning_rate);
        let decay_rate = lr * hyper.weight_decay;
        let moved = |weight: V, momentum: V| vec![weight + momentum, momentum];
        self.update.by_law(
            |old| moved(old[0], mu * old[1] - decay_rate * old[0]),
            |gradient, old| {
                let decayed = mu * old[1] - decay_rate * old[0];
                moved(
                    old[0],
                    match self.update.clipped(gradient) {
                        Some(clipped) => decayed - lr * clipped,
                        None => decayed - (lr * hyper.rescale_gradient) * gradient,
                    },
                )
            },
        )
    }

    fn reference(&self) -> Expected {
        let gradient = self.update.gradient.reference();
        let (weight, momentum) =
            reference::sgd_momentum(&self.update.reference_hyper(), &gradient, &self.update.dense(0), &self.update.dense(1));
        Expected { structure: vec![], values: [self.update.stored_sums(0, &weight), self.update.stored_sums(1, &momentum)].concat() }
    }
}

properties!(sgd_momentum, SgdMomentum);
