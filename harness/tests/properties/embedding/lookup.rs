use crate::referenced::Referenced;
use crate::rows::draw_shape;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::{DenseMut, Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, StoredRows};
use lacuna_testing::{Dense, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

/// Ids in any order, and repeated.
#[derive(Clone, Debug)]
pub struct Lookup<V> {
    ids: Vec<usize>,
    weight: Dense<V>,
    knobs: Knobs,
}

/// So many ids below a number, none if that is 0.
pub fn draw_ids(random: &mut Random, rows: usize) -> Vec<usize> {
    let count = if random.once_in(20) { 1000 + random.below(2000) } else { random.below(60) };
    (0..if rows == 0 { 0 } else { count }).map(|_| random.below(rows)).collect()
}

/// Runs a call for all ids, or for some after others.
pub fn run<V: Real, I: Index>(
    ids: &[usize],
    length: usize,
    parts: Option<&Knobs>,
    pad: usize,
    call: impl Fn(&[I], DenseMut<V>) -> Result<(), KernelError>,
) -> Result<Output<V>, String> {
    let ids: Vec<I> = ids.iter().map(|&id| I::from_usize(id)).collect();
    let mut out = Guarded::rows(ids.len(), length, pad);
    let mut rest = out.dense(ids.len());
    for part in parts.map_or_else(|| std::iter::once(0..ids.len()).collect(), |knobs| knobs.parts(ids.len())) {
        let (to, others) = rest.split_rows_at(part.len());
        told(call(&ids[part], to))?;
        rest = others;
    }
    Ok(Output { structure: vec![], values: out.finish()? })
}

impl<V: Real> Arbitrary for Lookup<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let (rows, length) = draw_shape(random);
        Self {
            ids: draw_ids(random, rows),
            weight: Dense::draw(rows, length, Profile::draw(random), random),
            knobs: Knobs::draw(random),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<_> = smaller(self.ids.len())
            .into_iter()
            .map(|kept| Self { ids: self.ids[kept].to_vec(), ..self.clone() })
            .collect();
        cases.extend(self.weight.plainer().into_iter().map(|weight| Self { weight, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for Lookup<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let weight = self.weight.strided();
        let parts = cut.then_some(&self.knobs);
        run::<V, I>(&self.ids, self.weight.columns, parts, self.knobs.pad, |ids, out| {
            backend.lookup(ids, weight.view(), out)
        })
    }

    fn law(&self) -> Output<V> {
        Output { structure: vec![], values: self.ids.iter().flat_map(|&id| self.weight.row(id).to_vec()).collect() }
    }

    fn reference(&self) -> Expected {
        let weight =
            StoredRows { rows: self.weight.rows, ids: (0..self.weight.rows).collect(), data: self.weight.referenced() };
        Expected::copies(vec![], &reference::lookup(&self.ids, &weight).data)
    }
}

properties!(lookup, Lookup);
