use super::{copied, draw, exact, filled, shrunk};
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct Take<V> {
    csr: Csr<V>,
    ids: Vec<usize>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Take<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let csr = draw(random);
        let count = if csr.rows == 0 { 0 } else { random.one_of(&[0, 1, 2, 5, 20, 70]) };
        Self { ids: (0..count).map(|_| random.below(csr.rows)).collect(), csr, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(
            smaller(self.ids.len()).into_iter().map(|kept| Self { ids: self.ids[kept].to_vec(), ..self.clone() }),
        );
        cases.extend(shrunk(&self.csr).into_iter().map(|csr| {
            let ids = self.ids.iter().copied().filter(|&id| id < csr.rows).collect();
            Self { csr, ids, ..self.clone() }
        }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for Take<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (csr, ids): (_, Vec<I>) = (self.csr.typed::<I>(), self.ids.iter().map(|&id| I::from_usize(id)).collect());
        let mut indptr = vec![I::from_usize(9); ids.len() + 1];
        told(backend.take_indptr(csr.view(), &ids, &mut indptr))?;
        filled((ids.len(), self.csr.columns), &indptr, cut.then_some(&self.knobs), |rows, out| {
            backend.take(csr.view(), &ids[rows], out)
        })
    }

    fn law(&self) -> Output<V> {
        exact(self.reference())
    }

    fn reference(&self) -> Expected {
        copied(&reference::take(&self.csr.referenced(), &self.ids))
    }
}

properties!(take, Take);
