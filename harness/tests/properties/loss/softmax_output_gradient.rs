use super::{Beside, RowLoss, Rows};
use crate::verdict::properties;
use lacuna::{Dense, DenseMut, Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic};
use lacuna_testing::Real;

#[derive(Clone, Debug)]
struct SoftmaxOutputGradient;

impl RowLoss for SoftmaxOutputGradient {
    const INPUTS: usize = 1;
    const ELEMENTARY: bool = false;
    const ONE_VALUE: bool = false;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        inputs: &[Dense<V>],
        beside: Beside<V, I>,
        out: DenseMut<V>,
    ) -> Result<(), KernelError> {
        let Beside { labels, ignore, numbers: [smooth_alpha, scale] } = beside;
        backend.softmax_output_gradient(inputs[0], labels, ignore, smooth_alpha, scale, out)
    }

    fn row<A: Arithmetic>(inputs: &[Vec<A>], label: Option<usize>, numbers: [A; 2], _: impl Fn(&[A]) -> A) -> Vec<A> {
        let Some(label) = label else { return vec![A::exact(0.0); inputs[0].len()] };
        reference::softmax_output_gradient(&inputs[0], label, numbers[0], numbers[1])
    }
}

properties!(softmax_output_gradient, Rows, super::SoftmaxOutputGradient);
