use super::dense_dense::Product;
use crate::verdict::{Case, Expected, Knobs, Output, properties};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_testing::Real;

pub type DenseTDense<V> = Product<V, true, false>;

impl<V: Real> Case<V> for DenseTDense<V> {
    fn knobs(&self) -> &Knobs {
        self.its_knobs()
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        self.of_calls(cut, |a, b, scratch, out| backend.dense_t_dense(a, b, scratch, out))
    }

    fn law(&self) -> Output<V> {
        self.of_law()
    }

    fn reference(&self) -> Expected {
        self.of_reference()
    }
}

properties!(dense_t_dense, DenseTDense);
