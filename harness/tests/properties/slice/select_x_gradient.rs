use super::exact;
use super::select::Select;
use crate::verdict::{Case, Expected, Knobs, Output, properties};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_testing::Real;
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct SelectX<V>(Select<V>);

impl<V: Real> Arbitrary for SelectX<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(Select::arbitrary(g))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

impl<V: Real> Case<V> for SelectX<V> {
    fn knobs(&self) -> &Knobs {
        &self.0.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        self.0.called::<I>(cut, |condition, gradient, _, out| backend.select_x_gradient(condition, gradient, out))
    }

    fn law(&self) -> Output<V> {
        exact(self.reference())
    }

    fn reference(&self) -> Expected {
        self.0.selected(|gradient, _| [Some(gradient), None])
    }
}

properties!(select_x_gradient, SelectX);
