use super::bags::Bags;
use crate::dot::transposed::numbers;
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Dense, Guarded, Profile, Random, Real};
use quickcheck::{Arbitrary, Gen};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct BagMaxGradient<V> {
    bags: Bags<V>,
    gradient: Dense<V>,
}

impl<V: Real> Arbitrary for BagMaxGradient<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let (bags, random) = (Bags::arbitrary(g), &mut Random::new(g));
        Self { gradient: Dense::draw(bags.bags.rows, bags.columns(), Profile::draw(random), random), bags }
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let gradient = self.gradient.clone();
        let cut = move |bags: Bags<V>| Self { gradient: gradient.keep(0..bags.bags.rows, 0..bags.columns()), bags };
        Box::new(self.bags.shrink().map(cut))
    }
}

impl<V: Real> Case<V> for BagMaxGradient<V> {
    fn knobs(&self) -> &Knobs {
        &self.bags.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (bags, gradient) = (self.bags.bags.typed::<I>(), self.gradient.strided());
        let (bags, gradient) = (bags.view(), gradient.view());
        let entries: Vec<I> =
            self.bags.largest().0.iter().map(|entry| I::from_usize(entry.unwrap_or(I::MAX))).collect();
        let mut memory = self.bags.memory();
        let (buffers, scratch) = memory.buffers();
        let plan = told(backend.bag_plan(bags, self.bags.padding, buffers, scratch))?;
        let mut out = Guarded::rows(plan.stored_rows(), self.gradient.columns, 0);
        let mut rest = out.row_sparse(bags.columns(), plan.ids());
        if !cut {
            told(backend.bag_max_gradient(&plan, &entries, gradient, rest))?;
        } else {
            for rows in self.bags.knobs.parts(bags.columns()) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.bag_max_gradient(&told(plan.row_range(rows))?, &entries, gradient, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: numbers(plan.ids()), values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let (entries, columns) = (self.bags.largest().0, self.gradient.columns);
        let mut terms = BTreeMap::<usize, Vec<(usize, usize)>>::new();
        for bag in 0..self.bags.bags.rows {
            for (entry, (id, _)) in (self.bags.bags.indptr[bag]..).zip(self.bags.entries(bag)) {
                id.into_iter().for_each(|id| terms.entry(id).or_default().push((bag, entry)));
            }
        }
        let element = |terms: &[(usize, usize)], column: usize| {
            let term = |&(bag, entry): &(usize, usize)| {
                Some(self.gradient.row(bag)[column]).filter(|_| entries[bag * columns + column] == Some(entry))
            };
            law::running(&terms.iter().map(term).collect::<Vec<_>>())
        };
        let values = terms.values().flat_map(|terms| (0..columns).map(move |column| element(terms, column))).collect();
        Output { structure: terms.keys().copied().collect(), values }
    }

    fn reference(&self) -> Expected {
        let (bags, padding) = (self.bags.triplets(), self.bags.padding);
        let (entries, _) = reference::bag_max(&bags, padding, &self.bags.weight.referenced());
        let (structure, sums) = reference::bag_max_gradient(&bags, padding, &entries, &self.gradient.referenced());
        Expected { structure, values: sums.data }
    }
}

properties!(bag_max_gradient, BagMaxGradient);
