use super::lookup::{draw_ids, run};
use crate::referenced::Referenced;
use crate::rows::draw_rows;
use crate::verdict::{Case, Expected, Knobs, Output, properties};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Random, Real, RowSparse, smaller};
use quickcheck::{Arbitrary, Gen};

/// Ids in any order, and repeated, of which the weight stores some.
#[derive(Clone, Debug)]
pub struct LookupRowSparse<V> {
    ids: Vec<usize>,
    weight: RowSparse<V>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for LookupRowSparse<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let weight = draw_rows(random);
        Self { ids: draw_ids(random, weight.rows), weight, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<_> = smaller(self.ids.len())
            .into_iter()
            .map(|kept| Self { ids: self.ids[kept].to_vec(), ..self.clone() })
            .collect();
        cases.extend(self.weight.fewer().into_iter().map(|weight| Self { weight, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for LookupRowSparse<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let weight = self.weight.typed::<I>();
        let parts = cut.then_some(&self.knobs);
        run::<V, I>(&self.ids, self.weight.length, parts, self.knobs.pad, |ids, out| {
            backend.lookup_row_sparse(ids, weight.view(), out)
        })
    }

    fn law(&self) -> Output<V> {
        let zeros = vec![V::ZERO; self.weight.length];
        Output {
            structure: vec![],
            values: self.ids.iter().flat_map(|&id| self.weight.find(id).unwrap_or(&zeros).to_vec()).collect(),
        }
    }

    fn reference(&self) -> Expected {
        Expected::copies(vec![], &reference::lookup(&self.ids, &self.weight.referenced()).data)
    }
}

properties!(lookup_row_sparse, LookupRowSparse);
