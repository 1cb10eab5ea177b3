use super::{Memory, Step};
use crate::random::{Random, Real};
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct Sgd<V> {
    pub update: Step<V>,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for Sgd<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        Self { update: Step::draw(random, 1), knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let updates = self.update.shrunk().into_iter().map(|update| Self { update, ..self.clone() });
        let knobs = self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() });
        Box::new(updates.chain(knobs).collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real> Case<V> for Sgd<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn whole<I: Index>(&self, backend: &impl Backend) -> Result<Output<V>, String> {
        let gradient = self.update.gradient.typed::<I>();
        let mut weight = Memory::new(&self.update, 0, self.knobs.pad);
        told(backend.sgd(&self.update.hyper, gradient.view(), weight.view()))?;
        Ok(Output { structure: vec![], values: weight.finish()? })
    }

    fn parts<I: Index>(&self, backend: &impl Backend) -> Result<Output<V>, String> {
        let gradient = self.update.gradient.typed::<I>();
        let mut weight = Memory::new(&self.update, 0, self.knobs.pad);
        let mut rest = weight.view();
        for rows in self.knobs.parts(self.update.gradient.rows) {
            let (part, others) = rest.split_rows_at(rows.len());
            told(backend.sgd(&self.update.hyper, told(gradient.view().row_range(rows))?, part))?;
            rest = others;
        }
        Ok(Output { structure: vec![], values: weight.finish()? })
    }

    fn law(&self) -> Output<V> {
        let hyper = &self.update.hyper;
        let lr = hyper.learning_rate;
        let decay = V::ONE - lr * hyper.weight_decay;
        self.update.by_law(
            |old| vec![decay * old[0]],
            |gradient, old| {
                vec![match self.update.clipped(gradient) {
                    Some(clipped) => decay * old[0] - lr * clipped,
                    None => decay * old[0] - (lr * hyper.rescale_gradient) * gradient,
                }]
            },
        )
    }

    fn reference(&self) -> Expected {
        let new = reference::sgd(&self.update.reference_hyper(), &self.update.gradient.reference(), &self.update.dense(0));
        Expected { structure: vec![], values: self.update.stored_sums(0, &new) }
    }
}

properties!(sgd, Sgd);
