//! Products of a csr, or of its transpose, with a dense or row_sparse matrix, and of two dense ones: [`lacuna::dot`] on
//! a device.
mod csr;
mod dense;
mod elements;
mod transposed;

pub use csr::{csr_dense, csr_row_sparse};
pub use dense::{dense_dense, dense_dense_t, dense_t_dense};
pub use elements::{csr_csr, dense_csr, dense_csr_t, dense_row_sparse_t, sddmm};
pub use transposed::{csr_t_dense, csr_t_dense_to_dense, csr_t_row_sparse, transpose_plan, transpose_plan_row_sparse};
