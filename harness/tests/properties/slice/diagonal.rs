use super::{draw, exact, shrunk};
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Guarded, Random, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct Diagonal<V> {
    csr: Csr<V>,
    first: usize,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Diagonal<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let csr = draw(random);
        let first = if random.once_in(2) { 0 } else { random.below(csr.columns + 1) };
        Self { csr, first, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let fewer = shrunk(&self.csr).into_iter().filter(|csr| csr.columns >= self.first);
        Box::new(fewer.map(|csr| Self { csr, ..self.clone() }).collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real> Case<V> for Diagonal<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let csr = self.csr.typed::<I>();
        let length = self.csr.rows.min(self.csr.columns - self.first);
        let mut out = Guarded::rows(1, length, 0);
        let mut rest = out.slice();
        if !cut {
            told(backend.diagonal(csr.view(), self.first, rest))?;
        } else {
            for rows in self.knobs.parts(length) {
                let (part, others) = rest.split_at_mut(rows.len());
                let first = self.first + rows.start;
                told(backend.diagonal(told(csr.view().row_range(rows))?, first, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        exact(self.reference())
    }

    fn reference(&self) -> Expected {
        Expected::copies(vec![], &reference::diagonal(&self.csr.referenced(), self.first))
    }
}

properties!(diagonal, Diagonal);
