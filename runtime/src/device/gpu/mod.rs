//! Operators and optimizers by the kernels of `lacuna_cuda`.
mod call;
mod composed;
mod dense;
mod elementwise;
mod function;
mod interaction;
mod lstmp;
mod lstmp_cell;
mod moves;
mod product;
mod rows;
mod sampled_softmax;
mod update;

pub use call::On;
pub use update::update;

use crate::operator::OperatorError;

impl From<lacuna_cuda::Error> for OperatorError {
    fn from(error: lacuna_cuda::Error) -> Self {
        Self::Array(error.into())
    }
}
