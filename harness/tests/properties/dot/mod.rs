//! Products. A file per kernel; what two or more of them need is here.
pub mod csr_dense;
pub mod csr_row_sparse;
pub mod csr_t_dense;
pub mod csr_t_dense_to_dense;
pub mod csr_t_row_sparse;
pub mod shapes;
mod transpose;
pub mod transposed;
