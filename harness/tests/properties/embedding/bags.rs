//! Bags of ids in any order, and what their kernels share.
use crate::dot::shapes;
use crate::dot::transposed::stale;
use crate::referenced::Referenced;
use crate::verdict::{Knobs, Output, told};
use lacuna::{Csr as View, Dense as DenseView, DenseMut, Index, KernelError};
use lacuna_harness::reference::Triplets;
use lacuna_testing::{Csr, Dense, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct Bags<V> {
    pub bags: Csr<V>,
    pub padding: usize,
    pub weight: Dense<V>,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for Bags<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profile = Profile::draw(random);
        let (bags, n) = shapes::draw(random, profile);
        let bags = bags.unordered(random);
        let padding = if random.once_in(2) { usize::MAX } else { random.below(bags.columns + 1) };
        Self {
            weight: Dense::draw(bags.columns, n, Profile::draw(random), random),
            bags,
            padding,
            knobs: Knobs::draw(random),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(
            smaller(self.bags.rows).into_iter().map(|kept| Self { bags: self.bags.keep_rows(kept), ..self.clone() }),
        );
        cases.extend(
            smaller(self.weight.columns)
                .into_iter()
                .map(|kept| Self { weight: self.weight.keep(0..self.weight.rows, kept), ..self.clone() }),
        );
        cases.extend(self.bags.fewer().into_iter().map(|bags| Self { bags, ..self.clone() }));
        cases.extend(self.weight.plainer().into_iter().map(|weight| Self { weight, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Bags<V> {
    pub fn columns(&self) -> usize {
        self.weight.columns
    }

    pub fn triplets(&self) -> Triplets {
        self.bags.referenced()
    }

    /// The entries of a bag, each with its id unless that is padding, and its value.
    pub fn entries(&self, bag: usize) -> impl Iterator<Item = (Option<usize>, V)> + '_ {
        self.bags.entries(bag).map(|(id, value)| (Some(id).filter(|&id| id != self.padding), value))
    }

    pub fn count(&self, bag: usize) -> usize {
        self.entries(bag).filter(|(id, _)| id.is_some()).count()
    }

    /// The elements of a result, bag by bag.
    pub fn elements<T>(&self, element: impl Fn(usize, usize) -> T) -> Vec<T> {
        (0..self.bags.rows)
            .flat_map(|bag| (0..self.columns()).map(move |column| (bag, column)))
            .map(|(b, j)| element(b, j))
            .collect()
    }

    /// A reduction, of all bags or of some after others.
    pub fn reduce<I: Index>(
        &self,
        cut: bool,
        call: impl Fn(View<V, I>, DenseView<V>, DenseMut<V>) -> Result<(), KernelError>,
    ) -> Result<Output<V>, String> {
        let (bags, weight) = (self.bags.typed::<I>(), self.weight.strided());
        let (bags, weight) = (bags.view(), weight.view());
        let mut out = Guarded::rows(self.bags.rows, self.columns(), self.knobs.pad);
        let mut rest = out.dense(self.bags.rows);
        if !cut {
            told(call(bags, weight, rest))?;
        } else {
            let parts =
                if self.knobs.form == 0 { bags.partition(3).collect() } else { self.knobs.parts(self.bags.rows) };
            for rows in parts {
                let (part, others) = rest.split_rows_at(rows.len());
                told(call(told(bags.row_range(rows))?, weight, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    /// Memory of a plan.
    pub fn memory<I: Index>(&self) -> lacuna_runtime::PlanMemory<I> {
        stale(self.bags.indices.len())
    }
}
