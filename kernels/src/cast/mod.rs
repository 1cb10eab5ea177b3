//! Casts between dense and csr, between dense and row_sparse, and of numbers to other types.
//!
//! An element is stored if it is `!= 0`: -0.0 is not, NaN is.
mod csr_to_dense;
mod dense_to_csr;
mod dense_to_csr_one_pass;
mod dense_to_row_sparse;
mod row_sparse_to_dense;
mod types;

pub use crate::Number;
pub use csr_to_dense::{CsrToDense, csr_to_dense};
pub(crate) use dense_to_csr::RowNnz;
pub use dense_to_csr::{DenseToCsr, accumulate_indptr, dense_row_nnz, dense_to_csr};
pub use dense_to_csr_one_pass::{DenseToCsrOnePass, dense_to_csr_one_pass};
pub(crate) use dense_to_row_sparse::RowIds;
pub use dense_to_row_sparse::{DenseToRowSparse, dense_row_ids, dense_to_row_sparse};
pub use row_sparse_to_dense::{RowSparseToDense, row_sparse_to_dense};
pub use types::{Cast, CastTo, cast};

/// True for an element that a cast to csr stores: `!= 0`.
///
/// ```
/// use lacuna::cast::is_stored;
/// assert!(!is_stored(-0.0_f32) && is_stored(f32::NAN) && is_stored(1e-45_f32));
/// ```
#[inline(always)]
pub fn is_stored<V: crate::Value>(element: V) -> bool {
    element != V::ZERO
}

/// Copies a row, if both are of one length: they are, except for operands that a check refuses.
#[inline(always)]
fn copy<V: Copy>(to: &mut [V], from: &[V]) {
    if to.len() == from.len() {
        to.copy_from_slice(from);
    }
}
