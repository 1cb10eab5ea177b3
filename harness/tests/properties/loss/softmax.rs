use super::{Beside, RowLoss, Rows};
use crate::verdict::properties;
use lacuna::{Dense, DenseMut, Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic};
use lacuna_testing::Real;

#[derive(Clone, Debug)]
struct Softmax;

impl RowLoss for Softmax {
    const INPUTS: usize = 1;
    const ELEMENTARY: bool = true;
    const ONE_VALUE: bool = false;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        inputs: &[Dense<V>],
        _: Beside<V, I>,
        out: DenseMut<V>,
    ) -> Result<(), KernelError> {
        backend.softmax(inputs[0], out)
    }

    fn row<A: Arithmetic>(inputs: &[Vec<A>], _: Option<usize>, _: [A; 2], sum: impl Fn(&[A]) -> A) -> Vec<A> {
        reference::softmax(&inputs[0], sum)
    }
}

properties!(softmax, Rows, super::Softmax);
