//! Casts between dense and csr, and between dense and row_sparse.
//!
//! An element is stored if it is `!= 0`: -0.0 is not, NaN is.
pub(crate) mod csr_to_dense;
pub(crate) mod dense_to_csr;
pub(crate) mod dense_to_row_sparse;
pub(crate) mod row_sparse_to_dense;

pub use csr_to_dense::csr_to_dense;
pub use dense_to_csr::{accumulate_indptr, dense_row_nnz, dense_to_csr, dense_to_csr_one_pass};
pub use dense_to_row_sparse::{dense_row_ids, dense_to_row_sparse};
pub use row_sparse_to_dense::row_sparse_to_dense;

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

/// The doors without dispatch, as [`crate::scalar`] has them.
pub(crate) mod scalar {
    pub use super::csr_to_dense::scalar_csr_to_dense as csr_to_dense;
    pub use super::dense_to_csr::scalar_dense_row_nnz as dense_row_nnz;
    pub use super::dense_to_csr::scalar_dense_to_csr as dense_to_csr;
    pub use super::dense_to_csr::scalar_dense_to_csr_one_pass as dense_to_csr_one_pass;
    pub use super::dense_to_row_sparse::scalar_dense_row_ids as dense_row_ids;
    pub use super::dense_to_row_sparse::scalar_dense_to_row_sparse as dense_to_row_sparse;
    pub use super::row_sparse_to_dense::scalar_row_sparse_to_dense as row_sparse_to_dense;
}
