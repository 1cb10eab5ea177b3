use super::bags::Bags;
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::Real;
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct BagMean<V>(Bags<V>);

impl<V: Real> Arbitrary for BagMean<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(Bags::arbitrary(g))
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

impl<V: Real> Case<V> for BagMean<V> {
    fn knobs(&self) -> &Knobs {
        &self.0.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        self.0.reduce::<I>(cut, |bags, weight, out| backend.bag_mean(bags, self.0.padding, weight, out))
    }

    fn law(&self) -> Output<V> {
        let element = |bag: usize, column: usize| {
            let term = |(id, value): (Option<usize>, V)| id.map(|id| value * self.0.weight.row(id)[column]);
            law::running(&self.0.entries(bag).map(term).collect::<Vec<_>>())
                / V::narrow(self.0.count(bag).max(1) as f64)
        };
        Output { structure: vec![], values: self.0.elements(element) }
    }

    fn reference(&self) -> Expected {
        let sums = reference::bag_mean(&self.0.triplets(), self.0.padding, &self.0.weight.referenced());
        Expected { structure: vec![], values: sums.data }
    }
}

properties!(bag_mean, BagMean);
