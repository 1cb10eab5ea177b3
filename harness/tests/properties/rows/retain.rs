use super::{draw_rows, shrunk_rows};
use crate::dot::csr_row_sparse::stored;
use crate::dot::transposed::numbers;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Guarded, Random, Real, RowSparse, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct Retain<V> {
    pub data: RowSparse<V>,
    pub ids: Vec<usize>,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for Retain<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let data = draw_rows::<V>(random);
        let asked = stored(random, data.rows);
        Self { ids: random.ascending(asked, data.rows), data, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(
            smaller(self.ids.len()).into_iter().map(|kept| Self { ids: self.ids[kept].to_vec(), ..self.clone() }),
        );
        cases.extend(shrunk_rows(&self.data).into_iter().map(|data| {
            let ids = self.ids.iter().copied().filter(|&id| id < data.rows).collect();
            Self { data, ids, ..self.clone() }
        }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for Retain<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let data = self.data.typed::<I>();
        let asked: Vec<I> = self.ids.iter().map(|&id| I::from_usize(id)).collect();
        let ids = told(backend.retain_ids(data.view(), &asked))?;
        let mut out = Guarded::rows(ids.len(), self.data.length, 0);
        let mut rest = out.row_sparse(self.data.rows, ids);
        if !cut {
            told(backend.retain(data.view(), rest))?;
        } else {
            for rows in self.knobs.parts(self.data.rows) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.retain(told(data.view().row_range(rows))?, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: numbers(ids), values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let zeros = vec![V::ZERO; self.data.length];
        let structure = if self.data.ids.is_empty() { vec![] } else { self.ids.clone() };
        Output {
            values: structure.iter().flat_map(|&id| self.data.find(id).unwrap_or(&zeros).to_vec()).collect(),
            structure,
        }
    }

    fn reference(&self) -> Expected {
        let kept = reference::retain(&self.data.referenced(), &self.ids);
        Expected::copies(kept.ids, &kept.data.data)
    }
}

properties!(retain, Retain);
