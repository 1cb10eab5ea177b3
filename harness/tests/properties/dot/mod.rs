//! Products. A file per kernel; what two or more of them need is here.
mod blocks;
pub mod csr_dense;
pub mod csr_row_sparse;
pub mod csr_t_dense;
pub mod csr_t_dense_scatter;
pub mod csr_t_dense_to_dense;
pub mod csr_t_row_sparse;
mod csr_t_row_sparse_scatter;
pub mod shapes;
mod sliced_column;
mod slices;
mod transpose;
pub mod transposed;
