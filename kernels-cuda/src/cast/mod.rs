//! Casts between dense and csr, between dense and row_sparse, and of numbers to other types: [`lacuna::cast`] on a
//! device.
mod csr;
mod numbers;
mod row_sparse;

pub use csr::{accumulate_indptr, csr_to_dense, dense_row_nnz, dense_to_csr, dense_to_csr_one_pass, to_csr};
pub use numbers::cast;
pub use row_sparse::{dense_row_ids, dense_to_row_sparse, row_sparse_to_dense};
