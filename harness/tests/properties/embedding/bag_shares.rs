use super::bags::Bags;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Guarded, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct BagShares<V>(Bags<V>);

impl<V: Real> Arbitrary for BagShares<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(Bags::arbitrary(g))
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

impl<V: Real> Case<V> for BagShares<V> {
    fn knobs(&self) -> &Knobs {
        &self.0.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let bags = self.0.bags.typed::<I>();
        let bags = bags.view();
        let mut out = Guarded::rows(1, bags.nnz(), 0);
        let mut rest = out.slice();
        let parts = if cut { self.0.knobs.parts(bags.rows()) } else { std::iter::once(0..bags.rows()).collect() };
        for rows in parts {
            let part = told(bags.row_range(rows))?;
            let (to, others) = rest.split_at_mut(part.nnz());
            told(backend.bag_shares(part, self.0.padding, to))?;
            rest = others;
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let share = |bag: usize, (id, value): (Option<usize>, V)| match id {
            Some(_) => value / V::narrow(self.0.count(bag) as f64),
            None => V::ZERO,
        };
        let values =
            (0..self.0.bags.rows).flat_map(|bag| self.0.entries(bag).map(move |entry| share(bag, entry))).collect();
        Output { structure: vec![], values }
    }

    fn reference(&self) -> Expected {
        Expected { structure: vec![], values: reference::bag_shares(&self.0.triplets(), self.0.padding) }
    }
}

properties!(bag_shares, BagShares);
