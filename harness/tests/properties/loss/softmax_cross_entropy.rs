use super::{Beside, RowLoss, Rows};
use crate::verdict::properties;
use lacuna::{Dense, DenseMut, Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic};
use lacuna_testing::Real;

#[derive(Clone, Debug)]
struct SoftmaxCrossEntropy;

impl RowLoss for SoftmaxCrossEntropy {
    const INPUTS: usize = 1;
    const ELEMENTARY: bool = true;
    const ONE_VALUE: bool = true;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        inputs: &[Dense<V>],
        beside: Beside<V, I>,
        out: DenseMut<V>,
    ) -> Result<(), KernelError> {
        backend.softmax_cross_entropy(inputs[0], beside.labels, beside.ignore, out.into_data())
    }

    fn row<A: Arithmetic>(inputs: &[Vec<A>], label: Option<usize>, _: [A; 2], sum: impl Fn(&[A]) -> A) -> Vec<A> {
        vec![label.map_or(A::exact(0.0), |label| reference::softmax_cross_entropy(&inputs[0], label, sum))]
    }
}

properties!(softmax_cross_entropy, Rows, super::SoftmaxCrossEntropy);
