use super::{copied, draw, exact, filled, shrunk};
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Random, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct Columns<V> {
    csr: Csr<V>,
    first: usize,
    width: usize,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Columns<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let csr = draw(random);
        let first = if random.once_in(4) { 0 } else { random.below(csr.columns + 1) };
        let width = if random.once_in(4) { csr.columns - first } else { random.below(csr.columns - first + 1) };
        Self { csr, first, width, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let fewer = shrunk(&self.csr).into_iter().filter(|csr| csr.columns >= self.first + self.width);
        Box::new(fewer.map(|csr| Self { csr, ..self.clone() }).collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real> Case<V> for Columns<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (csr, first, width) = (self.csr.typed::<I>(), self.first, self.width);
        let mut indptr = vec![I::from_usize(9); self.csr.rows + 1];
        told(backend.columns_indptr(csr.view(), first, first + width, &mut indptr))?;
        filled((self.csr.rows, width), &indptr, cut.then_some(&self.knobs), |rows, out| {
            backend.columns(csr.view().row_range(rows)?, first, out)
        })
    }

    fn law(&self) -> Output<V> {
        exact(self.reference())
    }

    fn reference(&self) -> Expected {
        copied(&reference::columns(&self.csr.referenced(), self.first, self.width))
    }
}

properties!(columns, Columns);
