use super::Beside;
use super::columns::{ColumnLoss, Columns};
use crate::verdict::properties;
use lacuna::{Dense, DenseMut, Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic};
use lacuna_testing::Real;

#[derive(Clone, Debug)]
struct SoftmaxColumns;

impl ColumnLoss for SoftmaxColumns {
    const ELEMENTARY: bool = true;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        input: Dense<V>,
        classes: usize,
        _: Beside<V, I>,
        out: DenseMut<V>,
    ) -> Result<(), KernelError> {
        backend.softmax_columns(input, classes, out)
    }

    fn column<A: Arithmetic>(numbers: &[A], _: Option<usize>, _: [A; 2], sum: impl Fn(&[A]) -> A) -> Vec<A> {
        reference::softmax(numbers, sum)
    }
}

properties!(softmax_columns, Columns, super::SoftmaxColumns);
