use super::{Beside, RowLoss, Rows};
use crate::verdict::properties;
use lacuna::{Dense, DenseMut, Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic};
use lacuna_testing::Real;

#[derive(Clone, Debug)]
struct SoftmaxCrossEntropyGradient;

impl RowLoss for SoftmaxCrossEntropyGradient {
    const INPUTS: usize = 1;
    const ELEMENTARY: bool = true;
    const ONE_VALUE: bool = false;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        inputs: &[Dense<V>],
        beside: Beside<V, I>,
        out: DenseMut<V>,
    ) -> Result<(), KernelError> {
        backend.softmax_cross_entropy_gradient(inputs[0], beside.labels, beside.ignore, beside.numbers[0], out)
    }

    fn row<A: Arithmetic>(inputs: &[Vec<A>], label: Option<usize>, numbers: [A; 2], sum: impl Fn(&[A]) -> A) -> Vec<A> {
        let Some(label) = label else { return vec![A::exact(0.0); inputs[0].len()] };
        reference::softmax_output_gradient(&reference::softmax(&inputs[0], sum), label, A::exact(0.0), numbers[0])
    }
}

properties!(softmax_cross_entropy_gradient, Rows, super::SoftmaxCrossEntropyGradient);
