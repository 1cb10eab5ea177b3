use super::dense_dense::Product;
use crate::verdict::{Case, Expected, Knobs, Output, properties};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_testing::Real;

pub type DenseDenseT<V> = Product<V, false, true>;

impl<V: Real> Case<V> for DenseDenseT<V> {
    fn knobs(&self) -> &Knobs {
        self.its_knobs()
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        self.of_calls(cut, |a, b, scratch, out| backend.dense_dense_t(a, b, scratch, out))
    }

    fn law(&self) -> Output<V> {
        self.of_law()
    }

    fn reference(&self) -> Expected {
        self.of_reference()
    }
}

properties!(dense_dense_t, DenseDenseT);
