//! Owned matrices and plans, and results in one call, with the feature `alloc`.
//!
//! Every function here allocates its result, and scratch if the kernel needs some, and calls the kernels of the other
//! modules: formulas, bits and errors are theirs. Where memory is to be used again, call those.
//!
//! ```
//! use lacuna::owned::{self, OwnedCsr, OwnedPlan};
//! use lacuna::Dense;
//!
//! // Row, column, value: in any order, and values of one place are added.
//! let a = OwnedCsr::from_triplets(2, 3, &[(0, 0, 10.0_f32), (1, 2, 3.0), (0, 2, 2.0)])?;
//! let b = Dense::new(3, 2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
//! let c = owned::csr_dense(a.view(), b)?;
//! assert_eq!(c.data(), [20.0, 32.0, 15.0, 18.0]);
//!
//! // Once for a pattern, then for any values: a^T c, of whose rows only those of columns that occur are stored.
//! let plan = OwnedPlan::transpose(a.view())?;
//! let gradient = owned::csr_t_dense(&plan, a.values(), c.view())?;
//! assert_eq!((gradient.indices(), gradient.data()), (&[0, 2][..], &[200.0, 320.0, 85.0, 118.0][..]));
//! # Ok::<(), lacuna::Error>(())
//! ```
mod arrays;
mod plan;
mod results;

pub use arrays::{OwnedCsr, OwnedDense, OwnedRowSparse};
pub use plan::OwnedPlan;
pub use results::{
    add, csr_csr, csr_dense, csr_t_dense, csr_t_dense_to_dense, csr_to_dense, dense_to_csr, multiply, subtract,
    transpose,
};

use crate::error::{KernelError, Operand};
use alloc::vec::Vec;

/// So many elements.
fn filled<T: Copy>(length: usize, value: T) -> Result<Vec<T>, KernelError> {
    let mut vector = Vec::new();
    let refused = KernelError::Capacity { operand: Operand::Output, needed: length, found: 0 };
    vector.try_reserve_exact(length).map_err(|_| refused)?;
    vector.resize(length, value);
    Ok(vector)
}
