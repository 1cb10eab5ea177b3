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
